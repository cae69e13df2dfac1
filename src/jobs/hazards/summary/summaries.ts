import { and, eq, getTableColumns } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { is } from '#db/query/conditions.ts'
import { hazardSummaries, jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Job } from '#src/domain/job/job.ts'
import { composedSummary, type SentSummary, type SummaryTexts } from '#src/domain/property/hazard/summary.ts'
import { NotFound } from '#src/http/errors.ts'
import { oneById } from '#src/http/uuid.ts'
import { hazardOf } from '#src/jobs/hazards/hazard-of-job.ts'
import { type JobRow, jobVisibleTo } from '#src/jobs/queries.ts'
import type { LinkInAnyState } from '#src/links/links.ts'

const { sentById: _, ...columns } = getTableColumns(hazardSummaries)

/** The caller knows that the reader may read the job. Oldest first. */
export const summariesOf = (jobId: string): Promise<SentSummary[]> =>
  db.select(columns).from(hazardSummaries).where(eq(hazardSummaries.jobId, jobId)).orderBy(hazardSummaries.id)

const isShown = is(jobs.hiddenFromEstateAgent, 'no')

export const summaryByLink = ({ about }: Pick<LinkInAnyState, 'about'>): Promise<SentSummary> =>
  oneById(about ?? '', () =>
    db
      .select(columns)
      .from(hazardSummaries)
      .innerJoin(jobs, eq(jobs.id, hazardSummaries.jobId))
      .where(and(eq(hazardSummaries.id, about ?? ''), isShown)),
  )

export async function lockShownJob(tx: Tx, id: string): Promise<JobRow | undefined> {
  const [job] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), isShown))
    .for('update')
  return job
}

async function summaryById(id: string): Promise<SentSummary> {
  return oneById(id, () => db.select(columns).from(hazardSummaries).where(eq(hazardSummaries.id, id)))
}

export async function summaryVisibleTo(user: Actor, id: string): Promise<{ job: Job; summary: SentSummary }> {
  const summary = await summaryById(id)
  return { job: await jobVisibleTo(user, summary.jobId), summary }
}

/** With what a new one would begin with, null where there is no hazard any more. Throws NotFound where there was none. */
export async function summariesVisibleTo(
  user: Actor,
  jobId: string,
): Promise<{ job: Job; draft: SummaryTexts | null; sent: SentSummary[] }> {
  const job = await jobVisibleTo(user, jobId)
  const hazard = hazardOf(job)
  const sent = await summariesOf(job.id)
  if (!hazard && sent.length === 0) throw new NotFound()
  return { job, draft: hazard && composedSummary(job, hazard), sent }
}
