import { and, asc, sql } from 'drizzle-orm'
import { isOneOf, isSelected } from '#db/query/conditions.ts'
import { jobSql } from '#db/query/states.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { IN_HAND } from '#src/domain/job/status.ts'
import type { Urgency } from '#src/domain/job/urgency.ts'
import { listedForAdmins } from '#src/jobs/lists.ts'
import { readForAdmins, readForAdminsAmong } from '#src/jobs/queries.ts'
import { firstOf } from '#src/jobs/search/first-of.ts'
import { oldestQuotesToInvoice } from '#src/quotes/queries.ts'
import { startOfWorkingDay } from '#src/runtime/working-days.ts'
import { oldestVisitsToInvoice } from '#src/visits/queries.ts'
import type { ToActOn } from '#views/dashboards/act-now.tsx'

const ROWS = 10

type Waiting = ToActOn & { since: Date }

/** Of each kind those that wait longest, so that none is hidden behind the many of another; the oldest first. */
export async function toActOn(user: Actor): Promise<ToActOn[]> {
  const kinds = await Promise.all([toAssign(user, 'high'), toAssign(user), toChase(user), toInvoice(user)])
  const chosen = new Map<string, Waiting>()
  for (let place = 0; place < ROWS; place++)
    for (const kind of kinds) {
      const row = kind[place]
      if (row && chosen.size < ROWS && !chosen.has(row.job.id)) chosen.set(row.job.id, row)
    }
  return [...chosen.values()].sort((one, other) => one.since.getTime() - other.since.getTime())
}

async function toAssign(user: Actor, urgency?: Urgency): Promise<Waiting[]> {
  const filter = { waitingOn: 'admin', status: 'pending', urgency, sort: 'waiting' } as const
  const found = await listedForAdmins(user, filter).read(null, ROWS)
  return found.map((job) => ({ act: 'assign', job, since: job.waitingSince ?? job.createdAt }))
}

/** Late ones that somebody holds who has heard nothing of them for a working day, and has booked nothing ahead. */
async function toChase(user: Actor): Promise<Waiting[]> {
  const { status, waitingSince, chasedAt, appointmentEndsAt, visitBy } = jobs
  const start = startOfWorkingDay().toISOString()
  const isToChase = and(
    ...[jobSql.isLate(), isOneOf(status, IN_HAND)],
    sql`greatest(${waitingSince}, ${chasedAt}) < ${start}::timestamptz`,
    sql`(${appointmentEndsAt} is null or ${appointmentEndsAt} < now())`,
  )
  const where = isSelected(jobs.id, firstOf([isToChase], { column: visitBy }, ROWS))
  const found = await readForAdmins(user, { where, order: [visitBy, jobs.id].map((column) => asc(column)) })
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
