import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isAmong, literal } from '#db/conditions.ts'
import { jobs, settings } from '#db/schema.ts'
import { transaction } from '#src/guard/transaction.ts'
import { placeOf } from './address.ts'

const FILLED = 'job_places_filled'
const BATCH = 200
/** In milliseconds: a turn's work, the pause after it, and from one look to the next. */
const PACE = { turn: 500, pause: 500, look: 24 * 3600 * 1000 }
const FIRST = '00000000-0000-0000-0000-000000000000'

const { id, propertyAddress, postcode, propertyKey } = jobs

/**
 * Fills in the place of jobs that versions without it wrote: of all once, then daily of those changed lately, as such a
 * version may run beside this one during an upgrade. Each turn goes on where the last one ended, and returns when the
 * next is due, in milliseconds.
 */
export function placeFiller(): () => Promise<number> {
  let last = FIRST
  let passedOver = 0
  return async () => {
    const isFilled = await areAllFilled()
    for (const begin = Date.now(); Date.now() < begin + PACE.turn; ) {
      const rows = await rowsAfter(last, isFilled)
      if (rows.length > 0) {
        last = rows.at(-1)!.id
        passedOver += await fill(rows)
        continue
      }
      if (!isFilled && passedOver === 0) await noteFilled()
      const isDone = isFilled || passedOver === 0
      last = FIRST
      passedOver = 0
      return isDone ? PACE.look : PACE.pause
    }
    return PACE.pause
  }
}

const rowsAfter = (last: string, lately: boolean) =>
  db
    .select({ id, propertyAddress, postcode, propertyKey })
    .from(jobs)
    .where(and(gt(id, last), lately ? gt(jobs.updatedAt, sql`now() - interval '3 days'`) : isNull(propertyKey)))
    .orderBy(asc(id))
    .limit(literal(BATCH))

type Row = Awaited<ReturnType<typeof rowsAfter>>[number]

/** Waits for no row that somebody works on. Returns how many it passed over. */
async function fill(rows: Row[]): Promise<number> {
  const stale = rows.filter(isStale).map((row) => row.id)
  if (stale.length === 0) return 0
  return transaction(async (tx) => {
    const free = await tx
      .select({ id, propertyAddress })
      .from(jobs)
      .where(isAmong(id, stale))
      .for('update', { skipLocked: true })
    const places = JSON.stringify(free.map((row) => ({ id: row.id, ...placeOf(row) })))
    await tx
      .update(jobs)
      .set({ postcode: sql`place."postcode"`, propertyKey: sql`place."propertyKey"` })
      .from(sql`jsonb_to_recordset(${places}::text::jsonb) as place(id uuid, "postcode" text, "propertyKey" text)`)
      .where(eq(id, sql`place.id`))
    return stale.length - free.length
  })
}

function isStale(row: Row): boolean {
  const place = placeOf(row)
  return place.postcode !== row.postcode || place.propertyKey !== row.propertyKey
}

const areAllFilled = async (): Promise<boolean> =>
  (await db.$count(settings, and(eq(settings.name, FILLED), eq(settings.done, true)))) > 0

const noteFilled = () =>
  transaction(async (tx) => {
    await tx.insert(settings).values({ name: FILLED, done: true }).onConflictDoNothing()
  })
