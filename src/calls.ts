import { profileApi } from '#src/accounts/profile/api.ts'
import { assigningApi } from '#src/jobs/assignment/assigning-api.ts'
import { accountsApi } from './accounts/api.ts'
import { importApi } from './accounts/import/api.ts'
import { signInApi } from './accounts/sign-in/api.ts'
import { signInPages } from './accounts/sign-in/pages.tsx'
import { tokensApi } from './accounts/tokens/api.ts'
import { appointmentsApi } from './appointments/api.ts'
import { eventsApi } from './events/api.ts'
import { figuresApi } from './figures/api.ts'
import { invoicesApi } from './invoices/api.ts'
import { jobsApi } from './jobs/api.ts'
import { hazardSummaryApi } from './jobs/hazards/summary/api.ts'
import { listViewsApi } from './list-views/api.ts'
import { messagesApi } from './messages/api.ts'
import { openApi } from './openapi/api.ts'
import { docsPages } from './openapi/pages.tsx'
import { linksApi } from './outsiders/api.ts'
import type { PathRow } from './pages.ts'
import { photosApi } from './photos/api.ts'
import { complaintsApi } from './privacy/complaints/api.ts'
import { peopleApi } from './privacy/people/api.ts'
import { certificatesApi } from './properties/certificates/api.ts'
import { quotesApi } from './quotes/api.ts'
import { chaseApi, remindersApi } from './reminders/api.ts'
import { siteApi } from './site/api.ts'
import { visitsApi } from './visits/api.ts'
import { webhooksApi } from './webhooks/api.ts'

const documentApi = openApi(() =>
  [signInPages, ...new Set(CALLS.map(([, part]) => part))].flatMap(({ routes }) => routes),
)

// In the order of the API's document.
export const CALLS: readonly PathRow[] = [
  ['everybody', signInApi, '/api/local/login /api/password-reset /api/password-reset/set'],
  ['signed in', signInApi, '/api/auth/user /api/change-password'],

  ['admins', accountsApi, '/api/contractors /api/contractors/export.csv /api/contractors/:id'],
  ['admins', accountsApi, '/api/contractors/:id/reassign /api/contractors/:id/reset-password'],
  ['admins', accountsApi, '/api/estate-agents /api/estate-agents/export.csv /api/estate-agents/:id'],
  ['admins', accountsApi, '/api/estate-agents/:id/hand-over /api/estate-agents/:id/reset-password'],
  ['admins', accountsApi, '/api/administrators'],
  ['admins', accountsApi, '/api/admin/create-contractor /api/admin/create-estate-agent'],
  ['admins', accountsApi, '/api/users/:id /api/users/:id/role'],
  ['admins', accountsApi, '/api/users/:id/invite /api/users/:id/allow-passkey'],
  ['admins', accountsApi, '/api/accounts/invite /api/accounts/:id/events'],
  ['admins', importApi, '/api/accounts/import'],
  ['signed in', tokensApi, '/api/tokens /api/tokens/:id'],

  ['admins', assigningApi, '/api/jobs/assign /api/jobs/cancel /api/jobs/import'],
  ['admins', assigningApi, '/api/jobs/:id/assign /api/jobs/:id/unassign /api/jobs/:id/rivals'],
  ['admins', chaseApi, '/api/jobs/chase'],
  ['signed in', jobsApi, '/api/jobs /api/jobs/export.csv /api/jobs/recent /api/jobs/completed'],
  ['signed in', jobsApi, '/api/jobs/:id /api/jobs/:id/events /api/stats'],
  ['agents', jobsApi, '/api/jobs/completed/all'],
  ['agents, admins', jobsApi, '/api/jobs/:id/cancel /api/jobs/:id/reopen /api/jobs/:id/hazard'],
  ['contractors', jobsApi, '/api/jobs/:id/start'],
  ['admins', jobsApi, '/api/jobs/:id/contractors'],
  ['agents, admins', hazardSummaryApi, '/api/jobs/:id/hazard/summary'],

  ['signed in', visitsApi, '/api/visits /api/visits/export.csv'],
  ['contractors', visitsApi, '/api/jobs/:id/visits /api/jobs/:id/complete /api/jobs/:id/mark-complete'],
  ['contractors', visitsApi, '/api/jobs/:id/hand-back'],
  ['admins', visitsApi, '/api/visits/:id /api/visits/:id/mark-invoiced'],
  ['admins', visitsApi, '/api/contractor-visits-invoicing /api/contractor-visits-invoicing/export.csv'],
  ['admins', visitsApi, '/api/dev/contractor-visits-invoicing'],
  ['contractors', appointmentsApi, '/api/jobs/:id/appointment'],

  ['signed in', messagesApi, '/api/messages /api/jobs/:id/messages /api/jobs/:id/messages/read'],
  ['contractors', messagesApi, '/api/jobs/:id/late-records'],
  ['signed in', eventsApi, '/api/events'],

  ['signed in', quotesApi, '/api/quotes /api/quotes/export.csv /api/quotes/pending /api/quotes/:id'],
  ['agents', quotesApi, '/api/quotes/:id/approve /api/quotes/:id/decline'],
  ['contractors', quotesApi, '/api/quotes/:id/withdraw'],
  ['admins', quotesApi, '/api/quotes/:id/mark-invoiced'],
  ['admins', quotesApi, '/api/quote-work-invoicing /api/dev/quote-work-invoicing'],

  ['agents, admins', certificatesApi, '/api/certificates /api/certificates/:id /api/certificates/:id/document'],
  ['agents, admins', certificatesApi, '/api/certificates/:id/links /api/certificate-links/:id'],
  ['agents', linksApi, '/api/jobs/:id/links /api/links/:id'],

  ['signed in', invoicesApi, '/api/invoices /api/invoices/export.csv /api/invoices/:id'],
  ['admins', invoicesApi, '/api/invoices/:id/void /api/invoices/:id/paid'],
  ['admins', invoicesApi, '/api/invoiced-items /api/invoiced-items/export.csv /api/dev/invoiced-items'],
  ['admins', invoicesApi, '/api/sums'],
  ['signed in', figuresApi, '/api/figures /api/figures/export.csv'],

  ['signed in', photosApi, '/api/objects/upload /objects/:id'],
  ['everybody', photosApi, '/objects/upload/:id'],

  ['signed in', remindersApi, '/api/profile/reminders'],
  ['agents, contractors', profileApi, '/api/profile/away'],
  ['admins', peopleApi, '/api/people /api/people/:id/export.zip /api/people/:id/erase'],
  ['admins', complaintsApi, '/api/complaints /api/complaints/:id'],
  ['admins', complaintsApi, '/api/complaints/:id/answer /api/complaints/:id/close'],
  ['admins', listViewsApi, '/api/views /api/views/:id'],

  ['admins', webhooksApi, '/api/webhooks /api/webhooks/:id'],
  ['admins', webhooksApi, '/api/webhooks/:id/test /api/webhooks/:id/rotate /api/webhooks/:id/take-over'],
  ['admins', webhooksApi, '/api/webhooks/:id/deliveries /api/webhooks/:id/deliveries/:deliveryId/send'],

  ['everybody', siteApi, '/api/ping'],
  ['everybody', documentApi, '/api/openapi.json'],
  ['everybody', docsPages, '/api/docs /api/docs/problems'],
]
