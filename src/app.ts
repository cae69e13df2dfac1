import { type AnyElysia, Elysia } from 'elysia'
import { isApi } from '#src/access/bearer.ts'
import { type Handle, isSafe, requireSameOrigin, secured } from '#src/access/same-origin.ts'
import { passwordPages } from '#src/accounts/password/password-pages.tsx'
import { profileApi } from '#src/accounts/profile/api.ts'
import { keysPages } from '#src/accounts/profile/keys-pages.tsx'
import { profilePages } from '#src/accounts/profile/profile-pages.tsx'
import { BODY_SECONDS } from '#src/http/arriving.ts'
import { FORGET_PREFETCHED } from '#src/http/cache/prefetched.ts'
import { unchangedFirst } from '#src/http/cache/unchanged.ts'
import { NotFound } from '#src/http/errors.ts'
import { assets } from '#src/http/first-load/assets.ts'
import { parameterCheck } from '#src/http/parameters.ts'
import { keepAllValues } from '#src/http/query.ts'
import { answerHtml, answerJson, asHttpError, errorTitle } from '#src/http/respond/answer-error.tsx'
import { isAddressed, SERVING, unreadable } from '#src/http/server-options.ts'
import { assigningApi } from '#src/jobs/assignment/assigning-api.ts'
import { bulkActionPages } from '#src/jobs/assignment/bulk-action-pages.tsx'
import { manyJobsPages } from '#src/jobs/assignment/many-pages.tsx'
import { jobByReference } from '#src/jobs/search/by-reference.ts'
import { jobColumnsPages } from '#src/jobs/search/column-pages.tsx'
import { newJobsPages } from '#src/jobs/search/new-jobs-pages.tsx'
import { atPropertyPages } from '#src/jobs/search/property-pages.tsx'
import { noteRoute } from '#src/runtime/current.ts'
import { accountsApi } from './accounts/api.ts'
import { importApi } from './accounts/import/api.ts'
import { importPages } from './accounts/import/pages.tsx'
import { accountsPages } from './accounts/pages.tsx'
import { signInApi } from './accounts/sign-in/api.ts'
import { signInPages } from './accounts/sign-in/pages.tsx'
import { tokensApi } from './accounts/tokens/api.ts'
import { appointmentsApi } from './appointments/api.ts'
import { calendarPages } from './appointments/calendar-pages.tsx'
import { appointmentsPages } from './appointments/pages.tsx'
import { dashboardPages } from './dashboards/pages.tsx'
import { emailPages } from './emails/admin-pages.tsx'
import { devMailPages } from './emails/dev-pages.tsx'
import { eventsApi } from './events/api.ts'
import { figuresApi } from './figures/api.ts'
import { figuresPages } from './figures/pages.tsx'
import { invoicesApi } from './invoices/api.ts'
import { feesPages } from './invoices/fees/pages.tsx'
import { accountingFilePages } from './invoices/files/pages.tsx'
import { foundInvoicesPages } from './invoices/found/pages.tsx'
import { manyInvoicesPages } from './invoices/many-pages.tsx'
import { invoicePages } from './invoices/page.tsx'
import { invoicesPages } from './invoices/pages.tsx'
import { manyPaidPages } from './invoices/paid/many-pages.tsx'
import { paidPages } from './invoices/paid/pages.tsx'
import { statementLinkPages } from './invoices/statements/by-link-pages.tsx'
import { statementPages } from './invoices/statements/pages.tsx'
import { sendStatementPages } from './invoices/statements/send-pages.tsx'
import { voidPages } from './invoices/void-pages.tsx'
import { adminJobsPages } from './jobs/admin-pages.tsx'
import { jobsApi } from './jobs/api.ts'
import { jobFormPages } from './jobs/form-pages.tsx'
import { hazardSummaryApi } from './jobs/hazards/summary/api.ts'
import { hazardSummaryLinkPages } from './jobs/hazards/summary/link-pages.tsx'
import { hazardSummaryPages } from './jobs/hazards/summary/pages.tsx'
import { jobsPages } from './jobs/pages.tsx'
import { printedJobPages } from './jobs/printed/pages.tsx'
import { listViewsApi } from './list-views/api.ts'
import { listViewsPages } from './list-views/pages.tsx'
import { messagesApi } from './messages/api.ts'
import { messagesPages } from './messages/pages.tsx'
import { threadPages } from './messages/thread-pages.tsx'
import { offlinePages } from './offline/pages.tsx'
import { openApi } from './openapi/api.ts'
import { docsPages } from './openapi/pages.tsx'
import { healthApi } from './operation/health-api.ts'
import { observed } from './operation/request-log.ts'
import { linksApi } from './outsiders/api.ts'
import { followLinkPages } from './outsiders/follow/link-pages.tsx'
import { landlordLinkPages } from './outsiders/landlord/link-pages.tsx'
import { landlordPages } from './outsiders/landlord/pages.tsx'
import { sharePages } from './outsiders/pages.tsx'
import { photosApi } from './photos/api.ts'
import { complaintsApi } from './privacy/complaints/api.ts'
import { complaintsPages } from './privacy/complaints/pages.tsx'
import { peopleApi } from './privacy/people/api.ts'
import { peoplePages } from './privacy/people/pages.tsx'
import { certificatesApi } from './properties/certificates/api.ts'
import { certificateLinkPages } from './properties/certificates/by-link/link-pages.tsx'
import { propertyPages } from './properties/pages.tsx'
import { adminQuotesPages } from './quotes/admin-pages.tsx'
import { quotesApi } from './quotes/api.ts'
import { quoteLinkPages } from './quotes/by-link/pages.tsx'
import { quoteChangePages } from './quotes/change-pages.tsx'
import { quotesPages } from './quotes/pages.tsx'
import { chaseApi, remindersApi } from './reminders/api.ts'
import { chasePages } from './reminders/chase-pages.tsx'
import { reminderPages } from './reminders/pages.tsx'
import { siteApi } from './site/api.ts'
import { sitePages } from './site/pages.tsx'
import { visitsApi } from './visits/api.ts'
import { jobLinkPages } from './visits/by-link/pages.tsx'
import { visitsPages } from './visits/pages.tsx'
import { webhooksApi } from './webhooks/api.ts'
import { webhookPages } from './webhooks/pages.tsx'

const documentApi = openApi(() => app.routes)

/** A part of the app with the paths that it has for whom: all of a part's paths stand here, and a test asks each. */
type Row = readonly [whom: Whom, part: AnyElysia, paths: string]
type Whom = 'everybody' | 'signed in' | 'agents' | 'contractors' | 'admins' | 'agents, contractors' | 'agents, admins'

export const PAGES: readonly Row[] = [
  ['everybody', healthApi, '/healthz /readyz /metrics'],
  ['everybody', assets, '/assets/:file /favicon.ico /apple-touch-icon.png /icon-192.png /icon-512.png'],
  ['everybody', assets, '/manifest.webmanifest /agent.webmanifest /contractor.webmanifest /sw.js'],
  ['everybody', sitePages, '/privacy-policy /terms-conditions /cookie-policy'],
  ['everybody', signInPages, '/login /login/passkey /login/passkey/question /api/login /api/callback /api/logout'],
  ['everybody', passwordPages, '/forgot-password /set-password/:token'],
  ['everybody', calendarPages, '/calendar/:file'],
  ['everybody', devMailPages(), '/dev/mail /dev/mail/:id /dev/mail/:id/html'],
  ['everybody', dashboardPages, '/ /dashboard'],
  ['everybody', reminderPages, '/unsubscribe/:token'],
  ['everybody', statementLinkPages, '/statement/:token /statement/:token/again'],
  ['everybody', quoteLinkPages, '/decide-quote/:token /decide-quote/:token/again /decide-quote/:token/photos/:id'],
  ['everybody', jobLinkPages, '/answer-job/:token /answer-job/:token/again /answer-job/:token/photos/:id'],
  ['everybody', landlordLinkPages, '/landlord/:token /landlord/:token/again /landlord/:token/photos/:id'],
  ['everybody', followLinkPages, '/follow/:token /follow/:token/again'],
  ['everybody', hazardSummaryLinkPages, '/hazard-summary/:token /hazard-summary/:token/again'],
  ['everybody', certificateLinkPages, '/certificate/:token /certificate/:token/again /certificate/:token/document/:id'],
  ['signed in', signInPages, '/passkey /passkey/question'],
  ['signed in', profilePages, '/profile /profile/passkeys /profile/passkeys/:id/remove /profile/passkeys/:id/rename'],
  ['signed in', profilePages, '/profile/passkeys/question /profile/password /profile/preferences'],
  ['signed in', profilePages, '/profile/sessions/end /profile/tokens /profile/tokens/:id/revoke'],
  ['signed in', reminderPages, '/profile/reminders'],
  ['signed in', accountingFilePages, '/invoices/files'],
  ['signed in', foundInvoicesPages, '/invoices /invoices/export.csv'],
  ['signed in', invoicePages, '/invoices/:id'],
  ['agents, contractors', figuresPages, '/figures'],
  ['signed in', statementPages, '/statements/:id /statements/:id/export.csv'],
  ['agents, contractors', statementPages, '/statements'],
  ['signed in', messagesPages, '/jobs/:id/messages'],
  ['signed in', printedJobPages, '/jobs/:id/sheet'],
  ['signed in', threadPages, '/messages/:id/unread'],
  ['agents, contractors', profilePages, '/profile/away'],
  ['agents, contractors', threadPages, '/messages /messages/:id'],
  ['agents, contractors', jobsPages, '/jobs /jobs/:id /completed-jobs'],
  ['agents, contractors', quotesPages, '/quotes/:id'],
  ['agents, contractors', offlinePages, '/offline /offline/pages /waiting'],
  ['agents', jobsPages, '/create-job /completed-jobs/delete-all'],
  ['agents', atPropertyPages, '/jobs/at-property'],
  ['agents', quotesPages, '/quotes /quotes/:id/approve /quotes/:id/decline'],
  ['agents', landlordPages, '/quotes/:id/landlord'],
  ['agents', sharePages, '/jobs/:id/links /links/:id/end'],
  ['agents', jobFormPages, '/jobs/:id/edit /jobs/:id/cancel /jobs/:id/reopen /jobs/:id/hazard'],
  ['agents, admins', jobsPages, '/jobs/:id/delete'],
  ['agents, admins', printedJobPages, '/jobs/:id/evidence'],
  ['agents, admins', hazardSummaryPages, '/jobs/:id/hazard/summary /hazard-summaries/:id'],
  ['agents', propertyPages, '/properties/:id /certificates'],
  ['agents, admins', propertyPages, '/certificates/import /properties/:id/not-here /properties/:id/certificate-links'],
  ['agents, admins', propertyPages, '/properties/:id/certificate /certificates/export.csv /certificates/:id/document'],
  ['agents, admins', propertyPages, '/certificates/:id/edit /certificates/:id/delete /certificate-links/:id/end'],
  ['contractors', profilePages, '/profile/calendar /profile/calendar/remove'],
  ['contractors', visitsPages, '/visit /visit/:id /history /jobs/:id/start /jobs/:id/complete /jobs/:id/mark-complete'],
  ['contractors', appointmentsPages, '/jobs/:id/book /jobs/:id/book/cancel'],
  ['contractors', quoteChangePages, '/quotes/:id/edit /quotes/:id/withdraw'],
  ['admins', keysPages, '/profile/keys'],
  ['admins', messagesPages, '/admin/jobs/:id/messages'],
  ['admins', threadPages, '/admin/messages /admin/messages/:id /admin/messages/:id/unread'],
  ['admins', jobFormPages, '/admin/jobs/:id/edit /admin/jobs/:id/assign /admin/jobs/:id/rivals /admin/jobs/:id/cancel'],
  ['admins', jobFormPages, '/admin/jobs/:id/reopen /admin/jobs/:id/hazard'],
  ['admins', invoicesPages, '/admin/visits/:id/invoice /admin/quotes/:id/invoice /admin/visits/:id/delete'],
  ['admins', invoicesPages, '/admin/quotes/:id/delete /admin/invoices/:id/delete'],
  ['admins', voidPages, '/admin/invoices/:id/void'],
  ['admins', statementPages, '/admin/statements'],
  ['admins', foundInvoicesPages, '/invoices/download'],
  ['admins', feesPages, '/admin/fees'],
  ['admins', manyPaidPages, '/admin/invoices/paid /admin/invoices/payments'],
  ['admins', paidPages, '/admin/invoices/:id/paid /admin/invoices/:id/unpaid'],
  ['admins', figuresPages, '/admin/figures'],
  ['admins', sendStatementPages, '/admin/statements/send'],
  ['agents, admins', sendStatementPages, '/statements/:id/send'],
  ['admins', newJobsPages, '/admin/jobs/new'],
  ['admins', manyInvoicesPages, '/admin/invoices'],
  ['admins', adminJobsPages, '/admin/jobs /admin/jobs/export.csv /admin/jobs/filters/contractor'],
  ['admins', adminJobsPages, '/admin/jobs/filters/agent /admin/jobs/:id /admin/jobs/:id/history'],
  ['admins', jobColumnsPages, '/admin/jobs/columns'],
  ['admins', adminJobsPages, '/admin/jobs/:id/unassign /admin/jobs/:id/delete'],
  ['admins', manyJobsPages, '/admin/jobs/assign /admin/jobs/cancel'],
  ['admins', chasePages, '/admin/jobs/chase /admin/jobs/:id/chase'],
  ['admins', bulkActionPages, '/admin/actions /admin/actions/:id /admin/actions/:id/take-back'],
  ['admins', propertyPages, '/admin/properties/:id /admin/certificates'],
  ['admins', adminQuotesPages, '/admin/quotes /admin/quotes/export.csv /admin/quotes/:id /admin/quote-work'],
  ['admins', adminQuotesPages, '/admin/quote-work/:id'],
  ['admins', accountsPages, '/admin/contractors /admin/contractors/:id /admin/accounts'],
  ['admins', accountsPages, '/admin/contractors/:id/edit /admin/contractors/:id/delete /admin/users/:id/allow-passkey'],
  ['admins', accountsPages, '/admin/contractors/:id/reset-password /admin/estate-agents/:id/reset-password'],
  ['admins', accountsPages, '/admin/contractors/:id/reassign /admin/estate-agents/:id/hand-over /admin/users/:id/role'],
  ['admins', accountsPages, '/admin/estate-agents/:id /admin/estate-agents/:id/delete /admin/administrators/:id/edit'],
  ['admins', accountsPages, '/admin/estate-agents/:id/edit /admin/accounts/estate-agent /admin/accounts/administrator'],
  ['admins', accountsPages, '/admin/accounts/contractor /admin/users/:id/history /admin/users/:id/invite'],
  ['admins', importPages, '/admin/accounts/import'],
  ['admins', emailPages, '/admin/emails /admin/emails/resend /admin/emails/:id/resend'],
  ['admins', complaintsPages, '/admin/complaints /admin/complaints/:id /admin/complaints/:id/answer'],
  ['admins', complaintsPages, '/admin/complaints/:id/close'],
  ['admins', peoplePages, '/admin/people /admin/people/:id /admin/people/:id/erase'],
  ['admins', listViewsPages, '/admin/views /admin/views/sidebar /admin/views/new /admin/views/:id/edit'],
  ['admins', listViewsPages, '/admin/views/:id/save /admin/views/:id/move /admin/views/:id/delete'],
  ['admins', webhookPages, '/admin/webhooks /admin/webhooks/new /admin/webhooks/:id /admin/webhooks/:id/edit'],
  ['admins', webhookPages, '/admin/webhooks/:id/turn-on /admin/webhooks/:id/take-over /admin/webhooks/:id/turn-off'],
  ['admins', webhookPages, '/admin/webhooks/:id/test /admin/webhooks/:id/rotate /admin/webhooks/:id/delete'],
  ['admins', webhookPages, '/admin/webhooks/:id/deliveries/:deliveryId/send'],
]

// In the order of the API's document.
export const CALLS: readonly Row[] = [
  ['everybody', signInApi, '/api/local/login /api/password-reset /api/password-reset/set'],
  ['signed in', signInApi, '/api/auth/user /api/change-password'],
  ['admins', accountsApi, '/api/admin/create-estate-agent /api/estate-agents/:id/hand-over /api/accounts/:id/events'],
  ['admins', accountsApi, '/api/admin/create-contractor /api/contractors/:id/reassign /api/estate-agents/export.csv'],
  ['admins', accountsApi, '/api/accounts/invite /api/administrators /api/contractors/:id /api/users/:id/invite'],
  ['admins', accountsApi, '/api/contractors /api/contractors/:id/reset-password /api/estate-agents/:id/reset-password'],
  ['admins', accountsApi, '/api/contractors/export.csv /api/estate-agents/:id /api/users/:id/allow-passkey'],
  ['admins', accountsApi, '/api/estate-agents /api/users/:id /api/users/:id/role'],
  ['admins', importApi, '/api/accounts/import'],
  ['signed in', tokensApi, '/api/tokens /api/tokens/:id'],
  ['admins', assigningApi, '/api/jobs/assign /api/jobs/cancel /api/jobs/import /api/jobs/:id/assign'],
  ['admins', assigningApi, '/api/jobs/:id/unassign /api/jobs/:id/rivals'],
  ['admins', chaseApi, '/api/jobs/chase'],
  ['signed in', jobsApi, '/api/jobs /api/jobs/export.csv /api/jobs/recent /api/jobs/completed /api/jobs/:id'],
  ['signed in', jobsApi, '/api/jobs/:id/events /api/stats'],
  ['agents', jobsApi, '/api/jobs/completed/all'],
  ['contractors', jobsApi, '/api/jobs/:id/start'],
  ['agents, admins', jobsApi, '/api/jobs/:id/cancel /api/jobs/:id/reopen /api/jobs/:id/hazard'],
  ['agents, admins', hazardSummaryApi, '/api/jobs/:id/hazard/summary'],
  ['admins', jobsApi, '/api/jobs/:id/contractors'],
  ['signed in', visitsApi, '/api/visits'],
  ['admins', visitsApi, '/api/contractor-visits-invoicing /api/contractor-visits-invoicing/export.csv'],
  ['admins', visitsApi, '/api/dev/contractor-visits-invoicing /api/visits/:id /api/visits/:id/mark-invoiced'],
  ['contractors', visitsApi, '/api/jobs/:id/complete /api/jobs/:id/mark-complete /api/jobs/:id/visits'],
  ['contractors', visitsApi, '/api/jobs/:id/hand-back'],
  ['contractors', appointmentsApi, '/api/jobs/:id/appointment'],
  ['contractors', messagesApi, '/api/jobs/:id/late-records'],
  ['signed in', messagesApi, '/api/messages /api/jobs/:id/messages/read /api/jobs/:id/messages'],
  ['signed in', eventsApi, '/api/events'],
  ['signed in', quotesApi, '/api/quotes /api/quotes/export.csv /api/quotes/pending /api/quotes/:id'],
  ['agents', quotesApi, '/api/quotes/:id/approve /api/quotes/:id/decline'],
  ['contractors', quotesApi, '/api/quotes/:id/withdraw'],
  ['admins', quotesApi, '/api/quotes/:id/mark-invoiced /api/quote-work-invoicing /api/dev/quote-work-invoicing'],
  ['agents, admins', certificatesApi, '/api/certificates /api/certificates/:id /api/certificates/:id/links'],
  ['agents, admins', certificatesApi, '/api/certificate-links/:id'],
  ['agents', linksApi, '/api/jobs/:id/links /api/links/:id'],
  ['signed in', invoicesApi, '/api/invoices /api/invoices/export.csv /api/invoices/:id'],
  ['admins', invoicesApi, '/api/invoices/:id/void /api/invoices/:id/paid'],
  ['admins', invoicesApi, '/api/invoiced-items /api/invoiced-items/export.csv /api/dev/invoiced-items /api/sums'],
  ['signed in', figuresApi, '/api/figures /api/figures/export.csv'],
  ['agents, contractors', photosApi, '/api/objects/upload'],
  ['signed in', photosApi, '/objects/:id'],
  ['everybody', photosApi, '/objects/upload/:id'],
  ['signed in', remindersApi, '/api/profile/reminders'],
  ['agents, contractors', profileApi, '/api/profile/away'],
  ['admins', peopleApi, '/api/people /api/people/:id/export.zip /api/people/:id/erase'],
  ['admins', complaintsApi, '/api/complaints /api/complaints/:id /api/complaints/:id/answer /api/complaints/:id/close'],
  ['admins', listViewsApi, '/api/views /api/views/:id'],
  ['admins', webhooksApi, '/api/webhooks /api/webhooks/:id /api/webhooks/:id/rotate /api/webhooks/:id/take-over'],
  ['admins', webhooksApi, '/api/webhooks/:id/test /api/webhooks/:id/deliveries'],
  ['admins', webhooksApi, '/api/webhooks/:id/deliveries/:deliveryId/send'],
  ['everybody', siteApi, '/api/ping'],
  ['everybody', documentApi, '/api/openapi.json'],
  ['everybody', docsPages, '/api/docs /api/docs/problems'],
]

function using(app: AnyElysia, rows: readonly Row[]): AnyElysia {
  const parts = new Set(rows.map(([, part]) => part))
  return [...parts].reduce((all, part) => all.use(part), app)
}

/** Its own catch-all keeps pages out of the API, but for those that explain it. */
const api: AnyElysia = using(
  new Elysia({ name: 'api' }).onBeforeHandle(parameterCheck(() => api.routes)).onBeforeHandle(jobByReference),
  CALLS,
).all('/api/*', () => {
  throw new NotFound()
})

const beforeRouter = unchangedFirst(() => app.routes)
const whole = new Elysia({ serve: SERVING })
  .wrap((handle) => observed(secured(beforeRouter(handle as unknown as Handle))))
  .onTransform({ as: 'global' }, ({ route, request, query }) => {
    noteRoute(route)
    keepAllValues({ request, query })
  })
  .onRequest(({ request, server, set }) => {
    // Requests with a missing or malformed Host have an address that nothing behind this line could read.
    if (!isAddressed(request)) return unreadable(request)
    requireSameOrigin(request)
    if (isSafe(request)) return
    Object.assign(set.headers, FORGET_PREFETCHED)
    server?.timeout(request, BODY_SECONDS)
  })
  .onError(({ error, code, request }) => {
    const known = asHttpError(error, code)
    return isApi(request) ? answerJson(known, request) : answerHtml(known, request, errorTitle(error))
  })

export const app: AnyElysia = using(whole, PAGES).use(api)
