import type { Tx } from '#db/connect/client.ts'
import { fullName, type Person } from '#src/domain/account/account.ts'
import { countedMore, MAX_GATHERED } from '#src/domain/email/kinds.ts'
import { queueEmail } from './actions.ts'
import { NO_ONE_JOB } from './notify.ts'

type Told = { lines: readonly string[]; unsubscribeId: string }

export function notifyOfCertificates(
  tx: Tx,
  emailType: 'certificates_due',
  reader: Pick<Person, 'firstName' | 'lastName' | 'email'>,
  { lines, unsubscribeId }: Told,
): Promise<void> {
  const { length } = lines
  const more = length > MAX_GATHERED ? [countedMore(length - MAX_GATHERED)] : []
  const content = {
    ...{ ...NO_ONE_JOB, recipientName: fullName(reader), unsubscribeId, path: '/certificates' },
    jobRef: length === 1 ? 'One certificate' : `${length} certificates`,
    changes: [...lines.slice(0, MAX_GATHERED), ...more].join('\n'),
  }
  return queueEmail(tx, { jobId: null, to: reader.email, emailType, content })
}
