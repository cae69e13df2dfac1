import type { SQL } from 'bun'

/**
 * Waits for an advisory lock of the connection's session, which ends with it. It asks again and again: a statement that
 * waits inside the database is itself what an index that is built concurrently waits for.
 */
export async function waitForLock(connection: SQL, lock: number): Promise<void> {
  while (!(await lockNow(connection, lock))) await Bun.sleep(100)
}

/** Takes an advisory lock of the connection's session. Returns false when another has it. */
export async function lockNow(connection: SQL, lock: number): Promise<boolean> {
  const [row] = await connection.unsafe(`select pg_try_advisory_lock(${lock}) as locked`)
  return row.locked
}
