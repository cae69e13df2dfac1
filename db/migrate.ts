import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sql'
import { migrate as applyMigrations } from 'drizzle-orm/bun-sql/migrator'
import { openAlone } from '#db/client.ts'

/** Any number that no other program takes on this database. */
const LOCK = 7_235_019_462

/**
 * Brings the database up to the newest of db/migrations, which drizzle-kit wrote. Safe when several processes start
 * at once: the others wait, find nothing left to do and go on. Throws when a migration fails; what it did is undone.
 */
export async function migrate(): Promise<void> {
  // One connection of its own: the lock belongs to a session, and a migration may outlast the pool's time limits.
  const client = openAlone()
  try {
    using connection = await client.reserve()
    const database = drizzle({ client: connection })
    await database.execute(sql`select pg_advisory_lock(${LOCK})`)
    await applyMigrations(database, { migrationsFolder: `${import.meta.dir}/migrations` })
  } finally {
    // The lock goes with its session.
    await client.close({ timeout: 0 })
  }
}
