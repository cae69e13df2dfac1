import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { db, type Tx } from '#db/client.ts'
import { currentRequest } from '#src/operation/current.ts'
import { isUuid } from '#src/web/uuid.ts'
import { lockCredential } from './credential.ts'

const ATTEMPTS = 4
/** Deadlock and serialisation failure: PostgreSQL undid one of two, which may simply try again. */
const RETRYABLE = new Set(['40P01', '40001'])

/** The transaction that those inside it join, until it ends. */
const around = new AsyncLocalStorage<{ tx: Tx | null }>()

/** Whose access a transaction ends, and whose must not be ended before it is over. */
type Access = { ending?: string[]; keeping?: string[] }

/**
 * Runs `work` in a transaction, again when PostgreSQL made it give way to another. Inside `inOneTransaction` it is a part of
 * that transaction. Throws what `work` throws, and Unauthorized when the sender of the request on whose behalf it runs
 * may no longer come in.
 */
export function transaction<T>(work: (tx: Tx) => Promise<T>, access: Access = {}): Promise<T> {
  const joined = around.getStore()?.tx
  if (joined) return takeTurns(joined, access).then(() => work(joined))
  return publicTransaction(async (tx) => {
    const { ending, keeping = [] } = access
    const sender = currentRequest()?.credential?.userId ?? []
    await takeTurns(tx, { ending, keeping: keeping.concat(sender) })
    await lockCredential(tx)
    return work(tx)
  })
}

/**
 * Who ends somebody's access waits for what they write, and what they would write then waits for the end: of row locks
 * there would always be a next one. First of all, and by id, so that nobody waits in a ring.
 */
async function takeTurns(tx: Tx, { ending = [], keeping = [] }: Access): Promise<void> {
  const alone = usersOf(ending)
  for (const id of [...alone.union(usersOf(keeping))].sort()) {
    const lock = alone.has(id) ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`
    await tx.execute(sql`select ${lock}(hashtextextended(${`access of ${id}`}, 0))`)
  }
}

/** What was sent may be no id at all, which `work` finds out. */
const usersOf = (ids: string[]) => new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))

/** As transaction, alone, for what takes no sign-in: whatever session the request came with may have ended. */
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
export function inOneTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
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
