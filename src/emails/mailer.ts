import { join } from 'node:path'
import { env } from '#src/env.ts'
import { fileMailer } from './file-mailer.ts'
import type { Mailer } from './message.ts'
import { smtpMailer } from './smtp-mailer.ts'

export const standardMailer = (): Mailer =>
  env.SMTP_URL
    ? smtpMailer(env.SMTP_URL, env.MAIL_FROM, { ca: env.SMTP_CA })
    : fileMailer(join(env.DATA_DIR, 'mail'), env.MAIL_FROM)
