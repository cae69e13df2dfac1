import type { Tx } from '#db/connect/client.ts'
import { fullName } from '#src/domain/account/account.ts'
import { dayAndTime } from '#src/domain/dates.ts'
import { hostOf, OFF_WORDS, type OffReason } from '#src/domain/webhook/webhook.ts'
import { queueEmails } from './actions.ts'
import { administrators, NO_ONE_JOB } from './notify.ts'

type Off = { id: string; name: string; url: string; failingSince: Date | null; reason: OffReason }

export async function notifyOfWebhook(tx: Tx, emailType: 'webhook_off', webhook: Off): Promise<void> {
  const content = {
    ...NO_ONE_JOB,
    jobRef: '',
    path: `/admin/webhooks/${webhook.id}`,
    reason: OFF_WORDS[webhook.reason],
    webhook: {
      name: webhook.name,
      host: hostOf(webhook),
      since: webhook.failingSince ? dayAndTime(webhook.failingSince) : '',
    },
  }
  const emails = (await administrators(tx, false)).map((reader) => ({
    ...{ jobId: null, to: reader.email, emailType, content: { ...content, recipientName: fullName(reader) } },
  }))
  await queueEmails(tx, emails)
}
