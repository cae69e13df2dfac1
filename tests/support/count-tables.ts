import { rawClient } from '#db/client.ts'

/**
 * Has PostgreSQL count its tables, after a test has filled them by thousands. Autovacuum may have counted them while
 * they were empty, and every join of thousands planned as one of a single row takes seconds.
 */
export async function countTables(): Promise<void> {
  await rawClient`analyze`
}
