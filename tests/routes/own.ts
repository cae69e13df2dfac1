import { dayIn } from '#tests/support/times.ts'
import { PASSWORD } from '#tests/support/world.ts'
import { API, confirmed, PAGE, type Route, reads, route } from './route.ts'

const passwords = () => ({ currentPassword: PASSWORD, newPassword: 'another', confirmPassword: 'another' })

/** What is everybody's own, and what everybody may have. */
export const OWN: Route[] = [
  route('GET /api/auth/user', API.SIGNED_IN),
  ...reads(API.EVERY_ROLE, '/api/stats', '/api/events', '/api/profile/reminders', '/api/tokens'),
  route('PUT /api/profile/reminders', API.EVERY_ROLE, { sent: () => ({ byEmail: false }) }),
  route('PUT /api/profile/away', '200 200 200 200 200 403 403 401', {
    sent: () => ({ awayUntil: dayIn(4) }),
  }),
  route('POST /api/change-password', API.EVERY_ROLE, { sent: passwords, bySignIn: true }),
  route('POST /api/tokens', API.EVERY_ROLE_CREATES, { sent: () => ({ name: 'Reports' }), bySignIn: true }),
  route('DELETE /api/tokens/:id', '200 404 404 404 404 404 403 401', { of: 'agentsToken' }),

  route('GET /profile', PAGE.EVERY_ROLE),
  route('POST /profile/password', PAGE.EVERY_ROLE_SENDS, { sent: passwords, refusals: [{ of: 'signedInElsewhere' }] }),
  route('POST /profile/sessions/end', PAGE.EVERY_ROLE_SENDS, { sent: () => ({ session: 'others' }) }),
  route('GET /profile/passkeys/question', PAGE.EVERY_ROLE),
  route('POST /profile/passkeys', PAGE.EVERY_ROLE_SENDS),
  route('POST /profile/passkeys/:id/rename', '303 404 404 404 404 403 302', {
    of: 'agentsPasskey',
    sent: () => ({ name: 'Laptop' }),
  }),
  route('POST /profile/passkeys/:id/remove', '303 404 404 404 404 403 302', { of: 'agentsPasskey', sent: confirmed }),
  route('POST /profile/reminders', PAGE.EVERY_ROLE_SENDS, { sent: () => ({ reminders: 'off' }) }),
  route('POST /profile/away', '303 303 303 303 403 403 302', { sent: () => ({ awayUntil: '' }) }),
  route('POST /profile/preferences', PAGE.EVERY_ROLE_SENDS, {
    sent: () => ({ preference: 'plotsFolded', value: 'on', back: '/profile' }),
  }),
  ...reads(PAGE.ADMIN, '/profile/keys'),
  route('POST /profile/keys', PAGE.ADMIN_SENDS, { sent: () => ({ on: ['j'] }) }),
  route('POST /profile/tokens', '201 201 201 201 201 403 302', {
    ...{ sent: () => ({ name: 'Reports', expiresAt: '' }), page: '/profile' },
    refusals: [{ of: 'allTokens' }],
  }),
  route('POST /profile/tokens/:id/revoke', '303 404 404 404 404 403 302', { of: 'agentsToken', sent: confirmed }),
  route('POST /profile/calendar', '403 403 201 201 403 403 302', {
    page: '/profile',
    refusals: [{ before: { note: 'other' }, back: '/profile' }],
  }),
  route('POST /profile/calendar/remove', PAGE.CONTRACTORS_SEND, { of: 'contractorsCalendar', sent: confirmed }),

  ...reads('200 200 200 200 403 403 302', '/offline', '/offline/pages', '/waiting'),
  route('GET /', '200 200 200 200 200 403 200'),
  route('GET /dashboard', '302 302 302 302 302 302 302'),
  route('GET /login', '303 303 303 303 303 303 200'),
  route('GET /metrics', '404 404 404 404 404 404 404'),
  ...reads(
    PAGE.EVERYBODY,
    '/privacy-policy',
    '/terms-conditions',
    '/cookie-policy',
    '/healthz',
    '/readyz',
    '/dev/mail',
  ),
]

/** Refuse nobody for who they are: files, signing in, secret addresses, the document; each has tests of its own. */
export const OPEN = [
  ...['GET /api/login', 'GET /api/callback', 'GET /api/logout', 'ALL /api/*', 'POST /api/local/login', 'POST /login'],
  ...['POST /login/passkey', 'GET /login/passkey/question'],
  ...['GET /passkey', 'POST /passkey', 'GET /passkey/question'],
  ...['POST /api/password-reset', 'POST /api/password-reset/set', 'GET /api/openapi.json', 'GET /api/docs'],
  ...[
    'GET /api/ping',
    'GET /api/docs/problems',
    'GET /forgot-password',
    'POST /forgot-password',
    'GET /set-password/:token',
  ],
  ...['GET /decide-quote/:token', 'POST /decide-quote/:token', 'POST /decide-quote/:token/again'],
  'GET /decide-quote/:token/photos/:id',
  ...['GET /answer-job/:token', 'POST /answer-job/:token', 'POST /answer-job/:token/again'],
  'GET /answer-job/:token/photos/:id',
  ...['GET /follow/:token', 'POST /follow/:token', 'POST /follow/:token/again'],
  ...['GET /landlord/:token', 'POST /landlord/:token', 'POST /landlord/:token/again'],
  'GET /landlord/:token/photos/:id',
  ...['GET /statement/:token', 'POST /statement/:token/again'],
  ...['GET /hazard-summary/:token', 'POST /hazard-summary/:token/again'],
  ...['GET /certificate/:token', 'POST /certificate/:token/again', 'GET /certificate/:token/document/:id'],
  'POST /privacy-policy',
  ...['POST /set-password/:token', 'GET /unsubscribe/:token', 'POST /unsubscribe/:token', 'GET /calendar/:file'],
  ...[
    'GET /dev/mail/:id',
    'GET /dev/mail/:id/html',
    'PUT /objects/upload/:id',
    'GET /objects/:id',
    'HEAD /objects/:id',
    'GET /sw.js',
    'HEAD /sw.js',
  ],
]
