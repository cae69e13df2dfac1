import type { Actor } from '#src/domain/account/account.ts'
import type { Urgency } from '#src/domain/job/urgency.ts'
import { readForAdminsAmong } from '#src/jobs/queries.ts'
import { longestToAssign } from '#src/jobs/waiting/to-assign.ts'
import { longestLateToChase } from '#src/jobs/waiting/to-chase.ts'
import { oldestQuotesToInvoice } from '#src/quotes/queries.ts'
import { oldestVisitsToInvoice } from '#src/visits/queries.ts'
import type { ToActOn } from '#views/dashboards/act-now.tsx'

const ROWS = 10

type Waiting = ToActOn & { since: Date }

/** Of each kind those that wait longest, so that none is hidden behind the many of another; the oldest first. */
export async function toActOn(user: Actor): Promise<ToActOn[]> {
  const kinds = await Promise.all([toAssign(user, ['high']), toAssign(user), toChase(user), toInvoice(user)])
  const chosen = new Map<string, Waiting>()
  for (let place = 0; place < ROWS; place++)
    for (const kind of kinds) {
      const row = kind[place]
      if (row && chosen.size < ROWS && !chosen.has(row.job.id)) chosen.set(row.job.id, row)
    }
  return [...chosen.values()].sort((one, other) => one.since.getTime() - other.since.getTime())
}

async function toAssign(user: Actor, urgencies?: readonly Urgency[]): Promise<Waiting[]> {
  const found = await longestToAssign(user, ROWS, urgencies)
  return found.map((job) => ({ act: 'assign', job, since: job.waitingSince ?? job.createdAt }))
}

async function toChase(user: Actor): Promise<Waiting[]> {
  const found = await longestLateToChase(user, ROWS)
  return found.map((job) => ({ act: 'chase', job, since: job.visitBy ?? job.createdAt }))
}

async function toInvoice(user: Actor): Promise<Waiting[]> {
  const [visits, quotes] = await Promise.all([oldestVisitsToInvoice(ROWS), oldestQuotesToInvoice(user, ROWS)])
  const items = [
    ...visits.map(
      ({ id, job, visitDate }) => ({ jobId: job.id, act: 'invoiceVisit', visitId: id, since: visitDate }) as const,
    ),
    ...quotes.map((quote) => ({ jobId: quote.job.id, act: 'invoiceQuote', quote, since: quote.createdAt }) as const),
  ]
  const found = await readForAdminsAmong(
    user,
    items.map(({ jobId }) => jobId),
  )
  const known = new Map(found.map((job) => [job.id, job]))
  return items
    .flatMap(({ jobId, ...item }): Waiting[] => {
      const job = known.get(jobId)
      return job ? [{ ...item, job }] : []
    })
    .sort((one, other) => one.since.getTime() - other.since.getTime())
}
