import { drizzle } from 'drizzle-orm/bun-sql'
import { migrate as applyMigrations } from 'drizzle-orm/bun-sql/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { openAlone, rawClient } from './client.ts'
import { INDEX_LOCK } from './indexes.ts'
import { waitForLock } from './lock.ts'

const FOLDER = { migrationsFolder: `${import.meta.dir}/migrations` }

const LOCK = 7_235_019_462

export async function migrate(): Promise<void> {
  // The lock belongs to a session, and a migration may outlast the pool's time limits.
  const client = openAlone()
  try {
    using connection = await client.reserve()
    const database = drizzle({ client: connection })
    await waitForLock(connection, LOCK)
    if (await isMigrated()) return
    // An index that another process builds waits for transactions, and a migration's waits for the index's table.
    await waitForLock(connection, INDEX_LOCK)
    await applyMigrations(database, FOLDER)
  } finally {
    await client.close({ timeout: 0 })
  }
}

export async function isMigrated(): Promise<boolean> {
  const newest = readMigrationFiles(FOLDER).at(-1)?.folderMillis
  const [{ exists }] = await rawClient`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`
  if (!exists) return false
  const [{ last }] = await rawClient`select max(created_at)::float8 as last from drizzle.__drizzle_migrations`
  return last === newest
}
