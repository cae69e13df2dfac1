import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isAmong } from '#db/query/conditions.ts'
import { emailNotifications, personRecords } from '#db/schema.ts'
import { mailFolder } from '#src/emails/mailer.ts'

const BATCH = 1000

/** The files, of this process, of rows that are gone or have the label that an erasure wrote after the file: it has the name. */
export async function removeStaleLetters(): Promise<void> {
  const names = await readdir(mailFolder()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const letters = names.flatMap((name) => {
    const id = /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?:\..*draft)?$/.exec(name)?.[1]
    return id ? [{ name, id }] : []
  })
  while (letters.length) {
    const some = letters.splice(0, BATCH)
    const current = await currentAmong(some.map(({ id }) => id))
    for (const { name, id } of some) if (!current.has(id)) await rm(join(mailFolder(), name), { force: true })
  }
}

async function currentAmong(ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.execute<{ id: string }>(sql`
    select email.id from ${emailNotifications} email where ${isAmong(sql`email.id`, ids)} and not exists (
      select from ${personRecords} record where record.action = 'erased'
        and email.created_at < coalesce(record.done_at, 'infinity') and position(record.label in email::text) > 0)`)
  return new Set(rows.map(({ id }) => id))
}
