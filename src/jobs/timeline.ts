import { asc, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { jobEvents } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import type { JobEventEntry } from './job.ts'
import { jobVisibleTo } from './queries.ts'

export async function jobTimeline(user: Actor, id: string): Promise<JobEventEntry[]> {
  const job = await jobVisibleTo(user, id)
  const rows = await db.select().from(jobEvents).where(eq(jobEvents.jobId, job.id)).orderBy(asc(jobEvents.id))
  const entries = rows.map(({ jobId: _, ...entry }) => entry)
  return user.role === 'contractor' ? withoutOthersQuotes(user, entries) : entries
}

// An entry is about the quote submitted last, as a job has one pending at a time; a removed one may be any.
function withoutOthersQuotes(user: Actor, entries: JobEventEntry[]): JobEventEntry[] {
  const submitters = new Set(entries.flatMap(({ event, actorId }) => (event === 'quoteSubmitted' ? [actorId] : [])))
  let last: string | null = null
  return entries.map((entry) => {
    if (!entry.event.startsWith('quote') && entry.event !== 'newPriceAsked') return entry
    if (entry.event === 'quoteSubmitted') last = entry.actorId
    const own = last === user.id && (entry.event !== 'quoteRemoved' || submitters.size === 1)
    return own ? entry : { ...entry, detail: null }
  })
}
