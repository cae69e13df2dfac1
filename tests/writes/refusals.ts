import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { MAX_TOKENS } from '#src/domain/account/token.ts'
import { MAX_WEBHOOKS } from '#src/domain/webhook/webhook.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { approveQuote, declineQuote } from '#src/quotes/actions.ts'
import { aToken } from '#tests/support/app.ts'
import { targets, WEBHOOK } from '#tests/support/targets.ts'
import { dayIn } from '#tests/support/times.ts'
import { aContractor, aJob, type Cast, finishedQuoteWork, jobInput, PASSWORD, quoteWork } from '#tests/support/world.ts'
import { ACCOUNT_REFUSALS, type Form, type Row, used, yes } from './account-refusals.ts'

// Every form of a page, with what brings about the state in which it is refused.

const passwords = { currentPassword: PASSWORD, newPassword: 'another', confirmPassword: 'another' }
const invoiced = async (cast: Cast) => {
  const visit = (await aJob(cast, 'completed')).visits[0]!
  await markVisitInvoiced(cast.admin, visit.id)
  return visit.id
}
const completed = async (cast: Cast) => (await aJob(cast, 'completed')).id
const decided = async (cast: Cast, decide: typeof approveQuote) => {
  const quote = (await aJob(cast, 'quote_pending')).quotes[0]!
  await decide(cast.agent, quote.id)
  return quote.id
}
export const REFUSALS: Row[] = [
  {
    route: '/profile/password',
    who: 'agent',
    given: async ({ agent }) => {
      await db.update(users).set({ authType: 'oidc' }).where(eq(users.id, agent.id))
      return { form: passwords }
    },
  },
  {
    route: '/profile/tokens',
    who: 'agent',
    given: async ({ agent }) => {
      for (let made = 0; made < MAX_TOKENS; made++) await aToken(agent)
      return { form: { name: 'One more' } }
    },
  },
  {
    route: '/profile/calendar',
    who: 'contractor',
    given: async (_, client) => ({ form: await used(client, '/profile/calendar', {}, { note: 'other' }) }),
    back: '/profile',
  },
  {
    route: '/create-job',
    who: 'agent',
    given: async (_, client) => {
      const form = { ...jobInput(), accessNotes: '' } as Form
      return { form: await used(client, '/create-job', form, { propertyName: 'Ivy House' }) }
    },
  },
  {
    route: '/jobs/:id/delete',
    who: 'agent',
    given: async (cast) => ({ id: (await aJob(cast, 'quote_pending')).id, form: { ...yes, back: '/jobs' } }),
    back: '/jobs',
  },
  {
    route: '/quotes/:id/approve',
    who: 'agent',
    given: async (cast) => ({ id: await decided(cast, declineQuote), form: { ...yes, back: '/quotes' } }),
    back: '/quotes',
  },
  {
    route: '/quotes/:id/decline',
    who: 'agent',
    given: async (cast) => ({ id: await decided(cast, approveQuote), form: { ...yes, back: '/' } }),
    back: '/',
  },
  {
    route: '/quotes/:id/edit',
    who: 'contractor',
    given: async (cast) => ({ id: await decided(cast, approveQuote), form: { quoteAmount: '5' } }),
  },
  {
    route: '/quotes/:id/withdraw',
    who: 'contractor',
    given: async (cast) => ({ id: await decided(cast, declineQuote), form: { reason: 'Sold' } }),
    back: '/quotes/:id',
  },
  {
    route: '/jobs/:id/start',
    who: 'contractor',
    given: async (cast) => ({ id: await targets.in_progress(cast) }),
    back: '/jobs',
  },
  {
    route: '/jobs/:id/book',
    who: 'contractor',
    given: async (cast) => ({ id: await completed(cast), form: { day: dayIn(1), slot: 'morning', back: '/jobs' } }),
  },
  {
    route: '/jobs/:id/book/cancel',
    who: 'contractor',
    given: async (cast) => ({ id: await targets.assigned(cast), form: { ...yes, back: '/jobs' } }),
    back: '/jobs',
  },
  {
    route: '/jobs/:id/complete',
    who: 'contractor',
    given: async (cast) => ({ id: await completed(cast), form: { workDone: 'Once more.' } }),
  },
  ...['no_access', 'return', 'hand_back'].map(
    (happened): Row => ({
      route: '/jobs/:id/complete',
      who: 'contractor',
      given: async (cast) => ({ id: await completed(cast), form: { workDone: 'Once more.', happened } }),
    }),
  ),
  {
    route: '/jobs/:id/mark-complete',
    who: 'contractor',
    given: async (cast) => ({ id: (await finishedQuoteWork(cast)).work.id, form: yes }),
  },
  {
    route: '/jobs/:id/mark-complete',
    who: 'contractor',
    given: async (cast) => ({ id: (await finishedQuoteWork(cast)).work.id }),
    back: '/jobs',
  },
  ...(['agent', 'admin'] as const).map(
    (who): Row => ({
      route: `${who === 'admin' ? '/admin' : ''}/jobs/:id/messages`,
      who,
      given: async (cast, client) => {
        const id = await targets.assigned(cast)
        const path = `${who === 'admin' ? '/admin' : ''}/jobs/${id}/messages`
        return { id, form: await used(client, path, { text: 'When?' }, { text: 'Now?' }) }
      },
    }),
  ),
  {
    route: '/admin/jobs/:id/edit',
    who: 'admin',
    given: async (cast) => ({ id: await completed(cast), form: { propertyName: 'Ivy House' } }),
    back: '/admin/jobs/:id',
  },
  {
    route: '/admin/jobs/:id/reopen',
    who: 'admin',
    given: async (cast) => ({ id: await targets.pending(cast), form: { reason: 'It leaks again' } }),
    back: '/admin/jobs/:id',
  },
  {
    route: '/jobs/:id/edit',
    who: 'agent',
    given: async (cast) => ({ id: await targets.in_progress(cast), form: { propertyName: 'Ivy House' } }),
    back: '/jobs/:id',
  },
  {
    route: '/jobs/:id/cancel',
    who: 'agent',
    given: async (cast) => ({ id: await completed(cast), form: { reason: 'Sold' } }),
    back: '/jobs/:id',
  },
  {
    route: '/jobs/:id/reopen',
    who: 'agent',
    given: async (cast) => ({ id: await targets.assigned(cast), form: { reason: 'It leaks again' } }),
    back: '/jobs/:id',
  },
  {
    route: '/admin/jobs/:id/assign',
    who: 'admin',
    given: async (cast) => ({ id: await completed(cast), form: { contractorId: (await aContractor()).id } }),
    back: '/admin/jobs/:id',
  },
  ...(['assign', 'cancel'] as const).flatMap((verb): Row[] => [
    // Nothing is ticked; what is ticked cannot go.
    { route: `/admin/jobs/${verb}`, who: 'admin', given: async () => ({}), back: '/admin/jobs' },
    {
      route: `/admin/jobs/${verb}`,
      who: 'admin',
      given: async (cast) => ({ form: { id: await completed(cast) } }),
      back: '/admin/jobs',
    },
  ]),
  { route: '/admin/invoices', who: 'admin', given: async () => ({}), back: '/?tab=visits' },
  {
    route: '/admin/jobs/:id/rivals',
    who: 'admin',
    given: async (cast) => ({ id: await completed(cast), form: { contractorId: (await aContractor()).id } }),
    back: '/admin/jobs/:id',
  },
  {
    route: '/admin/jobs/:id/cancel',
    who: 'admin',
    given: async (cast) => ({ id: await completed(cast), form: { reason: 'Sold' } }),
    back: '/admin/jobs/:id',
  },
  {
    route: '/admin/jobs/:id/unassign',
    who: 'admin',
    given: async (cast) => ({ id: await targets.pending(cast), form: yes }),
    back: '/admin/jobs/:id',
  },
  {
    route: '/admin/quotes/:id/invoice',
    who: 'admin',
    given: async (cast) => ({ id: await targets.pendingQuote(cast), form: yes }),
    back: '/?tab=quotes',
  },
  {
    route: '/admin/quotes/:id/delete',
    who: 'admin',
    given: async (cast) => ({ id: (await quoteWork(cast)).quote.id, form: yes }),
    back: '/?tab=quotes',
  },
  {
    route: '/admin/visits/:id/invoice',
    who: 'admin',
    given: async (cast) => ({ id: await invoiced(cast), form: { amount: '60' } }),
    back: '/?tab=visits',
  },
  ...['', 'amount=sixty'].map(
    (sent): Row => ({
      route: '/admin/visits/:id/invoice',
      who: 'admin',
      given: async (cast) => ({ id: await invoiced(cast), form: Object.fromEntries(new URLSearchParams(sent)) }),
      back: '/?tab=visits',
    }),
  ),
  {
    route: '/admin/visits/:id/delete',
    who: 'admin',
    given: async (cast) => ({ id: await invoiced(cast), form: yes }),
    back: '/?tab=visits',
  },
  {
    route: '/admin/emails/:id/resend',
    who: 'admin',
    given: async (cast, client) => {
      const id = await targets.failedEmail(cast)
      await client.submit(`/admin/emails/${id}/resend`)
      return { id }
    },
    back: '/admin/emails?tab=failed',
  },
  {
    route: '/admin/webhooks/new',
    who: 'admin',
    given: async (cast) => {
      for (let made = 0; made < MAX_WEBHOOKS; made++) await targets.aWebhook(cast)
      return { form: WEBHOOK }
    },
  },
  {
    route: '/admin/webhooks/:id/test',
    who: 'admin',
    given: async (cast) => ({ id: await targets.anOffWebhook(cast) }),
    back: '/admin/webhooks/:id',
  },
  {
    route: '/admin/webhooks/:id/take-over',
    who: 'admin',
    given: async (cast) => ({ id: await targets.aWebhook(cast), form: yes }),
    back: '/admin/webhooks/:id',
  },
  {
    route: '/admin/webhooks/:id/turn-on',
    who: 'admin',
    given: async (cast) => ({ id: await targets.aLeftWebhook(cast) }),
    back: '/admin/webhooks/:id',
  },
  {
    route: '/admin/webhooks/:id/deliveries/:deliveryId/send',
    who: 'admin',
    given: async (cast) => ({ id: await targets.anOffWebhookDelivery(cast) }),
    back: '/admin/webhooks/:id',
  },
  {
    route: '/admin/webhooks/:id/rotate',
    who: 'admin',
    given: async (cast, client) => {
      const id = await targets.aWebhook(cast)
      return { id, form: await used(client, `/admin/webhooks/${id}/rotate`, yes, { note: 'other' }) }
    },
    back: '/admin/webhooks/:id',
  },
  ...ACCOUNT_REFUSALS,
]

/** What no state refuses: it does what there is to do, or its thing is gone (404). */
