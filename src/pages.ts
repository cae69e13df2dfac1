import type { AnyElysia } from 'elysia'
import { passwordPages } from '#src/accounts/password/password-pages.tsx'
import { keysPages } from '#src/accounts/profile/keys-pages.tsx'
import { profilePages } from '#src/accounts/profile/profile-pages.tsx'
import { assets } from '#src/http/first-load/assets.ts'
import { bulkActionPages } from '#src/jobs/assignment/bulk-action-pages.tsx'
import { manyJobsPages } from '#src/jobs/assignment/many-pages.tsx'
import { jobColumnsPages } from '#src/jobs/search/column-pages.tsx'
import { newJobsPages } from '#src/jobs/search/new-jobs-pages.tsx'
import { atPropertyPages } from '#src/jobs/search/property-pages.tsx'
import { importPages } from './accounts/import/pages.tsx'
import { accountsPages } from './accounts/pages.tsx'
import { signInPages } from './accounts/sign-in/pages.tsx'
import { calendarPages } from './appointments/calendar-pages.tsx'
import { appointmentsPages } from './appointments/pages.tsx'
import { dashboardPages } from './dashboards/pages.tsx'
import { emailPages } from './emails/admin-pages.tsx'
import { devMailPages } from './emails/dev-pages.tsx'
import { figuresPages } from './figures/pages.tsx'
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
import { jobFormPages } from './jobs/form-pages.tsx'
import { hazardSummaryLinkPages } from './jobs/hazards/summary/link-pages.tsx'
import { hazardSummaryPages } from './jobs/hazards/summary/pages.tsx'
import { jobsPages } from './jobs/pages.tsx'
import { printedJobPages } from './jobs/printed/pages.tsx'
import { listViewsPages } from './list-views/pages.tsx'
import { messagesPages } from './messages/pages.tsx'
import { threadPages } from './messages/thread-pages.tsx'
import { offlinePages } from './offline/pages.tsx'
import { healthApi } from './operation/health-api.ts'
import { followLinkPages } from './outsiders/follow/link-pages.tsx'
import { landlordLinkPages } from './outsiders/landlord/link-pages.tsx'
import { landlordPages } from './outsiders/landlord/pages.tsx'
import { sharePages } from './outsiders/pages.tsx'
import { complaintsPages } from './privacy/complaints/pages.tsx'
import { peoplePages } from './privacy/people/pages.tsx'
import { certificateLinkPages } from './properties/certificates/by-link/link-pages.tsx'
import { propertyPages } from './properties/pages.tsx'
import { adminQuotesPages } from './quotes/admin-pages.tsx'
import { quoteLinkPages } from './quotes/by-link/pages.tsx'
import { quoteChangePages } from './quotes/change-pages.tsx'
import { quotesPages } from './quotes/pages.tsx'
import { chasePages } from './reminders/chase-pages.tsx'
import { reminderPages } from './reminders/pages.tsx'
import { sitePages } from './site/pages.tsx'
import { jobLinkPages } from './visits/by-link/pages.tsx'
import { visitsPages } from './visits/pages.tsx'
import { webhookPages } from './webhooks/pages.tsx'

/** A part of the app with the paths that it has for whom: all of a part's paths stand here, and a test asks each. */
export type PathRow = readonly [whom: Whom, part: AnyElysia, paths: string]
type Whom = 'everybody' | 'signed in' | 'agents' | 'contractors' | 'admins' | 'agents, contractors' | 'agents, admins'

export const PAGES: readonly PathRow[] = [
  ['everybody', dashboardPages, '/ /dashboard'],
  ['everybody', sitePages, '/privacy-policy /terms-conditions /cookie-policy'],
  ['everybody', healthApi, '/healthz /readyz /metrics'],
  ['everybody', assets, '/assets/:file /favicon.ico /apple-touch-icon.png /icon-192.png /icon-512.png'],
  ['everybody', assets, '/manifest.webmanifest /agent.webmanifest /contractor.webmanifest /sw.js'],
  ['everybody', devMailPages(), '/dev/mail /dev/mail/:id /dev/mail/:id/html'],
  ['everybody', signInPages, '/login /login/passkey /login/passkey/question'],
  ['everybody', signInPages, '/api/login /api/callback /api/logout'],
  ['everybody', passwordPages, '/forgot-password /set-password/:token'],
  ['everybody', calendarPages, '/calendar/:file'],
  ['everybody', reminderPages, '/unsubscribe/:token'],
  ['everybody', statementLinkPages, '/statement/:token /statement/:token/again'],
  ['everybody', quoteLinkPages, '/decide-quote/:token /decide-quote/:token/again /decide-quote/:token/photos/:id'],
  ['everybody', jobLinkPages, '/answer-job/:token /answer-job/:token/again /answer-job/:token/photos/:id'],
  ['everybody', landlordLinkPages, '/landlord/:token /landlord/:token/again /landlord/:token/photos/:id'],
  ['everybody', followLinkPages, '/follow/:token /follow/:token/again'],
  ['everybody', hazardSummaryLinkPages, '/hazard-summary/:token /hazard-summary/:token/again'],
  ['everybody', certificateLinkPages, '/certificate/:token /certificate/:token/again /certificate/:token/document/:id'],

  ['signed in', signInPages, '/passkey /passkey/question'],
  ['signed in', profilePages, '/profile /profile/password /profile/preferences /profile/sessions/end'],
  ['signed in', profilePages, '/profile/tokens /profile/tokens/:id/revoke'],
  ['signed in', profilePages, '/profile/passkeys /profile/passkeys/question'],
  ['signed in', profilePages, '/profile/passkeys/:id/rename /profile/passkeys/:id/remove'],
  ['signed in', reminderPages, '/profile/reminders'],
  ['signed in', printedJobPages, '/jobs/:id/sheet'],
  ['signed in', messagesPages, '/jobs/:id/messages'],
  ['signed in', threadPages, '/messages/:id/unread'],
  ['signed in', visitsPages, '/visits'],
  ['signed in', foundInvoicesPages, '/invoices /invoices/export.csv'],
  ['signed in', invoicePages, '/invoices/:id'],
  ['signed in', accountingFilePages, '/invoices/files'],
  ['signed in', statementPages, '/statements/:id /statements/:id/export.csv'],

  ['agents, contractors', jobsPages, '/jobs /jobs/:id /completed-jobs'],
  ['agents, contractors', quotesPages, '/quotes/:id'],
  ['agents, contractors', threadPages, '/messages /messages/:id'],
  ['agents, contractors', statementPages, '/statements'],
  ['agents, contractors', figuresPages, '/figures'],
  ['agents, contractors', profilePages, '/profile/away'],
  ['agents, contractors', offlinePages, '/offline /offline/pages /waiting'],

  ['agents', jobsPages, '/create-job /completed-jobs/delete-all'],
  ['agents', jobFormPages, '/jobs/:id/edit /jobs/:id/cancel /jobs/:id/reopen /jobs/:id/hazard'],
  ['agents', atPropertyPages, '/jobs/at-property'],
  ['agents', sharePages, '/jobs/:id/links /links/:id/end'],
  ['agents', quotesPages, '/quotes /quotes/:id/approve /quotes/:id/decline'],
  ['agents', landlordPages, '/quotes/:id/landlord'],
  ['agents', propertyPages, '/properties/:id /certificates'],

  ['agents, admins', jobsPages, '/jobs/:id/delete'],
  ['agents, admins', printedJobPages, '/jobs/:id/evidence'],
  ['agents, admins', hazardSummaryPages, '/jobs/:id/hazard/summary /hazard-summaries/:id'],
  ['agents, admins', propertyPages, '/properties/:id/not-here /properties/:id/certificate'],
  ['agents, admins', propertyPages, '/properties/:id/certificate-links /certificate-links/:id/end'],
  ['agents, admins', propertyPages, '/certificates/export.csv /certificates/import /certificates/new'],
  ['agents, admins', propertyPages, '/certificates/:id/document /certificates/:id/edit /certificates/:id/delete'],
  ['agents, admins', sendStatementPages, '/statements/:id/send'],

  ['contractors', visitsPages, '/jobs/:id/start /visit /visit/:id /history'],
  ['contractors', visitsPages, '/jobs/:id/complete /jobs/:id/mark-complete'],
  ['contractors', appointmentsPages, '/jobs/:id/book /jobs/:id/book/cancel'],
  ['contractors', quoteChangePages, '/quotes/:id/edit /quotes/:id/withdraw'],
  ['contractors', profilePages, '/profile/calendar /profile/calendar/remove'],

  ['admins', adminJobsPages, '/admin/jobs /admin/jobs/export.csv'],
  ['admins', adminJobsPages, '/admin/jobs/filters/contractor /admin/jobs/filters/agent'],
  ['admins', adminJobsPages, '/admin/jobs/:id /admin/jobs/:id/history'],
  ['admins', adminJobsPages, '/admin/jobs/:id/unassign /admin/jobs/:id/delete'],
  ['admins', jobColumnsPages, '/admin/jobs/columns'],
  ['admins', newJobsPages, '/admin/jobs/new'],
  ['admins', manyJobsPages, '/admin/jobs/assign /admin/jobs/cancel'],
  ['admins', bulkActionPages, '/admin/actions /admin/actions/:id /admin/actions/:id/take-back'],
  ['admins', chasePages, '/admin/jobs/chase /admin/jobs/:id/chase'],
  ['admins', jobFormPages, '/admin/jobs/:id/edit /admin/jobs/:id/assign /admin/jobs/:id/rivals'],
  ['admins', jobFormPages, '/admin/jobs/:id/cancel /admin/jobs/:id/reopen /admin/jobs/:id/hazard'],
  ['admins', messagesPages, '/admin/jobs/:id/messages'],
  ['admins', threadPages, '/admin/messages /admin/messages/:id /admin/messages/:id/unread'],
  ['admins', propertyPages, '/admin/properties/:id /admin/certificates'],
  ['admins', adminQuotesPages, '/admin/quotes /admin/quotes/export.csv /admin/quotes/:id'],
  ['admins', adminQuotesPages, '/admin/quote-work /admin/quote-work/:id'],
  ['admins', manyInvoicesPages, '/admin/invoices'],
  ['admins', invoicesPages, '/admin/visits/:id/invoice /admin/visits/:id/delete'],
  ['admins', invoicesPages, '/admin/quotes/:id/invoice /admin/quotes/:id/delete'],
  ['admins', invoicesPages, '/admin/invoices/:id/delete'],
  ['admins', voidPages, '/admin/invoices/:id/void'],
  ['admins', manyPaidPages, '/admin/invoices/paid /admin/invoices/payments'],
  ['admins', paidPages, '/admin/invoices/:id/paid /admin/invoices/:id/unpaid'],
  ['admins', foundInvoicesPages, '/invoices/download'],
  ['admins', statementPages, '/admin/statements'],
  ['admins', sendStatementPages, '/admin/statements/send'],
  ['admins', feesPages, '/admin/fees'],
  ['admins', figuresPages, '/admin/figures'],
  ['admins', accountsPages, '/admin/accounts /admin/accounts/estate-agent'],
  ['admins', accountsPages, '/admin/accounts/contractor /admin/accounts/administrator'],
  ['admins', importPages, '/admin/accounts/import'],
  ['admins', accountsPages, '/admin/contractors /admin/contractors/:id'],
  ['admins', accountsPages, '/admin/contractors/:id/edit /admin/contractors/:id/delete'],
  ['admins', accountsPages, '/admin/contractors/:id/reassign /admin/contractors/:id/reset-password'],
  ['admins', accountsPages, '/admin/estate-agents/:id'],
  ['admins', accountsPages, '/admin/estate-agents/:id/edit /admin/estate-agents/:id/delete'],
  ['admins', accountsPages, '/admin/estate-agents/:id/hand-over /admin/estate-agents/:id/reset-password'],
  ['admins', accountsPages, '/admin/administrators/:id/edit'],
  ['admins', accountsPages, '/admin/users/:id/history /admin/users/:id/role'],
  ['admins', accountsPages, '/admin/users/:id/invite /admin/users/:id/allow-passkey'],
  ['admins', peoplePages, '/admin/people /admin/people/:id /admin/people/:id/erase'],
  ['admins', complaintsPages, '/admin/complaints /admin/complaints/:id'],
  ['admins', complaintsPages, '/admin/complaints/:id/answer /admin/complaints/:id/close'],
  ['admins', emailPages, '/admin/emails /admin/emails/resend /admin/emails/:id/resend'],
  ['admins', listViewsPages, '/admin/views /admin/views/sidebar /admin/views/new'],
  [
    'admins',
    listViewsPages,
    '/admin/views/:id/edit /admin/views/:id/save /admin/views/:id/move /admin/views/:id/delete',
  ],
  ['admins', webhookPages, '/admin/webhooks /admin/webhooks/new'],
  ['admins', webhookPages, '/admin/webhooks/:id /admin/webhooks/:id/edit /admin/webhooks/:id/delete'],
  ['admins', webhookPages, '/admin/webhooks/:id/turn-on /admin/webhooks/:id/turn-off'],
  ['admins', webhookPages, '/admin/webhooks/:id/test /admin/webhooks/:id/rotate /admin/webhooks/:id/take-over'],
  ['admins', webhookPages, '/admin/webhooks/:id/deliveries/:deliveryId/send'],
  ['admins', keysPages, '/profile/keys'],
]
