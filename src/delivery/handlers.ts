import { emailHandler } from '#src/emails/handler.ts'
import { standardMailer } from '#src/emails/mailer.ts'
import type { Mailer } from '#src/emails/message.ts'
import { env } from '#src/env.ts'
import { removePhoto } from '#src/photos/actions.ts'
import type { Handlers } from './handler.ts'
import { perMinute, type Rate } from './rate.ts'

/** What does each kind of the outbox's work in a running server, with the mailer and the rate of the environment. */
export const standardHandlers = (
  mailer: Mailer = standardMailer(),
  rate: Rate | undefined = standardRate(),
): Handlers => ({
  email: { ...emailHandler(mailer), rate },
  // Removing what is gone succeeds, so this may be repeated; it never gives up.
  remove_object: { work: removePhoto },
})

/** Files need no rate. */
const standardRate = () => (env.SMTP_URL && env.SMTP_RATE ? perMinute('e-mails', env.SMTP_RATE) : undefined)
