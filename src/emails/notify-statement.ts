import type { Tx } from '#db/connect/client.ts'
import { type Actor, displayName } from '#src/domain/account/account.ts'
import { LINKS } from '#src/domain/link/link.ts'
import { pounds } from '#src/domain/money.ts'
import { queueEmails } from './actions.ts'
import { NO_ONE_JOB } from './notify.ts'

type Told = { to: string; by: Actor; of: string; period: string; pence: number; linkId: string }

export const notifyOfStatements = (tx: Tx, emailType: 'statement_sent', told: readonly Told[]): Promise<void> =>
  queueEmails(
    tx,
    told.map(({ to, by, of, period, pence, linkId }) => ({
      jobId: null,
      to,
      emailType,
      content: {
        ...NO_ONE_JOB,
        recipientName: '',
        ...{ jobRef: period, propertyName: of, quoteAmount: pounds(pence) },
        ...{ by: displayName(by) || 'The office', path: LINKS.statement.path, linkId },
      },
    })),
  )
