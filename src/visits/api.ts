import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { JOB_HANDED_BACK } from '#src/domain/visit/visit.ts'
import { Confirmation } from '#src/http/answers.ts'
import { CSV, describedUnder } from '#src/http/described.ts'
import { jsonInput } from '#src/http/input.ts'
import { answerList } from '#src/http/list/listing.ts'
import { LIST, SEARCH } from '#src/http/parameters.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { answerCsv } from '#src/http/respond/csv.ts'
import { json, message } from '#src/http/respond/json.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { InvoiceSchema } from '#src/invoices/answers.ts'
import { Fee, feeRule } from '#src/invoices/input.ts'
import { invoiceJson } from '#src/invoices/json.ts'
import { answerJob, currentJob } from '#src/jobs/answer.ts'
import { ChangedJob } from '#src/jobs/answers.ts'
import { once } from '#src/writes/idempotency.ts'
import { completeJob, deleteVisit, markJobComplete } from './actions.ts'
import { VisitsWithJobs } from './answers.ts'
import { VISIT_COLUMNS } from './csv.ts'
import { handJobBack } from './hand-back.ts'
import {
  Completion,
  completionRule,
  HandBack,
  UnfinishedVisit,
  unfinishedVisitRule,
  WorkReport,
  workReportRule,
} from './input.ts'
import { visitWithJobJson } from './json.ts'
import { VISIT_FILTERS, visitsFor, visitsToInvoice } from './lists.ts'
import { recordUnfinishedVisit } from './unfinished.ts'

const described = describedUnder('Visits')

const toInvoice = ({ user, request, query }: { user: Actor; request: Request; query: Query }) => {
  authorize(user, 'readInvoicing')
  return answerList(request, query, visitsToInvoice(queryText(query.search)), visitWithJobJson)
}

export const visitsApi = new Elysia({ name: 'visits-api' })
  .use(signedIn)
  .get(
    '/api/visits',
    ({ user, request, query }) => {
      const list = visitsFor(authorize(user, 'readVisits'), VISIT_FILTERS.read(query))
      return answerList(request, query, list, visitWithJobJson)
    },
    described('findVisits', 'The visits that one may read, filtered', {
      by: 'readVisits',
      query: { ...LIST, ...VISIT_FILTERS.parameters },
      answers: { 200: VisitsWithJobs },
    }),
  )
  .get(
    '/api/contractor-visits-invoicing',
    toInvoice,
    described('listVisitsToInvoice', 'Visits whose fee is to be invoiced', {
      by: 'readInvoicing',
      query: LIST,
      answers: { 200: VisitsWithJobs },
    }),
  )
  .get(
    '/api/contractor-visits-invoicing/export.csv',
    ({ user, request, query }) => {
      authorize(user, 'readInvoicing')
      return answerCsv(request, 'visits', VISIT_COLUMNS, visitsToInvoice(queryText(query.search)))
    },
    described('exportVisitsToInvoice', 'The same visits as CSV', {
      by: 'readInvoicing',
      query: SEARCH,
      answers: { 200: CSV },
    }),
  )
  // The same list under its older name.
  .get(
    '/api/dev/contractor-visits-invoicing',
    toInvoice,
    described('listVisitsToInvoiceDev', 'Visits whose fee is to be invoiced, under an older name', {
      by: 'readInvoicing',
      query: LIST,
      deprecated: true,
      answers: { 200: VisitsWithJobs },
    }),
  )
  .post(
    '/api/jobs/:id/complete',
    ({ user, params, request }) => {
      authorize(user, 'completeJob')
      const complete = async () =>
        completeJob(user, params.id, await jsonInput(request, Completion, { rule: completionRule }))
      return once({ user, request, current: currentJob(user, params.id) }, complete, answerJob(user))
    },
    described('completeJob', 'Records the visit, and the quote if needsQuote', {
      by: 'completeJob',
      ifMatch: true,
      body: Completion,
      answers: { 200: ChangedJob },
    }),
  )
  .post(
    '/api/jobs/:id/mark-complete',
    ({ user, params, request }) => {
      authorize(user, 'markJobComplete')
      const complete = async () => {
        const report = await jsonInput(request, WorkReport, { optional: true, rule: workReportRule })
        return markJobComplete(user, params.id, report)
      }
      return once({ user, request, current: currentJob(user, params.id) }, complete, answerJob(user))
    },
    described('finishQuoteWork', 'Finishes quote work; with workDone it records the visit', {
      by: 'markJobComplete',
      ifMatch: true,
      body: WorkReport,
      optionalBody: true,
      answers: { 200: ChangedJob },
    }),
  )
  .post(
    '/api/jobs/:id/visits',
    ({ user, params, request }) => {
      authorize(user, 'recordVisit')
      const record = async () =>
        recordUnfinishedVisit(user, params.id, await jsonInput(request, UnfinishedVisit, { rule: unfinishedVisitRule }))
      return once({ user, request, current: currentJob(user, params.id) }, record, answerJob(user))
    },
    described(
      'recordUnfinishedVisit',
      'Records a visit that did not finish the job: nobody was in, or another is needed, which startsAt and endsAt book',
      { by: 'recordVisit', ifMatch: true, body: UnfinishedVisit, answers: { 200: ChangedJob } },
    ),
  )
  .post(
    '/api/jobs/:id/hand-back',
    ({ user, params, request }) => {
      authorize(user, 'handJobBack')
      const handBack = async () => handJobBack(user, params.id, (await jsonInput(request, HandBack)).reason)
      // The job itself may no longer be theirs to read.
      return once({ user, request, current: currentJob(user, params.id) }, handBack, ({ unreached }) =>
        message([JOB_HANDED_BACK, ...unreached].join(' ')),
      )
    },
    described('handJobBack', 'Gives a job back: it is pending, and nobody’s', {
      by: 'handJobBack',
      ifMatch: true,
      body: HandBack,
      answers: { 200: Confirmation },
    }),
  )
  .post(
    '/api/visits/:id/mark-invoiced',
    ({ user, params, request }) => {
      authorize(user, 'markInvoiced')
      const invoice = async () =>
        markVisitInvoiced(user, params.id, await jsonInput(request, Fee, { optional: true, rule: feeRule }))
      return once({ user, request }, invoice, (issued) => json(invoiceJson(issued), 201))
    },
    described('invoiceVisit', 'Invoices a visit; without amount for the usual call-out fee', {
      by: 'markInvoiced',
      body: Fee,
      optionalBody: true,
      answers: { 201: InvoiceSchema },
    }),
  )
  .delete(
    '/api/visits/:id',
    ({ user, params, request }) => {
      authorize(user, 'deleteVisit')
      return once(
        { user, request },
        () => deleteVisit(user, params.id),
        () => message('The visit has been deleted.'),
      )
    },
    described('deleteVisit', 'Deletes a visit that is not invoiced', {
      by: 'deleteVisit',
      once: true,
      answers: { 200: Confirmation },
    }),
  )
