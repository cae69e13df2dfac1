import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'

/** How many rings of waiting transactions PostgreSQL has broken. Every connection of the pool tells first what it has met. */
export async function deadlocks(): Promise<number> {
  const tell = () => db.transaction((tx) => tx.execute(sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`))
  await Promise.all(Array.from({ length: 30 }, tell))
  const [row] = await db.execute<{ count: number }>(
    sql`select deadlocks::int as count from pg_stat_database where datname = current_database()`,
  )
  return row!.count
}
