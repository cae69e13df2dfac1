import { join } from 'node:path'
import { env } from '#src/runtime/env.ts'
import type { Mailer } from './message.ts'

export const mailFolder = () => join(env.DATA_DIR, 'mail')

/** Made with the first e-mail: what composes it takes five megabytes, which an idle server does without. */
export function standardMailer(): Mailer {
  let made: Promise<Mailer> | undefined
  const mailer = () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
  return {
    send: async (message, signal) => (await mailer()).send(message, signal),
    close: () =>
      void made?.then(
        (mailer) => mailer.close(),
        () => {},
      ),
  }
}

async function make(): Promise<Mailer> {
  if (env.SMTP_URL) {
    const { smtpMailer } = await import('./smtp-mailer.ts')
    return smtpMailer(env.SMTP_URL, env.MAIL_FROM, { ca: env.SMTP_CA })
  }
  const { fileMailer } = await import('./file-mailer.ts')
  return fileMailer(mailFolder(), env.MAIL_FROM)
}
