import { db, type Tx } from '#db/client.ts'

const ATTEMPTS = 4
/** Deadlock and serialisation failure: PostgreSQL undid one of two, which may simply try again. */
const RETRYABLE = new Set(['40P01', '40001'])

/** Runs `work` in a transaction, again when PostgreSQL made it give way to another. Throws what `work` throws. */
export async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRYABLE.has(sqlState(error))) throw error
      await Bun.sleep(Math.random() * 20 * attempt)
    }
  }
}

function sqlState(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('errno' in cause && typeof cause.errno === 'string') return cause.errno
  }
  return ''
}
