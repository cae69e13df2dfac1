import { expect, test } from 'bun:test'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, finishedQuoteWork } from '#tests/support/world.ts'

// Every field that the specification names of a thing is in its JSON, and of a user nothing that only we may know.

const USER = 'id email username firstName lastName profileImageUrl role company phone authType createdAt updatedAt'
const JOB = `id jobRef estateAgentId contractorId estateAgentName estateAgency propertyName propertyAddress issueDescription
  accessNotes status urgency jobType parentJobId hiddenFromEstateAgent createdAt updatedAt contractor estateAgent quotes
  visits quote contractorType`
const VISIT = `id jobId contractorId visitDate workDescription photosUrls images isQuoteRequired invoicingStatus createdAt`
const QUOTE = `id jobId contractorId visitId description amount materialsCost laborCost estimatedDuration validUntil status
  workStatus invoicingStatus notes createdAt updatedAt`
const INVOICE = `id invoiceNumber type jobId contractorId visitId quoteId description amount contractorName
  contractorCompany propertyAddress invoiceDate createdAt updatedAt`

type Thing = Record<string, unknown>
const missing = (thing: unknown, fields: string) => fields.split(/\s+/).filter((name) => !(name in (thing as Thing)))

test('entities have all their fields', async () => {
  const cast = await aCast()
  const { work, quote } = await finishedQuoteWork(cast)
  const { visits } = await aJob(cast, 'completed')
  await aJob(cast, 'completed')
  await aJob(cast, 'quote_pending')
  await markVisitInvoiced(cast.admin, visits[0]!.id)
  const ada = await signedInAs(cast.admin)
  const first = async (path: string) => {
    const body = (await (await ada.get(path)).json()) as Thing | Thing[]
    return Array.isArray(body) ? body[0]! : body
  }
  const job = (await first(`/api/jobs/${work.id}`)) as Thing & { quotes: Thing[] }
  const pending = await first('/api/quotes/pending')
  const visit = await first('/api/contractor-visits-invoicing')
  const things: (readonly [unknown, string])[] = [
    ...['/api/auth/user', '/api/contractors', '/api/estate-agents'].map((path) => [first(path), USER] as const),
    ...[job, pending.job, await first('/api/jobs'), await first('/api/jobs/completed')].map(
      (one) => [one, JOB] as const,
    ),
    ...[visit, pending.workCompletion].map((one) => [one, VISIT] as const),
    ...[pending, job.quotes[0], first(`/api/quotes/${quote.id}`), first('/api/quote-work-invoicing')].map(
      (one) => [one, QUOTE] as const,
    ),
    [first('/api/invoiced-items'), INVOICE],
    [visit.job, 'propertyName jobRef propertyAddress estateAgency issueDescription accessNotes'],
    [visit.contractor, 'firstName lastName company'],
    [first('/api/stats'), 'activeJobs pendingQuotes'],
  ]
  for (const [thing, fields] of things) expect(missing(await thing, fields)).toEqual([])
  for (const path of ['/api/auth/user', '/api/contractors', '/api/estate-agents'])
    expect(Object.keys(await first(path)).filter((name) => /password$|oidc|session|token|version/i.test(name))).toEqual(
      path === '/api/auth/user' ? [] : ['hasPassword'],
    )
})
