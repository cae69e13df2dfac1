import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { envelope, type Mailer, type Message } from './message.ts'

/** Sorts by time, and is the same at every try, so that a repetition replaces the file. */
const fileName = ({ date, id }: Message): string =>
  `${date.toISOString().replace(/[^0-9TZ]/g, '')}-${id.replace(/[^A-Za-z0-9-]/g, '')}.eml`

export function fileMailer(folder: string, from: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(message) {
      const { message: bytes } = await composer.sendMail(envelope(message, from))
      if (!Buffer.isBuffer(bytes)) throw new TypeError('The composer was to give a buffer')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(join(folder, fileName(message)), bytes)
    },
    close: () => composer.close(),
  }
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}.draft`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
