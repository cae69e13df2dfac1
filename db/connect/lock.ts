import type { SQL } from 'bun'

/**
 * Waits for an advisory lock of the connection's session, which ends with it. It asks again and again: a statement that
 * waits inside the database is itself what an index that is built concurrently waits for.
 */
async function waitForLock(connection: SQL, lock: number): Promise<void> {
  while (!(await lockNow(connection, lock))) await Bun.sleep(100)
}

/** Runs `work` with a lock that it waits for. */
export async function withLock<T>(connection: SQL, lock: number, work: () => Promise<T>): Promise<T> {
  await waitForLock(connection, lock)
  return holding(connection, lock, work)
}

/** Runs `work` and gives the lock back, so that it is free now: a session keeps it for a moment after its connection is closed. */
export async function holding<T>(connection: SQL, lock: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    // A session that was lost has it no more.
    await connection.unsafe(`select pg_advisory_unlock(${lock})`).catch(() => {})
  }
}

/** Takes an advisory lock of the connection's session. Returns false when another has it. */
export async function lockNow(connection: SQL, lock: number): Promise<boolean> {
  const [row] = await connection.unsafe(`select pg_try_advisory_lock(${lock}) as locked`)
  return row.locked
}
