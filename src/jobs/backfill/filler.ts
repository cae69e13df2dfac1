import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, db, type Tx } from '#db/connect/client.ts'
import { isAmong, literal } from '#db/query/conditions.ts'
import { jobs, settings } from '#db/schema.ts'
import { transaction } from '#src/writes/transaction.ts'

const BATCH = 100
/** In milliseconds: a turn's work, the pause after it, and from one look to the next. */
const PACE = { turn: 500, pause: 500, look: 24 * 3600 * 1000 }
const FIRST = '00000000-0000-0000-0000-000000000000'

/** What jobs lack that versions before it wrote. */
export type Filling<Row extends { id: string }> = {
  /** The name under which it is noted that all jobs have it. */
  filled: string
  missing: SQL
  /** What to write to those of these jobs, and of jobs that hang on them, that are not as they should be. */
  judge: (tx: DbOrTx, ids: readonly string[]) => Promise<Row[]>
  /** The rows are locked. */
  write: (tx: Tx, rows: readonly Row[]) => Promise<unknown>
}

/**
 * Fills in jobs of earlier versions: all once, then daily those changed lately, as such a version may run beside this
 * one during an upgrade. Each turn goes on where the last one ended, and returns when the next is due, in milliseconds.
 */
export function filler<Row extends { id: string }>(filling: Filling<Row>): () => Promise<number> {
  let last = FIRST
  let passedOver = 0
  return async () => {
    const isFilled = await isNoted(filling.filled)
    for (const begin = Date.now(); Date.now() < begin + PACE.turn; ) {
      const ids = await idsAfter(last, isFilled ? changedLately : filling.missing)
      if (ids.length > 0) {
        last = ids.at(-1)!
        passedOver += await fill(filling, ids)
        continue
      }
      if (!isFilled && passedOver === 0) await note(filling.filled)
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

/** Waits for no row that somebody works on. Returns how many it passed over. */
async function fill<Row extends { id: string }>({ judge, write }: Filling<Row>, ids: string[]): Promise<number> {
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
