import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { writeWhole } from '#src/runtime/write-whole.ts'
import { type EmailMessage, envelope, type Mailer } from './message.ts'

/** Sorts by time, and is the same at every try, so that a repetition replaces the file. */
const fileName = ({ date, id }: EmailMessage): string =>
  `${date.toISOString().replace(/[^0-9TZ]/g, '')}-${id.replace(/[^A-Za-z0-9-]/g, '')}.eml`

export function fileMailer(folder: string, from: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(message) {
      const { message: bytes } = await composer.sendMail(envelope(message, from))
      if (!Buffer.isBuffer(bytes)) throw new TypeError('The composer was to give a buffer')
      const path = join(folder, fileName(message))
      await writeWhole(`${path}.${crypto.randomUUID()}.draft`, path, bytes)
    },
    close: () => composer.close(),
  }
}
