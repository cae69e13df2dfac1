import type { Actor } from '#src/domain/account/account.ts'
import { JOB_HANDED_BACK } from '#src/domain/visit/visit.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { LIST } from '#src/http/parameters.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { Confirmation } from '#src/http/schemas.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { Fee, feeRule } from '#src/invoices/input.ts'
import { invoiceJson } from '#src/invoices/json.ts'
import { InvoiceSchema } from '#src/invoices/schemas.ts'
import { answerJob, currentJob } from '#src/jobs/api-answer.ts'
import { ChangedJob } from '#src/jobs/schemas.ts'
import { completeJob, deleteVisit, markJobComplete } from './actions.ts'
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
import { VisitsWithJobs } from './schemas.ts'
import { recordUnfinishedVisit } from './unfinished.ts'

const { list, csv, post, remove } = callsUnder('Visits')

const found = ({ user, query }: { user: Actor; query: Query }) => visitsFor(user, VISIT_FILTERS.read(user, query))

const toInvoice = ({ query }: { user: Actor; query: Query }) => visitsToInvoice(queryText(query.search))

export const visitsApi = apiOf('visits-api', [
  list(
    '/api/visits',
    'findVisits',
    'The visits that one may read, filtered',
    { may: 'readVisits', query: { ...LIST, ...VISIT_FILTERS.parameters }, answer: VisitsWithJobs },
    found,
    visitWithJobJson,
  ),
  csv(
    '/api/visits/export.csv',
    'exportVisits',
    'The same visits as CSV',
    { may: 'readVisits', query: VISIT_FILTERS.parameters, file: 'visits', columns: VISIT_COLUMNS },
    found,
  ),
  list(
    '/api/contractor-visits-invoicing',
    'listVisitsToInvoice',
    'Visits whose fee is to be invoiced',
    { may: 'readInvoicing', answer: VisitsWithJobs },
    toInvoice,
    visitWithJobJson,
  ),
  csv(
    '/api/contractor-visits-invoicing/export.csv',
    'exportVisitsToInvoice',
    'The same visits as CSV',
    { may: 'readInvoicing', file: 'visits', columns: VISIT_COLUMNS },
    toInvoice,
  ),
  list(
    '/api/dev/contractor-visits-invoicing',
    'listVisitsToInvoiceDev',
    'Visits whose fee is to be invoiced, under an older name',
    { may: 'readInvoicing', deprecated: true, answer: VisitsWithJobs },
    toInvoice,
    visitWithJobJson,
  ),
  post(
    '/api/jobs/:id/complete',
    'completeJob',
    'Records the visit, and the quote if needsQuote',
    {
      may: 'completeJob',
      ifMatch: currentJob,
      later: true,
      body: Completion,
      rule: completionRule,
      answer: ChangedJob,
    },
    ({ user, params, body }) => completeJob(user, params.id, body),
    answerJob,
  ),
  post(
    '/api/jobs/:id/mark-complete',
    'finishQuoteWork',
    'Finishes quote work; with workDone it records the visit',
    {
      may: 'markJobComplete',
      ifMatch: currentJob,
      ...{ body: WorkReport, optional: true, later: true, rule: workReportRule },
      answer: ChangedJob,
    },
    ({ user, params, body }) => markJobComplete(user, params.id, body),
    answerJob,
  ),
  post(
    '/api/jobs/:id/visits',
    'recordUnfinishedVisit',
    'Records a visit that did not finish the job: nobody was in, or another is needed, which startsAt and endsAt book',
    {
      may: 'recordVisit',
      ifMatch: currentJob,
      later: true,
      body: UnfinishedVisit,
      rule: unfinishedVisitRule,
      answer: ChangedJob,
    },
    ({ user, params, body }) => recordUnfinishedVisit(user, params.id, body),
    answerJob,
  ),
  post(
    '/api/jobs/:id/hand-back',
    'handJobBack',
    'Gives a job back: it is pending, and nobody’s',
    { may: 'handJobBack', ifMatch: currentJob, later: true, body: HandBack, answer: Confirmation },
    ({ user, params, body }) => handJobBack(user, params.id, body.reason),
    // The job itself may no longer be theirs to read.
    ({ unreached }) => ({ message: [JOB_HANDED_BACK, ...unreached].join(' ') }),
  ),
  post(
    '/api/visits/:id/mark-invoiced',
    'invoiceVisit',
    'Invoices a visit; without amount for the usual call-out fee',
    { may: 'markInvoiced', body: Fee, optional: true, rule: feeRule, answer: InvoiceSchema, status: 201 },
    ({ user, params, body }) => markVisitInvoiced(user, params.id, body),
    invoiceJson,
  ),
  remove(
    '/api/visits/:id',
    'deleteVisit',
    'Deletes a visit that is not invoiced',
    { may: 'deleteVisit', answer: Confirmation },
    ({ user, params }) => deleteVisit(user, params.id),
    () => ({ message: 'The visit has been deleted.' }),
  ),
])
