import { join } from 'node:path'
import { ONLY_FILES } from '#src/domain/email/kinds.ts'
import { type Env, env } from '#src/runtime/env.ts'
import { log } from '#src/runtime/log.ts'
import type { Mailer } from './message.ts'

export const mailFolder = () => join(env.DATA_DIR, 'mail')

type Settings = Pick<Env, 'production' | 'SMTP_URL' | 'MAIL_FROM'>

/** Which nobody reads: `/dev/mail` is not there in production. */
export const areOnlyFiles = ({ production, SMTP_URL }: Settings = env): boolean => production && !SMTP_URL

export function warnOfMail(settings: Settings = env): void {
  if (areOnlyFiles(settings)) log.warn('mail.files', ONLY_FILES)
  else if (settings.production && /[@.]example>?\s*$/i.test(settings.MAIL_FROM))
    log.warn(
      'mail.sender',
      'MAIL_FROM is not set, or an address that nobody can have: mail servers may refuse e-mails.',
    )
}

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
