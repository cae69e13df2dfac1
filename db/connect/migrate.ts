import { readFileSync } from 'node:fs'
import { openAlone, rawClient } from './client.ts'
import { INDEX_LOCK } from './indexes.ts'
import { withLock } from './lock.ts'

const FOLDER = { migrationsFolder: `${import.meta.dir}/../migrations` }

const LOCK = 7_235_019_462

export async function migrate(): Promise<void> {
  if (await isMigrated()) return
  // The lock belongs to a session, and a migration may outlast the pool's time limits.
  const client = openAlone()
  try {
    using connection = await client.reserve()
    await withLock(connection, LOCK, async () => {
      if (await isMigrated()) return
      const { readMigrationFiles } = await import('drizzle-orm/migrator')
      const { applyMigrations } = await import('./apply-migrations.ts')
      // An index that another process builds waits for transactions, and a migration's waits for the index's table.
      await withLock(connection, INDEX_LOCK, () => applyMigrations(connection, readMigrationFiles(FOLDER)))
    })
  } finally {
    await client.close({ timeout: 0 })
  }
}

export async function isMigrated(): Promise<boolean> {
  const journal = readFileSync(`${FOLDER.migrationsFolder}/meta/_journal.json`, 'utf8')
  const newest = (JSON.parse(journal) as { entries: { when: number }[] }).entries.at(-1)?.when
  const [{ exists }] = await rawClient`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`
  if (!exists) return false
  const [{ last }] = await rawClient`select max(created_at)::float8 as last from drizzle.__drizzle_migrations`
  return last === newest
}
