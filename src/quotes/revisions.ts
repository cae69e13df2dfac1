import type { Actor } from '#src/domain/account/account.ts'
import type { Revision } from '#src/domain/quote/quote.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { jobTimeline } from '#src/jobs/timeline.ts'

export async function revisionsOf(user: Actor, { version, jobId, job, createdAt }: QuoteWithJob): Promise<Revision[]> {
  if (version === 1 || job.id !== jobId) return []
  const revised = (await jobTimeline(user, jobId)).filter(
    ({ event, createdAt: at }) => event === 'quoteRevised' && at > createdAt,
  )
  return revised
    .slice(0, version - 1)
    .flatMap(({ detail, createdAt: at }) => (detail?.from ? [{ from: detail.from, at }] : []))
}
