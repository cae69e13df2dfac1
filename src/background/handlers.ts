import { emailHandler } from '#src/emails/handler.ts'
import { standardMailer } from '#src/emails/mailer.ts'
import type { Mailer } from '#src/emails/message.ts'
import { remindOfEmergency } from '#src/jobs/hazards/emergency.ts'
import { notifyOfMessages } from '#src/messages/notify.ts'
import { erasePhoto } from '#src/photos/removal.ts'
import { erasePart } from '#src/privacy/people/erase.ts'
import { raiseForCertificate } from '#src/properties/certificates/raise.ts'
import type { Handlers } from '#src/queue/handler.ts'
import { perMinute, type Rate } from '#src/queue/rate.ts'
import { notifyUrgent } from '#src/reminders/urgent.ts'
import { env } from '#src/runtime/env.ts'
import { webhookHandler } from '#src/webhooks/handler.ts'

export const standardHandlers = (
  mailer: Mailer = standardMailer(),
  rate: Rate | undefined = standardRate(),
): Handlers => ({
  email: { ...emailHandler(mailer), rate },
  remove_object: { work: erasePhoto, failure: 'storage' },
  messages: { work: notifyOfMessages },
  urgent: { work: notifyUrgent },
  hazard: { work: remindOfEmergency },
  webhook: webhookHandler(),
  erasure: { work: erasePart },
  certificate: { work: raiseForCertificate },
})

const standardRate = () => (env.SMTP_URL && env.SMTP_RATE ? perMinute('e-mails', env.SMTP_RATE) : undefined)
