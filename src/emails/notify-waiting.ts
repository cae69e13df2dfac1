import type { Tx } from '#db/connect/client.ts'
import { fullName, type Person } from '#src/domain/account/account.ts'
import type { EmailContent } from '#src/domain/email/kinds.ts'
import { queueEmail } from './actions.ts'
import { NO_ONE_JOB } from './notify.ts'

export async function notifyWaiting(
  tx: Tx,
  emailType: 'reminder' | 'jobs_urgent' | 'jobs_chased',
  reader: Pick<Person, 'firstName' | 'lastName' | 'email'>,
  about: Required<Pick<EmailContent, 'waiting'>> &
    Partial<Pick<EmailContent, 'unsubscribeId' | 'jobRef' | 'path' | 'by' | 'reason'>>,
): Promise<void> {
  const content = { ...NO_ONE_JOB, recipientName: fullName(reader), jobRef: '', path: '/', ...about }
  await queueEmail(tx, { jobId: null, to: reader.email, emailType, content })
}
