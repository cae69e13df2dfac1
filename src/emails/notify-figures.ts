import type { Tx } from '#db/connect/client.ts'
import { fullName, type Person, type Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import type { MonthFigures } from '#src/domain/email/kinds.ts'
import { queueEmail } from './actions.ts'
import { NO_ONE_JOB } from './notify.ts'

type Told = { figures: MonthFigures; unsubscribeId: string; month: string }

export const notifyOfFigures = (
  tx: Tx,
  emailType: 'month_figures',
  reader: Pick<Person, 'firstName' | 'lastName' | 'email'> & { role: Role | null },
  { month, ...about }: Told,
): Promise<void> =>
  queueEmail(tx, {
    ...{ jobId: null, to: reader.email, emailType },
    content: {
      ...NO_ONE_JOB,
      ...{ recipientName: fullName(reader), jobRef: '', unsubscribes: 'figures', ...about },
      path: `${isAdmin(reader) ? '/admin' : ''}/figures?month=${month}`,
    },
  })
