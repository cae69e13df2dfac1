import type { Actor } from '#src/domain/account/account.ts'
import type { Revision } from '#src/domain/quote/quote.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { revisionsIn } from '#src/domain/quote/revisions.ts'
import { jobTimeline } from '#src/jobs/timeline.ts'

export async function revisionsOf(user: Actor, quote: QuoteWithJob): Promise<Revision[]> {
  const { version, jobId, job } = quote
  if (version === 1 || job.id !== jobId) return []
  return revisionsIn(await jobTimeline(user, jobId), quote)
}
