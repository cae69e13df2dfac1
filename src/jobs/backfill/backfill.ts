import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, db, type Tx } from '#db/connect/client.ts'
import { isAmong, literal } from '#db/query/conditions.ts'
import { jobs, settings } from '#db/schema.ts'
import { transaction } from '#src/writes/transaction.ts'

const BATCH = 100
/** In milliseconds: a turn's work, the pause after it, and from one look to the next. */
const PACE = { turn: 500, pause: 500, look: 24 * 3600 * 1000 }
const FIRST = '00000000-0000-0000-0000-000000000000'

export type Backfill<Row extends { id: string }> = {
  /** Where it is noted that all are; null when all are looked at again after each start. */
  filled: string | null
  missing: SQL
  judge: (tx: DbOrTx, ids: readonly string[]) => Promise<Row[]>
  write: (tx: Tx, rows: readonly Row[]) => Promise<unknown>
}

// Runs once over all jobs, then daily over those changed lately, as an earlier version may run beside this one. Returns
// when the next turn is due, in milliseconds.
export function backfill<Row extends { id: string }>(backfilled: Backfill<Row>): () => Promise<number> {
  let last = FIRST
  let passedOver = 0
  return async () => {
    const { filled } = backfilled
    const isFilled = filled !== null && (await isNoted(filled))
    for (const begin = Date.now(); Date.now() < begin + PACE.turn; ) {
      const ids = await idsAfter(last, isFilled ? changedLately : backfilled.missing)
      if (ids.length > 0) {
        last = ids.at(-1)!
        passedOver += await fill(backfilled, ids)
        continue
      }
      if (filled !== null && !isFilled && passedOver === 0) await note(filled)
      const isDone = isFilled || passedOver === 0
      last = FIRST
      passedOver = 0
      return isDone ? PACE.look : PACE.pause
    }
    return PACE.pause
  }
}

const changedLately = gt(jobs.updatedAt, sql`now() - interval '3 days'`)

async function idsAfter(last: string, where: SQL): Promise<string[]> {
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(gt(jobs.id, last), where))
    .orderBy(asc(jobs.id))
    .limit(literal(BATCH))
  return rows.map(({ id }) => id)
}

async function fill<Row extends { id: string }>({ judge, write }: Backfill<Row>, ids: string[]): Promise<number> {
  const stale = (await judge(db, ids)).map(({ id }) => id)
  if (stale.length === 0) return 0
  return transaction(async (tx) => {
    const locked = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(isAmong(jobs.id, stale))
      .for('update', { skipLocked: true })
    const free = locked.map(({ id }) => id)
    const rows = (await judge(tx, free)).filter(({ id }) => free.includes(id))
    if (rows.length > 0) await write(tx, rows)
    return stale.length - free.length
  })
}

const isNoted = async (filled: string): Promise<boolean> =>
  (await db.$count(settings, and(eq(settings.name, filled), eq(settings.done, true)))) > 0

const note = (filled: string) =>
  transaction(async (tx) => {
    await tx.insert(settings).values({ name: filled, done: true }).onConflictDoNothing()
  })
