import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NotFound } from '#src/web/errors.ts'
import { type Eml, readEml } from './eml.ts'
import { mailFolder } from './mailer.ts'

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*\.eml$/

export type Mail = Eml & { name: string }

/** The newest messages that were written into files. */
export async function mails(limit = 100): Promise<Mail[]> {
  const names = await readdir(mailFolder()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const newest = names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .slice(0, limit)
  return Promise.all(newest.map(mail))
}

/** One message. Throws NotFound for what is no message's name or not there. */
export async function mail(name: string): Promise<Mail> {
  if (!NAME.test(name)) throw new NotFound()
  const bytes = await readFile(join(mailFolder(), name)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new NotFound() : error
  })
  return { name, ...readEml(bytes) }
}
