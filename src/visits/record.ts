import { eq } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobVisits } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { londonTime, today } from '#src/domain/dates.ts'
import { isQuoteWork } from '#src/domain/job/state.ts'
import { foundNobodyIn } from '#src/domain/visit/state.ts'
import type { VisitOutcome } from '#src/domain/visit/visit.ts'
import { recordChange } from '#src/events/record.ts'
import { Invalid } from '#src/http/errors.ts'
import { noteVisit } from '#src/jobs/lifecycle/move.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { attachPhotos } from '#src/photos/attach.ts'

type NewVisit = {
  workDone: string
  images?: string[]
  visitDate?: Date
  outcome?: VisitOutcome
  needsQuote?: boolean
}

const isBeforeDayOf = ({ createdAt }: JobRow, at: Date): boolean => at < londonTime(today(createdAt), '00:00')

/** A clock that was slow must not have the visit refused. */
const recordedSince = (job: JobRow, { recordedAt }: Actor): Date | undefined =>
  recordedAt && !isBeforeDayOf(job, recordedAt) ? recordedAt : undefined

export async function recordVisit(tx: Tx, user: Actor, job: JobRow, visit: NewVisit): Promise<string> {
  const { workDone, images = [], visitDate, outcome = 'done', needsQuote = false } = visit
  if (visitDate && isBeforeDayOf(job, visitDate))
    throw new Invalid({ visitDate: 'The visit must not be before the day on which the job was raised' })
  const [recorded] = await tx
    .insert(jobVisits)
    .values({
      jobId: job.id,
      contractorId: user.id,
      visitDate: visitDate ?? recordedSince(job, user),
      outcome,
      workDescription: workDone,
      isQuoteRequired: needsQuote ? 'yes' : 'no',
      invoicingStatus: isQuoteWork(job) ? 'not_billable' : 'pending',
    })
    .returning({ id: jobVisits.id, visitDate: jobVisits.visitDate })
  // A closed door does not meet the job's target.
  if (!foundNobodyIn({ outcome })) await noteVisit(tx, job, user, recorded!.visitDate)
  await recordChange(tx, user, { type: 'visit.logged', subjectId: recorded!.id, jobId: job.id, data: { outcome } })
  if (images.length > 0) {
    const photosUrls = await attachPhotos(tx, user, { visitId: recorded!.id }, images)
    await tx.update(jobVisits).set({ photosUrls }).where(eq(jobVisits.id, recorded!.id))
  }
  return recorded!.id
}
