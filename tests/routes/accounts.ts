import { API, confirmed, PAGE, type Route, reads, route, toContractor } from './route.ts'

let names = 0
const nia = { firstName: 'Nia', lastName: 'Cole' }
const email = () => `nia${++names}@cole.example`
const person = () => ({ ...nia, email: email() })
const agent = () => ({ ...nia, password: 'secret1', username: `nia.cole${++names}` })
const contractor = () => ({ ...person(), password: 'secret1' })
const edited = () => ({ ...person(), company: '', phone: '020 7946 0009' })
const importTable = () => ({
  ...{ role: 'contractor', create: 'all' },
  table: `First name,Last name,Email\nNia,Cole,${email()}`,
})
const otherNote = { note: 'other' }

/** What administrators do with accounts. */
export const ACCOUNTS: Route[] = [
  ...['contractors', 'estate-agents', 'administrators'].map((list) => route(`GET /api/${list}`, API.ADMIN)),
  ...reads(API.ADMIN, '/api/contractors/export.csv', '/api/estate-agents/export.csv'),
  route('POST /api/admin/create-estate-agent', API.ADMIN_CREATES, { sent: agent }),
  route('POST /api/admin/create-contractor', API.ADMIN_CREATES, { sent: contractor }),
  route('POST /api/accounts/invite', API.ADMIN_CREATES, {
    ...{ sent: () => ({ ...person(), role: 'admin' }), bySignIn: true },
    also: [{ sent: () => ({ ...person(), role: 'contractor' }) }],
  }),
  route('POST /api/accounts/import', API.ADMIN_CREATES, { sent: () => ({ role: 'contractor', rows: [person()] }) }),
  route('GET /api/accounts/:id/events', API.ADMIN, { of: 'aContractor' }),
  route('POST /api/users/:id/invite', API.ADMIN, {
    of: 'anInvited',
    also: [{ of: 'anInvitedAdmin', bySignIn: true }],
  }),
  route('POST /api/users/:id/allow-passkey', API.ADMIN, { of: 'anAdmin', bySignIn: true }),
  route('GET /api/users/:id', API.ADMIN, { of: 'aContractor' }),
  route('PATCH /api/users/:id', API.ADMIN, {
    ...{ of: 'aContractor', sent: () => ({ phone: '020 7946 0009' }) },
    also: [
      { of: 'aContractor', sent: () => ({ email: email() }) },
      { of: 'anAdmin', sent: () => ({ phone: '020 7946 0009' }) },
      { of: 'anAdmin', sent: () => ({ email: 'eve@evil.example' }), bySignIn: true },
    ],
  }),
  route('PATCH /api/users/:id/role', API.ADMIN, {
    of: 'aNobody',
    sent: () => ({ role: 'contractor' }),
    bySignIn: true,
  }),
  route('DELETE /api/contractors/:id', API.ADMIN, { of: 'aContractor' }),
  route('POST /api/contractors/:id/reset-password', API.ADMIN, { of: 'aContractor' }),
  route('POST /api/contractors/:id/reassign', API.ADMIN, {
    of: 'aBusyContractor',
    sent: () => ({ contractorId: null }),
    also: [{ of: 'aBusyContractor', sent: toContractor }],
    each: true,
  }),
  route('DELETE /api/estate-agents/:id', API.ADMIN, {
    of: 'anAgent',
    also: [{ of: 'aBusyAgent', sent: (cast) => ({ handOverTo: cast.agent.id }) }],
  }),
  route('POST /api/estate-agents/:id/reset-password', API.ADMIN, { of: 'anAgent' }),
  route('POST /api/estate-agents/:id/hand-over', API.ADMIN, {
    of: 'aBusyAgent',
    sent: (cast) => ({ to: cast.agent.id }),
  }),

  ...reads(PAGE.ADMIN, '/admin/accounts', '/admin/accounts/import', '/admin/contractors'),
  route('GET /admin/users/:id/history', PAGE.ADMIN, { of: 'aContractor' }),
  route('POST /admin/accounts/estate-agent', PAGE.ADMIN_CREATES, { sent: agent, page: '/admin/accounts' }),
  route('POST /admin/accounts/contractor', PAGE.ADMIN_CREATES, {
    ...{ sent: contractor, page: '/admin/accounts?tab=contractor' },
    also: [
      {
        ...{ sent: () => ({ ...person(), invite: 'yes' }), page: '/admin/accounts?tab=contractor' },
        may: PAGE.ADMIN_SENDS,
      },
    ],
  }),
  route('POST /admin/accounts/administrator', PAGE.ADMIN_SENDS, { sent: person, page: '/admin/accounts?tab=admin' }),
  route('POST /admin/accounts/import', PAGE.ADMIN_CREATES, { sent: importTable, page: '/admin/accounts/import' }),
  route('POST /admin/users/:id/invite', PAGE.ADMIN_SENDS, {
    ...{ of: 'anInvited', sent: confirmed, page: '/admin/contractors' },
    refusals: [{ of: 'aContractor', back: '/admin/accounts' }],
  }),
  route('POST /admin/users/:id/allow-passkey', PAGE.ADMIN_SENDS, {
    ...{ of: 'anAdmin', sent: confirmed },
    refusals: [{ of: 'oneself', back: '/admin/accounts?tab=admin' }],
  }),
  route('POST /admin/users/:id/role', PAGE.ADMIN_SENDS, {
    ...{ of: 'aNobody', sent: () => ({ role: 'contractor' }) },
    refusals: [{ of: 'oneself', back: '/admin/accounts?tab=admin' }],
  }),
  ...(['contractor', 'estate-agent', 'administrator'] as const).flatMap((noun) => {
    const of = { contractor: 'aContractor', 'estate-agent': 'anAgent', administrator: 'anAdmin' } as const
    const at = { of: of[noun], sent: confirmed }
    const edit = [
      route(`GET /admin/${noun}s/:id/edit`, PAGE.ADMIN, { of: of[noun] }),
      route(`POST /admin/${noun}s/:id/edit`, PAGE.ADMIN_SENDS, { of: of[noun], sent: edited }),
    ]
    if (noun === 'administrator') return edit
    const back = noun === 'contractor' ? '/admin/contractors' : '/admin/accounts'
    return [
      ...edit,
      route(`GET /admin/${noun}s/:id`, PAGE.ADMIN, { of: noun === 'contractor' ? 'aBusyContractor' : 'aBusyAgent' }),
      route(`POST /admin/${noun}s/:id/delete`, PAGE.ADMIN_SENDS, {
        ...at,
        refusals: noun === 'contractor' ? [] : [{ of: 'aBusyAgent', back }],
      }),
      route(`POST /admin/${noun}s/:id/reset-password`, PAGE.ADMIN, {
        ...{ ...at, page: back },
        refusals: [{ of: of[noun], before: otherNote, back }],
      }),
    ]
  }),
  route('GET /admin/contractors/:id/reassign', PAGE.ADMIN, { of: 'aBusyContractor' }),
  route('POST /admin/contractors/:id/reassign', PAGE.ADMIN, {
    ...{ of: 'aBusyContractor', sent: () => ({ contractorId: 'nobody' }) },
    refusals: [{ of: 'aContractor', back: '/admin/contractors/:id' }],
  }),
  route('GET /admin/estate-agents/:id/delete', PAGE.ADMIN, { of: 'aBusyAgent' }),
  route('GET /admin/estate-agents/:id/hand-over', PAGE.ADMIN, { of: 'aBusyAgent' }),
  route('POST /admin/estate-agents/:id/hand-over', PAGE.ADMIN_SENDS, {
    ...{ of: 'aBusyAgent', sent: (cast) => ({ to: cast.agent.id }) },
    refusals: [{ of: 'anAgent', back: '/admin/accounts' }],
  }),

  route('GET /admin/emails', PAGE.ADMIN),
  route('POST /admin/emails/resend', PAGE.ADMIN_SENDS, { of: 'failedEmail', sent: confirmed }),
  route('POST /admin/emails/:id/resend', PAGE.ADMIN_SENDS, {
    of: 'failedEmail',
    refusals: [{ of: 'resentEmail', back: '/admin/emails?tab=failed' }],
  }),
]
