import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { hasCommitted } from '#db/connect/after-commit.ts'
import { db, type Tx } from '#db/connect/client.ts'
import { sqlState } from '#db/pool/failure.ts'
import { noteWrite } from '#db/query/last-writes.ts'
import { lockCredential } from '#src/access/credential.ts'
import { isUuid } from '#src/http/uuid.ts'
import { currentRequest } from '#src/runtime/current.ts'

const ATTEMPTS = 4
const RETRYABLE = new Set(['40P01', '40001'])

/** `first` is what the outer transaction wants done before the work of the one that joins it. */
type Around = { tx: Tx | null; first?: ((tx: Tx) => Promise<void>) | null }
const around = new AsyncLocalStorage<Around>()

export type Access = { ending?: string[]; keeping?: string[] }

/** Runs `work` again after a deadlock. Throws Unauthorized when the request's sender may no longer come in. */
export function transaction<T>(work: (tx: Tx) => Promise<T>, access: Access = {}): Promise<T> {
  const here = around.getStore()
  if (here?.tx) return join(here, here.tx, work, access)
  return publicTransaction(async (tx) => {
    const { ending, keeping = [] } = access
    const sender = currentRequest()?.credential?.userId
    await lockAccess(tx, { ending, keeping: keeping.concat(sender ?? []) })
    await lockCredential(tx)
    const result = await work(tx)
    if (sender) await noteWrite(tx, sender)
    return result
  })
}

async function join<T>(here: Around, tx: Tx, work: (tx: Tx) => Promise<T>, access: Access): Promise<T> {
  await lockAccess(tx, access)
  await doFirst(here, tx)
  return work(tx)
}

async function doFirst(here: Around, tx: Tx): Promise<void> {
  const { first } = here
  here.first = null
  await first?.(tx)
}

/** For work that may have opened no transaction: it must not pass for work that `first` allowed. */
export async function doneFirst(tx: Tx): Promise<void> {
  const here = around.getStore()
  if (here) await doFirst(here, tx)
}

/** Locks by id and before rows, against deadlocks. */
async function lockAccess(tx: Tx, { ending = [], keeping = [] }: Access): Promise<void> {
  const alone = usersOf(ending)
  for (const id of [...alone.union(usersOf(keeping))].sort()) {
    const lock = alone.has(id) ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`
    await tx.execute(sql`select ${lock}(hashtextextended(${`access of ${id}`}, 0))`)
  }
}

const usersOf = (ids: string[]) => new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))

export async function publicTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      let done: Tx | undefined
      const result = await db.transaction((tx) => {
        done = tx
        return work(tx)
      })
      if (done) hasCommitted(done)
      return result
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRYABLE.has(sqlState(error))) throw error
      await Bun.sleep(Math.random() * 20 * attempt)
    }
  }
}

export type AllInOne = Access & Pick<Around, 'first'>

/** Transactions in `work` become this one. `first` is done when the first of them has locked its access. */
export function inOneTransaction<T>(work: (tx: Tx) => Promise<T>, { first, ...access }: AllInOne = {}): Promise<T> {
  return transaction(async (tx) => {
    const here: Around = { tx, first }
    try {
      return await around.run(here, () => work(tx))
    } finally {
      // What `work` did not wait for must not write into a transaction that has ended.
      here.tx = null
    }
  }, access)
}
