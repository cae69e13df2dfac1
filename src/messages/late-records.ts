import { and, eq } from 'drizzle-orm'
import { messages } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { lateRecordText, MAX_LATE_RECORDS } from '#src/domain/message/late-record.ts'
import type { Message } from '#src/domain/message/message.ts'
import type { Notified } from '#src/emails/notify.ts'
import { Refused } from '#src/http/errors.ts'
import { lockFormerJob } from '#src/jobs/queries.ts'
import { attachPhotos } from '#src/photos/attach.ts'
import { transaction } from '#src/writes/transaction.ts'
import { postMessage } from './actions.ts'
import type { LateRecord } from './input.ts'

/** For administrators only, from whoever has the job or had it; nothing of the job changes. */
export function sendLateRecord(user: Actor, jobId: string, record: LateRecord): Promise<Notified<Message>> {
  authorize(user, 'sendLateRecord')
  const { text, outcome, images = [], visitDate = user.recordedAt } = record
  return transaction(async (tx) => {
    const job = await lockFormerJob(tx, user, jobId)
    const own = and(eq(messages.jobId, job.id), eq(messages.authorId, user.id), eq(messages.late, true))
    if ((await tx.$count(messages, own)) >= MAX_LATE_RECORDS)
      throw new Refused('Enough has been sent about this job. Please call the administrators.')
    const photosUrls = await attachPhotos(tx, user, { jobId: job.id, adminsOnly: true }, images)
    const written = { text: lateRecordText(text, outcome, visitDate), adminsOnly: true, late: true, photosUrls }
    return postMessage(tx, user, job, written)
  })
}
