import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { invoiceJson } from '#src/invoices/json.ts'
import { jobJson } from '#src/jobs/json.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { parsePounds } from '#src/money.ts'
import { jsonInput } from '#src/web/input.ts'
import { json, said } from '#src/web/json.ts'
import { answerList } from '#src/web/listing.ts'
import { asked, type Query } from '#src/web/query.ts'
import { may, signedIn } from '#src/web/session.ts'
import { completeJob, deleteVisit, markJobComplete } from './actions.ts'
import { Completion, completionRule, POSITIVE_AMOUNT, WorkReport, workReportRule } from './input.ts'
import { visitWithJobJson } from './json.ts'
import { visitListing, visitsToInvoiceWhere } from './queries.ts'

const Fee = Type.Object({
  amount: Type.Optional(Type.Union([Type.Number(), Type.String()], { error: POSITIVE_AMOUNT })),
})
const feeRule = ({ amount }: { amount?: number | string }): Record<string, string> =>
  amount === undefined || parsePounds(amount) ? {} : { amount: POSITIVE_AMOUNT }

const toInvoice = ({ user, request, query }: { user: Actor; request: Request; query: Query }) => {
  may(user, 'readInvoicing')
  return answerList(request, query, visitListing(visitsToInvoiceWhere(), asked(query.search)), visitWithJobJson)
}

export const visitsApi = new Elysia({ name: 'visits-api' })
  .use(signedIn)
  .get('/api/contractor-visits-invoicing', toInvoice)
  // The development variant's name for the same list.
  .get('/api/dev/contractor-visits-invoicing', toInvoice)
  .post('/api/jobs/:id/complete', async ({ user, params, request }) => {
    may(user, 'completeJob')
    await completeJob(user, params.id, await jsonInput(request, Completion, { rule: completionRule }))
    return json(jobJson(await jobVisibleTo(user, params.id)))
  })
  .post('/api/jobs/:id/mark-complete', async ({ user, params, request }) => {
    may(user, 'markJobComplete')
    await markJobComplete(
      user,
      params.id,
      await jsonInput(request, WorkReport, { optional: true, rule: workReportRule }),
    )
    return json(jobJson(await jobVisibleTo(user, params.id)))
  })
  .post('/api/visits/:id/mark-invoiced', async ({ user, params, request }) => {
    may(user, 'markInvoiced')
    const { amount } = await jsonInput(request, Fee, { optional: true, rule: feeRule })
    const pence = amount === undefined ? undefined : (parsePounds(amount) ?? undefined)
    return json(invoiceJson(await markVisitInvoiced(user, params.id, pence)), 201)
  })
  .delete('/api/visits/:id', async ({ user, params }) => {
    await deleteVisit(user, params.id)
    return said('The visit has been deleted.')
  })
