import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sql'
import { migrate as applyMigrations } from 'drizzle-orm/bun-sql/migrator'
import { rawClient } from '#db/client.ts'

/** Any number that no other program takes on this database. */
const LOCK = 7_235_019_462

/**
 * Brings the database up to the newest of db/migrations, which drizzle-kit wrote. Safe when several processes start
 * at once: the others wait, find nothing left to do and go on. Throws when a migration fails; what it did is undone.
 */
export async function migrate(): Promise<void> {
  // One connection of its own: the lock belongs to a session, and a migration may outlast the pool's time limits.
  using connection = await rawClient.reserve()
  const database = drizzle({ client: connection })
  await database.execute(sql`set statement_timeout = 0; set lock_timeout = 0`)
  await database.execute(sql`select pg_advisory_lock(${LOCK})`)
  try {
    await applyMigrations(database, { migrationsFolder: `${import.meta.dir}/migrations` })
  } finally {
    await database.execute(sql`select pg_advisory_unlock(${LOCK})`)
    await database.execute(sql`reset all`)
  }
}
