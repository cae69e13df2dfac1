import { join } from 'node:path'
import { env } from '#src/env.ts'
import { fileMailer } from './file-mailer.ts'
import type { Mailer } from './message.ts'
import { smtpMailer } from './smtp-mailer.ts'

/** Where messages are written when there is no SMTP_URL. */
export const mailFolder = (): string => join(env.DATA_DIR, 'mail')

/** To SMTP_URL when it is set, else into files. */
export const standardMailer = (): Mailer =>
  env.SMTP_URL ? smtpMailer(env.SMTP_URL, env.MAIL_FROM, { ca: env.SMTP_CA }) : fileMailer(mailFolder(), env.MAIL_FROM)
