import type { Tx } from '#db/connect/client.ts'
import { answerBy, type Complaint, complaintRef } from '#src/domain/account/complaint.ts'
import { dayOf } from '#src/domain/dates.ts'
import type { EmailContent } from '#src/domain/email/kinds.ts'
import { queueEmail } from './actions.ts'
import { NO_ONE_JOB } from './notify.ts'

export async function notifyComplainant(
  tx: Tx,
  emailType: 'complaint_received' | 'complaint_answered',
  complaint: Complaint,
): Promise<void> {
  const recipientName = emailType === 'complaint_answered' ? complaint.name : ''
  const content: EmailContent = {
    ...NO_ONE_JOB,
    ...{ recipientName, jobRef: '', path: '/privacy-policy' },
    reason: complaint.answer,
    complaint: {
      ref: complaintRef(complaint),
      madeOn: dayOf(complaint.createdAt),
      answerBy: dayOf(answerBy(complaint)),
    },
  }
  await queueEmail(tx, { jobId: null, to: complaint.email, emailType, content })
}
