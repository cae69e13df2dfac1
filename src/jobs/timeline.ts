import { and, desc, eq, getTableColumns, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#db/connect/client.ts'
import { isOneOf, literal } from '#db/query/conditions.ts'
import { type RowOf, selection } from '#db/query/selection.ts'
import { happenedWithin, interval } from '#db/query/time-marks.ts'
import { jobEvents, jobs, users } from '#db/schema.ts'
import { forEachRole } from '#src/accounts/people/reader.ts'
import { type Actor, fullName } from '#src/domain/account/account.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { isOfAccess } from '#src/domain/job/changes.ts'
import {
  ANOTHER_CONTRACTOR,
  HIDDEN_FROM_CONTRACTORS,
  type JobEventEntry,
  MAX_ENTRIES,
} from '#src/domain/job/timeline.ts'
import { Refused } from '#src/http/errors.ts'
import { jobVisibleTo } from './queries.ts'
import { hasGoneFrom, isEventReadBy, mayKnowAccess } from './visible.ts'

const MAX_CHANGES = 20

/** Throws Refused: of each change mails go to whom the agent has named. */
export async function refuseTooManyChanges(tx: Tx, jobId: string): Promise<void> {
  const isChange = isOneOf(jobEvents.event, ['appointmentBooked', 'appointmentChanged', 'quoteRevised'])
  const within = happenedWithin(jobEvents.createdAt, interval('1 hours'))
  if ((await tx.$count(jobEvents, and(eq(jobEvents.jobId, jobId), isChange, within))) >= MAX_CHANGES)
    throw new Refused(`This job’s visit and quote changed ${MAX_CHANGES} times within an hour. Please try again later.`)
}

const actor = alias(users, 'actor')
const { jobId: _, ...entry } = getTableColumns(jobEvents)
const columns = { entry, actorRole: actor.role }

const eventsOfJob = forEachRole((reader) =>
  selection(
    { ...columns, hasGone: hasGoneFrom(reader), knowsAccess: mayKnowAccess(reader) },
    sql`from ${jobs} join ${jobEvents} on ${eq(jobEvents.jobId, jobs.id)}
      left join ${users} "actor" on ${eq(actor.id, jobEvents.actorId)}
      where ${eq(jobs.id, sql.placeholder('job'))} and ${isEventReadBy(reader, jobEvents.id) ?? sql`true`}
        and ${isContractor(reader) ? not(isOneOf(jobEvents.event, HIDDEN_FROM_CONTRACTORS)) : sql`true`}
      order by ${desc(jobEvents.id)} limit ${literal(MAX_ENTRIES)}`,
  ),
)
type Found = RowOf<typeof columns> & { hasGone: boolean; knowsAccess: boolean }

export async function jobTimeline(user: Actor, id: string): Promise<JobEventEntry[]> {
  const job = await jobVisibleTo(user, id)
  const rows = (await eventsOfJob(user)({ reader: user.id, job: job.id })).toReversed()
  if (!isContractor(user)) return rows.map(({ entry }) => entry!)
  return withoutOthersQuotes(
    user,
    rows.map((row) => forContractor(user, row)),
  )
}

function forContractor(user: Actor, { entry, actorRole, hasGone, knowsAccess }: Found): JobEventEntry {
  const isOthers = actorRole === 'contractor' && entry!.actorId !== user.id
  const isHidden = (key: string, value: string) =>
    (!knowsAccess && isOfAccess(key)) || (hasGone && key === 'contractor' && value !== fullName(user))
  return {
    ...entry!,
    ...(hasGone && isOthers && { actorId: null, actorName: ANOTHER_CONTRACTOR }),
    detail: entry!.event === 'handedBack' && entry!.actorId !== user.id ? null : without(entry!.detail, isHidden),
  }
}

const without = (detail: JobEventEntry['detail'], isHidden: (key: string, value: string) => boolean) =>
  detail && Object.fromEntries(Object.entries(detail).filter(([key, value]) => !isHidden(key, value)))

const isOfQuote = ({ event }: JobEventEntry): boolean => event.startsWith('quote') || event === 'newPriceAsked'

// An entry is about the quote submitted last, as a job has one pending at a time; a removed one may be any.
function withoutOthersQuotes(user: Actor, entries: JobEventEntry[]): JobEventEntry[] {
  const isWhole = entries.length < MAX_ENTRIES
  const submitters = new Set(entries.flatMap(({ event, actorId }) => (event === 'quoteSubmitted' ? [actorId] : [])))
  let last: string | null = null
  return entries.map((entry) => {
    if (!isOfQuote(entry)) return entry
    if (entry.event === 'quoteSubmitted') last = entry.actorId
    const own = last === user.id && (entry.event !== 'quoteRemoved' || (isWhole && submitters.size === 1))
    return own ? entry : { ...entry, detail: null }
  })
}
