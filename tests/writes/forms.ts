import { targets, WEBHOOK } from '#tests/support/targets.ts'
import { dayIn } from '#tests/support/times.ts'
import { type Cast, jobInput, PASSWORD } from '#tests/support/world.ts'

// Every form of a page that changes something.

export type Form = Record<string, string>
export type Row = {
  route: string
  who: keyof Cast
  target?: (cast: Cast) => Promise<string>
  form?: (cast: Cast, id: string) => Form
  /** The page with the form, for one that has a key. The others are done once by the state that they move. */
  page?: string
}

const confirmed = () => ({ confirmed: 'yes' })
export const visitWithQuote = {
  workDone: 'Bled it.',
  needsQuote: 'yes',
  quoteAmount: '480',
  quoteDescription: 'A new vessel.',
}
const account = { firstName: 'Nia', lastName: 'Cole', password: 'secret1' }
let names = 0

export const KEYED: Row[] = [
  { route: '/create-job', who: 'agent', form: () => ({ ...jobInput(), accessNotes: '' }), page: '/create-job' },
  {
    route: '/jobs/:id/complete',
    who: 'contractor',
    target: targets.in_progress,
    form: () => visitWithQuote,
    page: '/visit/:id',
  },
  {
    route: '/jobs/:id/mark-complete',
    who: 'contractor',
    target: targets.quoteWork,
    form: () => ({ workDone: 'Replaced it.' }),
    page: '/visit/:id',
  },
  {
    route: '/jobs/:id/mark-complete',
    who: 'contractor',
    target: targets.quoteWork,
    form: confirmed,
    page: '/jobs',
  },
  ...['no_access', 'return', 'hand_back'].flatMap((happened) =>
    (['complete', 'mark-complete'] as const).map(
      (verb): Row => ({
        route: `/jobs/:id/${verb}`,
        who: 'contractor',
        target: verb === 'complete' ? targets.in_progress : targets.quoteWork,
        form: () => ({ workDone: 'Rang twice.', happened }),
        page: '/visit/:id',
      }),
    ),
  ),
  {
    route: '/jobs/:id/book',
    who: 'contractor',
    target: targets.assigned,
    form: () => ({ day: dayIn(1), slot: 'morning', from: '', to: '' }),
    page: '/jobs/:id/book',
  },
  { route: '/profile/calendar', who: 'contractor', form: () => ({}), page: '/profile' },
  {
    route: '/jobs/:id/messages',
    who: 'agent',
    target: targets.assigned,
    form: () => ({ text: 'When?' }),
    page: '/jobs/:id',
  },
  {
    route: '/admin/jobs/:id/messages',
    who: 'admin',
    target: targets.assigned,
    form: () => ({ text: 'When?', adminsOnly: 'yes' }),
    page: '/admin/jobs/:id',
  },
  { route: '/profile/tokens', who: 'contractor', form: () => ({ name: 'Reports', expiresAt: '' }), page: '/profile' },
  {
    route: '/admin/accounts/import',
    who: 'admin',
    form: () => ({
      ...{ role: 'contractor', create: 'all' },
      table: `First name,Last name,Email\nNia,Cole,nia${++names}@cole.example`,
    }),
    page: '/admin/accounts/import',
  },
  {
    route: '/admin/accounts/administrator',
    who: 'admin',
    form: () => ({ firstName: 'Nia', lastName: 'Cole', email: `nia${++names}@cole.example` }),
    page: '/admin/accounts?tab=admin',
  },
  {
    route: '/admin/accounts/contractor',
    who: 'admin',
    form: () => ({ firstName: 'Nia', lastName: 'Cole', email: `nia${++names}@cole.example`, invite: 'yes' }),
    page: '/admin/accounts?tab=contractor',
  },
  {
    route: '/admin/users/:id/invite',
    who: 'admin',
    target: targets.anInvited,
    form: confirmed,
    page: '/admin/contractors',
  },
  {
    route: '/admin/accounts/estate-agent',
    who: 'admin',
    form: () => ({ ...account, username: `nia.cole${++names}` }),
    page: '/admin/accounts',
  },
  {
    route: '/admin/accounts/contractor',
    who: 'admin',
    form: () => ({ ...account, email: `nia${++names}@cole.example` }),
    page: '/admin/accounts?tab=contractor',
  },
  {
    route: '/admin/contractors/:id/reset-password',
    who: 'admin',
    target: targets.aContractor,
    form: confirmed,
    page: '/admin/contractors',
  },
  {
    route: '/admin/estate-agents/:id/reset-password',
    who: 'admin',
    target: targets.anAgent,
    form: confirmed,
    page: '/admin/accounts',
  },
  {
    route: '/admin/jobs/:id/edit',
    who: 'admin',
    target: targets.pending,
    form: () => ({ propertyName: 'Ivy House' }),
    page: '/admin/jobs/:id/edit',
  },
  {
    route: '/admin/jobs/:id/assign',
    who: 'admin',
    target: targets.pending,
    form: ({ contractor }) => ({ contractorId: contractor.id }),
    page: '/admin/jobs/:id/assign',
  },
  {
    route: '/admin/jobs/:id/rivals',
    who: 'admin',
    target: targets.quotedByAnother,
    form: ({ contractor }) => ({ contractorId: contractor.id }),
    page: '/admin/jobs/:id/rivals',
  },
  {
    route: '/admin/jobs/:id/cancel',
    who: 'admin',
    target: targets.in_progress,
    form: () => ({ reason: 'Sold' }),
    page: '/admin/jobs/:id/cancel',
  },
  {
    route: '/admin/jobs/:id/reopen',
    who: 'admin',
    target: targets.completed,
    form: () => ({ reason: 'It leaks again' }),
    page: '/admin/jobs/:id/reopen',
  },
  {
    route: '/jobs/:id/edit',
    who: 'agent',
    target: targets.assigned,
    form: () => ({ propertyName: 'Ivy House' }),
    page: '/jobs/:id/edit',
  },
  {
    route: '/jobs/:id/cancel',
    who: 'agent',
    target: targets.in_progress,
    form: () => ({ reason: 'Sold' }),
    page: '/jobs/:id/cancel',
  },
  {
    route: '/jobs/:id/reopen',
    who: 'agent',
    target: targets.completed,
    form: () => ({ reason: 'It leaks again' }),
    page: '/jobs/:id/reopen',
  },
  { route: '/admin/webhooks/new', who: 'admin', form: () => WEBHOOK, page: '/admin/webhooks/new' },
  { route: '/admin/webhooks/:id/test', who: 'admin', target: targets.aWebhook, page: '/admin/webhooks/:id' },
  {
    route: '/admin/webhooks/:id/rotate',
    who: 'admin',
    target: targets.aWebhook,
    form: confirmed,
    page: '/admin/webhooks/:id',
  },
  {
    route: '/admin/webhooks/:id/deliveries/:deliveryId/send',
    who: 'admin',
    target: targets.aWebhookDelivery,
    page: '/admin/webhooks/:id',
  },
]

const toAgent = ({ agent }: Cast) => ({ to: agent.id })
const toContractor = ({ contractor }: Cast) => ({ contractorId: contractor.id })
const person = { firstName: 'Nia', lastName: 'Cole', email: 'nia@cole.example', company: '', phone: '' }

export const BY_STATE: Row[] = [
  { route: '/profile/password', who: 'agent', form: () => passwords },
  { route: '/profile/reminders', who: 'agent', form: () => ({ reminders: 'off' }) },
  { route: '/profile/tokens/:id/revoke', who: 'agent', target: targets.agentsToken, form: confirmed },
  { route: '/jobs/:id/delete', who: 'agent', target: targets.completed, form: confirmed },
  { route: '/completed-jobs/delete-all', who: 'agent', target: targets.completed, form: confirmed },
  { route: '/quotes/:id/approve', who: 'agent', target: targets.pendingQuote, form: confirmed },
  { route: '/quotes/:id/decline', who: 'agent', target: targets.pendingQuote, form: confirmed },
  { route: '/quotes/:id/edit', who: 'contractor', target: targets.pendingQuote, form: () => revised },
  { route: '/quotes/:id/withdraw', who: 'contractor', target: targets.pendingQuote, form: () => ({ reason: 'Sold' }) },
  { route: '/jobs/:id/start', who: 'contractor', target: targets.assigned },
  { route: '/profile/calendar/remove', who: 'contractor', target: targets.contractorsCalendar, form: confirmed },
  { route: '/jobs/:id/book/cancel', who: 'contractor', target: targets.booked, form: confirmed },
  {
    route: '/admin/jobs/assign',
    who: 'admin',
    target: targets.pending,
    form: ({ contractor }, id) => ({ ...confirmed(), id, contractorId: contractor.id }),
  },
  {
    route: '/admin/jobs/cancel',
    who: 'admin',
    target: targets.in_progress,
    form: (_, id) => ({ ...confirmed(), id, reason: 'Sold' }),
  },
  { route: '/admin/invoices', who: 'admin', target: targets.visit, form: (_, id) => ({ ...confirmed(), id }) },
  { route: '/admin/jobs/:id/unassign', who: 'admin', target: targets.assigned, form: confirmed },
  { route: '/admin/jobs/:id/delete', who: 'admin', target: targets.completed, form: confirmed },
  { route: '/admin/quotes/:id/invoice', who: 'admin', target: targets.finishedQuote, form: confirmed },
  { route: '/admin/quotes/:id/delete', who: 'admin', target: targets.pendingQuote, form: confirmed },
  { route: '/admin/visits/:id/invoice', who: 'admin', target: targets.visit, form: () => ({ amount: '60.00' }) },
  { route: '/admin/visits/:id/delete', who: 'admin', target: targets.visit, form: confirmed },
  { route: '/admin/invoices/:id/delete', who: 'admin', target: targets.invoice, form: confirmed },
  { route: '/admin/emails/resend', who: 'admin', target: targets.failedEmail, form: confirmed },
  { route: '/admin/emails/:id/resend', who: 'admin', target: targets.failedEmail },
  { route: '/admin/contractors/:id/delete', who: 'admin', target: targets.aContractor, form: confirmed },
  { route: '/admin/estate-agents/:id/hand-over', who: 'admin', target: targets.aBusyAgent, form: toAgent },
  { route: '/admin/contractors/:id/reassign', who: 'admin', target: targets.aBusyContractor, form: toContractor },
  { route: '/admin/contractors/:id/edit', who: 'admin', target: targets.aContractor, form: () => person },
  { route: '/admin/administrators/:id/edit', who: 'admin', target: targets.anAdmin, form: () => person },
  { route: '/admin/estate-agents/:id/edit', who: 'admin', target: targets.anAgent, form: () => person },
  { route: '/admin/estate-agents/:id/delete', who: 'admin', target: targets.anAgent, form: confirmed },
  { route: '/admin/users/:id/role', who: 'admin', target: targets.aNobody, form: () => ({ role: 'contractor' }) },
  { route: '/admin/webhooks/:id/edit', who: 'admin', target: targets.aWebhook, form: () => WEBHOOK },
  { route: '/admin/webhooks/:id/turn-on', who: 'admin', target: targets.anOffWebhook },
  { route: '/admin/webhooks/:id/take-over', who: 'admin', target: targets.aLeftWebhook, form: confirmed },
  { route: '/admin/webhooks/:id/turn-off', who: 'admin', target: targets.aWebhook, form: confirmed },
  { route: '/admin/webhooks/:id/delete', who: 'admin', target: targets.aWebhook, form: confirmed },
]

const revised = { quoteAmount: '48.50', quoteDescription: 'A new vessel.', version: '1' }
const passwords = { currentPassword: PASSWORD, newPassword: 'another', confirmPassword: 'another' }
