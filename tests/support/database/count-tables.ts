import { rawClient } from '#db/connect/client.ts'

/**
 * Does what autovacuum soon would, after a test has filled tables by thousands. It may have counted them while they were
 * empty, and every join of thousands planned as one of a single row takes seconds; and what a gin index has not yet put
 * in its place is read whole by each search, so that the plan may do without the index.
 */
export async function countTables(): Promise<void> {
  await rawClient`analyze`
  await rawClient`
    select gin_clean_pending_list(c.oid) from pg_class c join pg_am a on a.oid = c.relam
      where a.amname = 'gin' and c.relkind = 'i' and c.relnamespace = 'public'::regnamespace`
}
