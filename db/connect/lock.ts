import type { SQL } from 'bun'

/** Polls, because CREATE INDEX CONCURRENTLY waits for every statement that waits inside the database. */
async function waitForLock(connection: SQL, lock: number): Promise<void> {
  while (!(await lockNow(connection, lock))) await Bun.sleep(100)
}

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

export async function lockNow(connection: SQL, lock: number): Promise<boolean> {
  const [row] = await connection.unsafe(`select pg_try_advisory_lock(${lock}) as locked`)
  return row.locked
}
