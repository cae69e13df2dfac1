import { AsyncLocalStorage } from 'node:async_hooks'
import { db, type Tx } from '#db/client.ts'

const ATTEMPTS = 4
/** Deadlock and serialisation failure: PostgreSQL undid one of two, which may simply try again. */
const RETRYABLE = new Set(['40P01', '40001'])

/** The transaction that those inside it join, until it ends. */
const around = new AsyncLocalStorage<{ tx: Tx | null }>()

/**
 * Runs `work` in a transaction, again when PostgreSQL made it give way to another. Inside `together` it is a part of
 * that transaction. Throws what `work` throws.
 */
export async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const joined = around.getStore()?.tx
  if (joined) return work(joined)
  return publicTransaction(work)
}

/** As transaction, alone, for what takes no sign-in. */
export async function publicTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRYABLE.has(sqlState(error))) throw error
      await Bun.sleep(Math.random() * 20 * attempt)
    }
  }
}

/** As transaction, and every transaction that `work` begins joins it: all of them happen, or none. */
export function together<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    const here: { tx: Tx | null } = { tx }
    try {
      return await around.run(here, () => work(tx))
    } finally {
      // What `work` began and did not wait for must not write into a transaction that has ended.
      here.tx = null
    }
  })
}

/** PostgreSQL's code of what went wrong, '' when it is not PostgreSQL that failed. */
export function sqlState(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('errno' in cause && typeof cause.errno === 'string') return cause.errno
  }
  return ''
}
