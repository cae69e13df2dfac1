import type { Actor } from '#src/domain/account/account.ts'
import type { Evidence } from '#src/domain/job/evidence.ts'
import { decisionIn, revisionsIn } from '#src/domain/quote/revisions.ts'
import { attemptsOf } from '#src/jobs/hazards/hazard-form.ts'
import { hazardOf } from '#src/jobs/hazards/hazard-of-job.ts'
import { summariesOf } from '#src/jobs/hazards/summary/summaries.ts'
import { jobVisibleTo, refsVisibleTo } from '#src/jobs/queries.ts'
import { jobTimeline } from '#src/jobs/timeline.ts'
import { messagesOf } from '#src/messages/queries.ts'

export async function evidenceOf(user: Actor, id: string): Promise<Evidence> {
  const job = await jobVisibleTo(user, id)
  const related: [id: string | null, words: string][] = [
    [job.parentJobId, 'Quoted in'],
    [job.rivalOfJobId, 'Another quote for'],
    ...job.quotes.map(({ workJobId }): [string | null, string] => [workJobId, 'Carried out as']),
  ]
  const [timeline, { messages }, refs, summaries] = await Promise.all([
    jobTimeline(user, job.id),
    messagesOf(user, job.id),
    refsVisibleTo(
      user,
      related.flatMap(([other]) => other ?? []),
    ),
    summariesOf(job.id),
  ])
  return {
    job,
    timeline,
    hazard: { hazard: hazardOf(job), attempts: attemptsOf(job) },
    summaries,
    messages: messages.filter(({ adminsOnly }) => !adminsOnly),
    quotes: job.quotes.map((quote) => ({
      quote,
      revisions: revisionsIn(timeline, quote),
      decision: decisionIn(timeline, job.quotes, quote),
    })),
    others: related.flatMap(([other, words]) => {
      const jobRef = other !== job.id && other && refs.get(other)
      return jobRef ? [{ id: other, jobRef, words }] : []
    }),
  }
}
