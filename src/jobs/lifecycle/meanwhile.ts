import { and, desc, eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '#db/connect/client.ts'
import { isOneOf } from '#db/query/conditions.ts'
import { jobEvents, jobs } from '#db/schema.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import type { Meanwhile } from '#src/domain/job/timeline.ts'
import { EVENT_LABELS, type JobEvent, TRANSITIONS } from '#src/domain/job/transitions.ts'
import { hasGoneFrom, isEventReadBy } from '#src/jobs/visible.ts'

const MOVES = Object.keys(TRANSITIONS) as JobEvent[]

/** The last move of a job that the reader may know of; to whoever lost it, that they did and when. */
export async function meanwhileOf(tx: DbOrTx, reader: Reader, jobId: string): Promise<Meanwhile | undefined> {
  const { event, actorId, actorName, createdAt } = jobEvents
  const reason = sql<string | null>`${jobEvents.detail} ->> 'reason'`
  const [move] = await tx
    .select({ event, actorId, by: actorName, at: createdAt, reason, hasGone: hasGoneFrom(reader) })
    .from(jobs)
    .innerJoin(jobEvents, eq(jobEvents.jobId, jobs.id))
    .where(and(eq(jobs.id, jobId), isOneOf(event, MOVES), isEventReadBy(reader, jobEvents.id)))
    .orderBy(desc(jobEvents.id))
    .limit(1)
  if (!move) return undefined
  const isOthersReason = isContractor(reader) && move.event === 'handedBack' && move.actorId !== reader.id
  return {
    ...{ event: move.event, label: EVENT_LABELS[move.event], at: move.at },
    by: move.hasGone ? null : move.by,
    reason: move.hasGone || isOthersReason ? null : move.reason,
  }
}
