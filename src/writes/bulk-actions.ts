import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { isAmong, literal } from '#db/query/conditions.ts'
import { happenedWithin, interval } from '#db/query/time-marks.ts'
import { bulkActionItems, bulkActions, jobs } from '#db/schema.ts'
import { type Actor, displayName } from '#src/domain/account/account.ts'
import {
  type BeforeAssignment,
  type BulkAction,
  type BulkItem,
  type BulkKind,
  mayBeTakenBack,
  TAKE_BACK_SECONDS,
} from '#src/domain/bulk.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { isUuid, oneById } from '#src/http/uuid.ts'
import { byItself, type Each } from './each.ts'
import { transaction } from './transaction.ts'

type DoneInBulk = Pick<BulkItem, 'jobRef' | 'ok' | 'message'> & {
  jobId?: string
  before?: BeforeAssignment | null
}

/** One entry for people of what was done to several; `each` keeps a repeat from writing it twice. Returns its id. */
export function recordBulk(
  user: Actor,
  kind: BulkKind,
  items: readonly DoneInBulk[],
  each: Each = byItself,
): Promise<string> {
  return each('bulk action', () =>
    transaction(async (tx) => {
      const done = items.filter(({ ok }) => ok).length
      const [action] = await tx
        .insert(bulkActions)
        .values({
          ...{ kind, actorId: user.id, actorName: displayName(user) || 'Fettle' },
          ...{ done, refused: items.length - done },
        })
        .returning({ id: bulkActions.id })
      const { id } = action!
      // What was named may be no job, or deleted since.
      const known = await jobsAmong(tx, items)
      const rows = items.map(({ jobId, ...item }, position) => ({
        ...item,
        ...{
          actionId: id,
          position,
          jobId: known.get(jobId?.toLowerCase() ?? '') ?? known.get(item.jobRef ?? '') ?? null,
        },
      }))
      if (rows.length) await tx.insert(bulkActionItems).values(rows)
      return id
    }),
  )
}

async function jobsAmong(tx: Tx, items: readonly DoneInBulk[]): Promise<Map<string, string>> {
  const ids = items.flatMap(({ jobId }) => (jobId && isUuid(jobId) ? jobId : []))
  const refs = items.flatMap(({ jobId, jobRef }) => (!jobId && jobRef ? jobRef : []))
  const rows = await tx
    .select({ id: jobs.id, jobRef: jobs.jobRef })
    .from(jobs)
    .where(or(isAmong(jobs.id, ids), inArray(jobs.jobRef, refs)))
    .orderBy(jobs.id)
    .for('key share')
  return new Map(
    rows.flatMap(({ id, jobRef }) => [
      [id, id],
      [jobRef, id],
    ]),
  )
}

const columns = {
  id: bulkActions.id,
  kind: bulkActions.kind,
  actorId: bulkActions.actorId,
  actorName: bulkActions.actorName,
  createdAt: bulkActions.createdAt,
  takenBackAt: bulkActions.takenBackAt,
  done: bulkActions.done,
  refused: bulkActions.refused,
}

export async function bulkAction(id: string): Promise<BulkAction & { items: BulkItem[] }> {
  const found = await oneById(id, () => db.select(columns).from(bulkActions).where(eq(bulkActions.id, id)))
  const { jobId, jobRef, ok, message, takenBack } = bulkActionItems
  const items = await db
    .select({ jobId, jobRef, ok, message, takenBack })
    .from(bulkActionItems)
    .where(eq(bulkActionItems.actionId, found.id))
    .orderBy(bulkActionItems.position)
  return { ...found, items }
}

const isOfSeveral = or(gt(sql`${bulkActions.done} + ${bulkActions.refused}`, 1), sql`${bulkActions.kind} = 'chase'`)

export const newestBulkActions = (limit: number): Promise<BulkAction[]> =>
  db
    .select(columns)
    .from(bulkActions)
    .where(isOfSeveral)
    .orderBy(desc(bulkActions.createdAt), desc(bulkActions.id))
    .limit(literal(limit))

/** Those that had another job as well: of one, several visits may have been sent to invoiced. */
export function bulkActionsOfJob(jobId: string): Promise<BulkAction[]> {
  const { actionId, jobId: itemOf } = bulkActionItems
  const theirs = db.select({ actionId }).from(bulkActionItems).where(eq(itemOf, jobId))
  const others = db.select({ actionId }).from(bulkActionItems).where(sql`${itemOf} is distinct from ${jobId}`)
  return db
    .select(columns)
    .from(bulkActions)
    .where(and(inArray(bulkActions.id, theirs), inArray(bulkActions.id, others)))
    .orderBy(bulkActions.createdAt, bulkActions.id)
}

type TakenItem = {
  position: number
  jobId: string | null
  jobRef: string | null
  before: BeforeAssignment | null
}

export function takeBulkBack(user: Actor, id: string): Promise<TakenItem[]> {
  return transaction(async (tx) => {
    if (!isUuid(id)) throw new NotFound()
    const isRecent = happenedWithin(bulkActions.createdAt, interval(`${TAKE_BACK_SECONDS} seconds`))
    const [taken] = await tx
      .update(bulkActions)
      .set({ takenBackAt: sql`now()` })
      .where(and(eq(bulkActions.id, id), eq(bulkActions.actorId, user.id), isNull(bulkActions.takenBackAt), isRecent))
      .returning({ kind: bulkActions.kind })
    if (!taken || !mayBeTakenBack(taken.kind)) throw await whyNot(tx, user, id)
    const { position, jobId, jobRef, before } = bulkActionItems
    return tx
      .select({ position, jobId, jobRef, before })
      .from(bulkActionItems)
      .where(and(eq(bulkActionItems.actionId, id), bulkActionItems.ok))
      .orderBy(position)
  })
}

async function whyNot(tx: Tx, user: Actor, id: string) {
  const [found] = await tx.select(columns).from(bulkActions).where(eq(bulkActions.id, id))
  if (!found) return new NotFound()
  if (!mayBeTakenBack(found.kind)) return new Refused('This cannot be taken back.')
  if (found.actorId !== user.id) return new Refused(`Only ${found.actorName} can take this back.`)
  return new Refused(
    found.takenBackAt ? 'This was taken back already.' : 'The minute in which this could be taken back is over.',
  )
}

export async function noteTakenBack(actionId: string, results: readonly { position: number; takenBack: string }[]) {
  if (results.length === 0) return
  await transaction(async (tx) => {
    for (const { position, takenBack } of results)
      await tx
        .update(bulkActionItems)
        .set({ takenBack })
        .where(and(eq(bulkActionItems.actionId, actionId), eq(bulkActionItems.position, position)))
  })
}
