import { A_SUMMARY } from '#tests/support/targets.ts'
import { importedRow, jobInput } from '#tests/support/world.ts'
import { API, because, confirmed, PAGE, type Route, reads, route, toContractor } from './route.ts'

const property = () => ({ propertyName: 'Ivy House' })
const again = () => ({ reason: 'It leaks again' })
const message = () => ({ text: 'When?' })
const many = { sent: () => ({}), back: '/admin/jobs' }
const completed = (back: string) => [{ of: 'completed', back } as const]

/** The list, raising, changing and ending of jobs, and who has them. */
export const JOBS: Route[] = [
  ...reads(API.EVERY_ROLE, '/api/jobs', '/api/jobs/recent', '/api/jobs/completed', '/api/jobs/export.csv'),
  route('GET /api/jobs/:id', API.OWN, { of: 'assigned' }),
  route('GET /api/jobs/:id/events', API.OWN, { of: 'assigned' }),
  route('GET /api/jobs/:id/contractors', API.ADMIN, { of: 'assigned' }),
  route('POST /api/jobs', API.AGENTS_CREATE, { sent: () => jobInput() }),
  route('POST /api/jobs/import', API.ADMIN, {
    sent: ({ agent }) => ({ agentId: agent.id, jobs: [importedRow()] }),
    each: true,
  }),
  route('PATCH /api/jobs/:id', API.AGENT_OR_ADMIN, { of: 'pending', sent: property }),
  route('DELETE /api/jobs/:id', API.AGENT_OR_ADMIN, { of: 'pending', also: [{ of: 'completed' }] }),
  route('DELETE /api/jobs/completed/all', API.AGENTS, { of: 'completed' }),
  route('POST /api/jobs/:id/assign', API.ADMIN, { of: 'pending', sent: toContractor }),
  route('POST /api/jobs/assign', API.ADMIN, {
    of: 'pending',
    sent: (cast, id) => ({ jobIds: [id], ...toContractor(cast) }),
    each: true,
  }),
  route('POST /api/jobs/chase', API.ADMIN, {
    of: 'assigned',
    sent: (_, id) => ({ jobIds: [id], text: 'How does it stand?' }),
    each: true,
  }),
  route('POST /api/jobs/:id/rivals', API.ADMIN_CREATES, { of: 'quotedByAnother', sent: toContractor }),
  route('POST /api/jobs/:id/unassign', API.ADMIN, { of: 'assigned' }),
  route('POST /api/jobs/:id/cancel', API.AGENT_OR_ADMIN, { of: 'in_progress', sent: because }),
  route('POST /api/jobs/cancel', API.ADMIN, {
    of: 'pending',
    sent: (_, id) => ({ jobIds: [id], ...because() }),
    each: true,
  }),
  route('PATCH /api/jobs/:id/hazard', API.AGENT_OR_ADMIN, { of: 'assigned', sent: () => ({ level: 'significant' }) }),
  route('GET /api/jobs/:id/hazard/summary', API.AGENT_OR_ADMIN, { of: 'aHazard' }),
  route('POST /api/jobs/:id/hazard/summary', '201 404 403 403 403 201 403 401', {
    of: 'aHazard',
    sent: () => A_SUMMARY,
  }),
  route('POST /api/jobs/:id/reopen', API.AGENT_OR_ADMIN, { of: 'completed', sent: again }),
  route('GET /api/jobs/:id/messages', API.OWN, { of: 'assigned' }),
  route('POST /api/jobs/:id/late-records', '403 403 201 404 201 403 403 401', { of: 'assigned', sent: message }),
  route('GET /api/messages', API.EVERY_ROLE),
  route('PUT /api/jobs/:id/messages/read', API.OWN, { of: 'writtenAbout', sent: () => ({ read: true }) }),
  route('POST /api/jobs/:id/messages', '201 404 201 404 409 201 403 401', { of: 'assigned', sent: message }),

  route('GET /api/jobs/:id/links', API.OWN_AGENT, { of: 'assigned' }),
  route('POST /api/jobs/:id/links', '201 404 403 403 403 403 403 401', {
    of: 'assigned',
    sent: () => ({ purpose: 'follow_job' }),
  }),
  route('DELETE /api/links/:id', API.OWN_AGENT, { of: 'aFollowLink' }),
  route('GET /jobs/:id/links', PAGE.OWN_AGENT, { of: 'assigned' }),
  route('POST /jobs/:id/links', PAGE.OWN_AGENT_SENDS, {
    ...{ of: 'assigned', sent: () => ({ email: 'tom@home.example' }), page: '/jobs/:id/links' },
    refusals: [{ of: 'assigned', before: { email: 'tim@home.example' } }],
  }),
  route('POST /links/:id/end', PAGE.OWN_AGENT_SENDS, { of: 'aFollowLink' }),

  route('GET /create-job', PAGE.AGENTS),
  route('POST /create-job', PAGE.AGENTS_SEND, {
    sent: () => ({ ...jobInput(), accessNotes: '' }),
    page: '/create-job',
    refusals: [{ before: property() }],
  }),
  route('GET /jobs/at-property', PAGE.AGENTS),
  route('GET /properties/:id', '200 404 403 403 303 403 302', { of: 'property' }),
  route('GET /admin/properties/:id', PAGE.ADMIN, { of: 'property' }),
  ...reads(PAGE.ELSEWHERE_FOR_ADMIN, '/jobs', '/completed-jobs'),
  route('POST /completed-jobs/delete-all', PAGE.AGENTS_SEND, { of: 'completed', sent: confirmed }),
  route('GET /jobs/:id', PAGE.OWN, { of: 'assigned' }),
  route('POST /jobs/:id/delete', '303 404 403 403 303 403 302', {
    of: 'completed',
    sent: confirmed,
    refusals: [{ of: 'awaitingApproval', sent: () => ({ ...confirmed(), back: '/jobs' }), back: '/jobs' }],
  }),
  route('GET /jobs/:id/edit', PAGE.OWN_AGENT, { of: 'assigned' }),
  route('POST /jobs/:id/edit', PAGE.OWN_AGENT_SENDS, {
    ...{ of: 'assigned', sent: property, page: '/jobs/:id/edit' },
    refusals: [{ of: 'in_progress', back: '/jobs/:id' }],
  }),
  route('GET /jobs/:id/cancel', PAGE.OWN_AGENT, { of: 'in_progress' }),
  route('POST /jobs/:id/cancel', PAGE.OWN_AGENT_SENDS, {
    ...{ of: 'in_progress', sent: because, page: '/jobs/:id/cancel' },
    refusals: completed('/jobs/:id'),
  }),
  route('GET /jobs/:id/hazard', PAGE.OWN_AGENT, { of: 'assigned' }),
  route('POST /jobs/:id/hazard', PAGE.OWN_AGENT_SENDS, {
    ...{ of: 'assigned', sent: () => ({ level: 'significant' }), page: '/jobs/:id/hazard' },
    refusals: [{ of: 'quoteWork', back: '/jobs/:id' }],
  }),
  route('GET /jobs/:id/hazard/summary', '200 404 403 403 200 403 302', { of: 'aHazard' }),
  route('POST /jobs/:id/hazard/summary', '201 404 403 403 201 403 302', {
    ...{ of: 'aHazard', sent: () => A_SUMMARY, page: '/jobs/:id/hazard/summary' },
    refusals: [{ of: 'aCalledOffHazard', back: '/jobs/:id' }],
  }),
  route('GET /hazard-summaries/:id', '200 404 403 403 200 403 302', { of: 'aHazardSummary' }),
  route('GET /jobs/:id/reopen', PAGE.OWN_AGENT, { of: 'completed' }),
  route('POST /jobs/:id/reopen', PAGE.OWN_AGENT_SENDS, {
    ...{ of: 'completed', sent: again, page: '/jobs/:id/reopen' },
    refusals: [{ of: 'assigned', back: '/jobs/:id' }],
  }),
  route('GET /jobs/:id/sheet', '200 404 200 404 200 403 302', { of: 'assigned' }),
  route('GET /jobs/:id/evidence', '200 404 403 403 200 403 302', { of: 'assigned' }),
  route('GET /jobs/:id/messages', PAGE.OWN, { of: 'assigned' }),
  route('GET /messages', PAGE.ELSEWHERE_FOR_ADMIN),
  route('GET /messages/:id', PAGE.OWN, { of: 'writtenAbout' }),
  route('POST /messages/:id/unread', '303 404 303 404 303 403 302', { of: 'writtenAbout' }),
  route('POST /jobs/:id/messages', '303 404 303 404 303 403 302', {
    ...{ of: 'assigned', sent: message, page: '/jobs/:id' },
    refusals: [{ of: 'assigned', before: { text: 'Now?' } }],
  }),

  ...reads(PAGE.ADMIN, '/admin/jobs', '/admin/jobs/export.csv'),
  route('GET /admin/jobs/new', PAGE.ADMIN, { of: 'pending' }),
  ...reads(PAGE.ADMIN, '/admin/jobs/filters/contractor', '/admin/jobs/filters/agent', '/admin/jobs/columns'),
  ...['', '/history', '/edit', '/assign', '/cancel'].map((path) =>
    route(`GET /admin/jobs/:id${path}`, PAGE.ADMIN, { of: 'pending' }),
  ),
  route('POST /admin/jobs/:id/edit', PAGE.ADMIN_SENDS, {
    ...{ of: 'pending', sent: property, page: '/admin/jobs/:id/edit' },
    refusals: completed('/admin/jobs/:id'),
  }),
  route('POST /admin/jobs/:id/assign', PAGE.ADMIN_SENDS, {
    ...{ of: 'pending', sent: toContractor, page: '/admin/jobs/:id/assign' },
    refusals: completed('/admin/jobs/:id'),
  }),
  // Nothing is ticked; what is ticked cannot go.
  route('POST /admin/jobs/assign', PAGE.ADMIN_SENDS, {
    of: 'pending',
    sent: (cast, id) => ({ ...confirmed(), id, ...toContractor(cast) }),
    refusals: [many, { of: 'completed', sent: (_, id) => ({ id }), back: many.back }],
  }),
  route('POST /admin/jobs/cancel', PAGE.ADMIN_SENDS, {
    of: 'in_progress',
    sent: (_, id) => ({ ...confirmed(), id, ...because() }),
    refusals: [many, { of: 'completed', sent: (_, id) => ({ id }), back: many.back }],
  }),
  route('GET /admin/jobs/:id/chase', PAGE.ADMIN, { of: 'assigned' }),
  route('POST /admin/jobs/chase', PAGE.ADMIN_SENDS, {
    of: 'assigned',
    sent: (_, id) => ({ ...confirmed(), id, text: 'How does it stand?' }),
    refusals: [many, { of: 'completed', sent: (_, id) => ({ id }), back: many.back }],
  }),
  route('GET /admin/actions', PAGE.ADMIN),
  route('GET /admin/actions/:id', PAGE.ADMIN, { of: 'assignment' }),
  route('POST /admin/actions/:id/take-back', PAGE.ADMIN_SENDS, {
    of: 'assignment',
    refusals: [{ of: 'cancellation', back: '/admin/actions/:id' }],
  }),
  route('GET /admin/jobs/:id/rivals', PAGE.ADMIN, { of: 'quotedByAnother' }),
  route('POST /admin/jobs/:id/rivals', PAGE.ADMIN_SENDS, {
    ...{ of: 'quotedByAnother', sent: toContractor, page: '/admin/jobs/:id/rivals' },
    refusals: completed('/admin/jobs/:id'),
  }),
  route('POST /admin/jobs/:id/unassign', PAGE.ADMIN_SENDS, {
    ...{ of: 'assigned', sent: confirmed },
    refusals: [{ of: 'pending', back: '/admin/jobs/:id' }],
  }),
  route('POST /admin/jobs/:id/cancel', PAGE.ADMIN_SENDS, {
    ...{ of: 'in_progress', sent: because, page: '/admin/jobs/:id/cancel' },
    refusals: completed('/admin/jobs/:id'),
  }),
  route('GET /admin/jobs/:id/hazard', PAGE.ADMIN, { of: 'pending' }),
  route('POST /admin/jobs/:id/hazard', PAGE.ADMIN_SENDS, {
    ...{ of: 'pending', sent: () => ({ level: 'emergency' }), page: '/admin/jobs/:id/hazard' },
    refusals: [{ of: 'quoteWork', back: '/admin/jobs/:id' }],
  }),
  route('GET /admin/jobs/:id/reopen', PAGE.ADMIN, { of: 'completed' }),
  route('POST /admin/jobs/:id/reopen', PAGE.ADMIN_SENDS, {
    ...{ of: 'completed', sent: again, page: '/admin/jobs/:id/reopen' },
    refusals: [{ of: 'pending', back: '/admin/jobs/:id' }],
  }),
  route('POST /admin/jobs/:id/delete', PAGE.ADMIN_SENDS, { of: 'completed', sent: confirmed }),
  route('GET /admin/jobs/:id/messages', PAGE.ADMIN, { of: 'assigned' }),
  route('GET /admin/messages', PAGE.ADMIN),
  route('GET /admin/messages/:id', PAGE.ADMIN, { of: 'writtenAbout' }),
  route('POST /admin/messages/:id/unread', PAGE.ADMIN_SENDS, {
    of: 'writtenAbout',
    refusals: [{ of: 'writtenByAdmin', back: '/admin/messages' }],
  }),
  route('POST /admin/jobs/:id/messages', PAGE.ADMIN_SENDS, {
    ...{ of: 'assigned', sent: () => ({ ...message(), adminsOnly: 'yes' }), page: '/admin/jobs/:id' },
    refusals: [{ of: 'assigned', before: { text: 'Now?' } }],
  }),
]
