import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import type { ReactElement } from 'react'
import type { Person } from '#src/domain/account/account.ts'
import { JOB_COLUMN_NAMES } from '#src/domain/job/columns.ts'
import type { Job } from '#src/domain/job/job.ts'
import { amountOf } from '#src/domain/job/listed.ts'
import { JOB_STATUSES } from '#src/domain/job/status.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { rendered } from '#tests/support/rendered.ts'
import { Dashboard } from '#views/dashboards/agent.tsx'
import { AdminJobRows } from '#views/jobs/admin-row.tsx'
import { JobItems } from '#views/jobs/list.tsx'
import { QuoteItems } from '#views/quotes/list.tsx'
import { cached, cachedCount, clearMarkupCache } from '#views/ui/cached.tsx'
import { KnownRows } from '#views/ui/known-rows.ts'
import type { Markup } from '#views/ui/markup.tsx'

const NOW = new Date('2026-11-25T12:00:00Z')
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000)
const carl: Person = {
  ...{ id: 'c1', firstName: 'Carl', lastName: 'Mason' },
  ...{ company: "Carl's Plumbing", email: 'carl@plumbing.example', phone: '07700 900123' },
  deletedAt: null,
}
const mina: Person = {
  ...{ id: 'c2', firstName: 'Mina', lastName: 'Hart' },
  ...{ company: null, email: null, phone: null },
  deletedAt: daysAgo(1),
}

const quoteOnly: Omit<QuoteWithJob, 'job'> = {
  id: 'q1',
  jobId: 'j1',
  contractorId: 'c1',
  visitId: 'v1',
  description: 'A new pump',
  amount: 12_000,
  materialsCost: null,
  laborCost: null,
  estimatedDuration: null,
  validUntil: '2026-11-27',
  status: 'pending',
  workStatus: 'not_started',
  workJobId: null,
  invoicingStatus: 'pending',
  notes: null,
  lines: [],
  reason: null,
  version: 1,
  createdAt: daysAgo(2),
  updatedAt: daysAgo(2),
  contractor: carl,
  workCompletion: null,
}

const job: Job = {
  id: 'j1',
  jobRef: 'JOB-000001',
  estateAgentId: 'a1',
  contractorId: 'c1',
  estateAgentName: 'Olivia Hart',
  estateAgency: 'Rightway Lettings',
  propertyName: 'Rose Cottage',
  propertyAddress: '1 Mill Lane\nGuildford GU1 1AA',
  issueDescription: 'The boiler loses pressure every night.',
  accessNotes: null,
  contractorType: null,
  tenantName: null,
  tenantPhone: null,
  status: 'assigned',
  urgency: 'medium',
  jobType: 'visit',
  parentJobId: null,
  photosUrls: [],
  postcode: 'GU1 1AA',
  rivalOfJobId: null,
  rivalOfJobRef: null,
  appointmentStartsAt: null,
  appointmentEndsAt: null,
  cancelReason: null,
  waitingOn: 'contractor',
  waitingFor: 'book',
  waitingSince: daysAgo(3),
  visitBy: daysAgo(-1),
  firstVisitAt: null,
  noAccessVisits: 0,
  hiddenFromEstateAgent: 'no',
  createdAt: daysAgo(5),
  updatedAt: daysAgo(3),
  contractor: carl,
  estateAgent: null,
  quotes: [quoteOnly],
  visits: [],
  ...{ chasedAt: null, unreadMessages: 0, hazardLevel: null, hazardDue: null, hazard: null, certificate: null },
}

/** In everything another job. */
const otherJob: Job = {
  id: 'j2',
  jobRef: 'JOB-000002',
  estateAgentId: 'a2',
  contractorId: 'c2',
  estateAgentName: 'Oscar King',
  estateAgency: 'Leftway Lettings',
  propertyName: 'Elm House',
  propertyAddress: '2 High Street',
  issueDescription: 'The roof leaks into the nursery.',
  accessNotes: 'Key at the office',
  contractorType: 'roofing',
  tenantName: 'Tom',
  tenantPhone: '1',
  status: 'pending',
  urgency: 'high',
  jobType: 'quote_work',
  parentJobId: 'j3',
  photosUrls: ['/objects/1'],
  postcode: null,
  rivalOfJobId: 'j4',
  rivalOfJobRef: 'JOB-000004',
  appointmentStartsAt: daysAgo(-2),
  appointmentEndsAt: daysAgo(-2.1),
  cancelReason: 'Sold',
  waitingOn: 'admin',
  waitingFor: 'finish',
  waitingSince: daysAgo(1),
  visitBy: daysAgo(1),
  firstVisitAt: daysAgo(2),
  ...{ noAccessVisits: 0, hazardLevel: 'significant', hazardDue: daysAgo(-2), hazard: null, certificate: null },
  hiddenFromEstateAgent: 'yes',
  createdAt: daysAgo(9),
  updatedAt: daysAgo(8),
  contractor: mina,
  estateAgent: carl,
  quotes: [],
  visits: [
    {
      id: 'v1',
      jobId: 'j1',
      contractorId: 'c1',
      visitDate: daysAgo(1),
      outcome: 'done',
      workDescription: 'Bled it',
      photosUrls: ['/objects/1', '/objects/2'],
      isQuoteRequired: 'yes',
      invoicingStatus: 'pending',
      ...{ fee: null, invoiceNumber: null },
      createdAt: daysAgo(1),
      contractor: carl,
    },
  ],
  ...{ chasedAt: null, unreadMessages: 2 },
}

const quote: QuoteWithJob = { ...quoteOnly, job }
const otherQuote: QuoteWithJob = {
  id: 'q2',
  jobId: 'j2',
  contractorId: 'c2',
  visitId: null,
  description: 'A new roof',
  amount: 99,
  materialsCost: 1,
  laborCost: 2,
  estimatedDuration: '2 days',
  validUntil: '2026-11-01',
  status: 'declined',
  workStatus: 'completed',
  workJobId: 'j9',
  invoicingStatus: 'invoiced',
  notes: 'Mind the dog',
  lines: null,
  reason: 'Too dear',
  version: 2,
  createdAt: daysAgo(1),
  updatedAt: daysAgo(1),
  contractor: mina,
  job: otherJob,
  workCompletion: otherJob.visits[0]!,
}

/** The first and the second, and each with each field of the other. */
function variations<Thing extends object>(one: Thing, other: Required<Thing>): Thing[] {
  const names = Object.keys(other) as (keyof Thing)[]
  const mixed = names.flatMap((name) => [
    { ...one, [name]: other[name] },
    { ...other, [name]: one[name] },
  ])
  return [one, other, ...mixed]
}

const jobs = [
  ...variations(job, otherJob),
  ...JOB_STATUSES.flatMap((status) => [job, otherJob].map((one) => ({ ...one, status }))),
]
const quotes = [
  ...variations(quote, { ...otherQuote, rivals: { quotes: [quote], waiting: 1 } }),
  ...jobs.slice(0, 60).map((of): QuoteWithJob => ({ ...quote, job: of })),
]

const figures = {
  ...{ activeJobs: 1, pendingQuotes: 1, late: 0, hazards: 0, hazardsLate: 0, unread: 0 },
  ...{ certificatesLate: 0, certificatesSoon: 0, nextDue: null },
}
const dashboard = (recent: readonly Job[], pendingQuotes: readonly QuoteWithJob[]) => (
  <Dashboard recent={recent} pendingQuotes={pendingQuotes} figures={figures} version="1" />
)

const LISTS: Record<string, readonly ReactElement[]> = {
  'an agent’s jobs': jobs.map((one) => <JobItems key={one.id} jobs={[one]} nextHref={null} />),
  'an administrator’s jobs': jobs.map((one) => (
    <AdminJobRows key={one.id} jobs={[{ ...one, amount: amountOf(one) }]} columns={JOB_COLUMN_NAMES} />
  )),
  'an agent’s quotes': ['/quotes', '/quotes?status=pending'].flatMap((href) =>
    quotes.map((one) => <QuoteItems key={one.id} quotes={[one]} href={href} nextHref={null} />),
  ),
  'the dashboard’s jobs': jobs.map((one) => dashboard([one], [])),
  'the dashboard’s quotes': quotes.map((one) => dashboard([], [one])),
}

/** Days from NOW: also just before and after London's midnight and the moments that jobs have. */
const TIMES = [0, 0.2, 0.5 - 1e-8, 0.5, 1, 1 + 2e-8, 2.1 - 1e-8, 2.1, 30]

afterEach(() => {
  setSystemTime()
  clearMarkupCache()
})

describe('a row that is kept is the row that would be rendered', () => {
  test.each(Object.keys(LISTS))('%s: whatever differs, and as time goes by', (name) => {
    const trees = LISTS[name]!
    const seen = new Map<ReactElement, Set<string>>(trees.map((tree) => [tree, new Set()]))
    for (const later of TIMES) {
      setSystemTime(daysAgo(-later))
      const shown = trees.map((tree) => rendered(tree))
      expect(trees.map((tree) => rendered(tree))).toEqual(shown)
      for (const [at, tree] of trees.entries()) {
        clearMarkupCache()
        const fresh = rendered(tree)
        if (fresh !== shown[at]) expect(shown[at]).toBe(fresh)
        seen.get(tree)!.add(fresh)
      }
    }
    // What differs is seen, and so is time: the comparison is not one of equals.
    expect(new Set([...seen.values()].map((told) => [...told].join())).size).toBeGreaterThan(20)
    expect([...seen.values()].filter((told) => told.size > 1).length).toBeGreaterThan(trees.length / 4)
  })
})

const rows = cached(({ id, text }: { id: number; text: string }) => (
  <li id={`row-${id}`} title={text}>
    {text}
    <b>{text}</b>
  </li>
))
const listOf = (all: { id: number; text: string }[]) => rendered(<ul>{rows(all)}</ul>)

test('cached rows are escaped, in a list of new and old ones', () => {
  const hostile = '</b><end-of-row></end-of-row><script>alert("1")</script>&amp;\'\u0000'
  const all = [0, 1, 2].map((id) => ({ id, text: `${hostile}${id}` }))
  listOf([all[1]!])
  const row = ({ id, text }: { id: number; text: string }) => (
    <li key={id} id={`row-${id}`} title={text}>
      {text}
      <b>{text}</b>
    </li>
  )
  expect(listOf(all)).toBe(rendered(<ul>{all.map(row)}</ul>))
  expect(listOf(all)).not.toContain('<script')
})

test('however many rows are told, few are kept', () => {
  const text = 'x'.repeat(500)
  let most = 0
  for (let page = 0; page < 400; page++) {
    listOf(Array.from({ length: 50 }, (_, at) => ({ id: page * 50 + at, text })))
    most = Math.max(most, cachedCount())
  }
  expect(most).toBeGreaterThan(1000)
  expect(most).toBeLessThan(3000)
})

test('a row that is kept for long does not keep the rows that once stood beside it', () => {
  const made: Markup[] = []
  class Noted extends KnownRows {
    override omitIfKnown(row: Markup): Markup {
      made.push(row)
      return row
    }
  }
  const all = Array.from({ length: 100 }, (_, id) => ({ id, text: 'x'.repeat(700) }))
  rendered(<ul>{rows(all, new Noted())}</ul>)
  expect(made).toHaveLength(100)
  for (const { buffer, length } of made) expect(buffer.byteLength).toBe(length)
})
