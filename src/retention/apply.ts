import { type SQL, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { recordChanges } from '#src/events/record.ts'
import { removeOldEvents } from '#src/events/removal.ts'
import { log } from '#src/runtime/log.ts'
import { transaction } from '#src/writes/transaction.ts'
import { removeOldJobs } from './jobs.ts'
import { removeStaleLetters } from './letters.ts'
import { ACCOUNTS, EVENTS, JOBS, RECORDS, type RetentionRule, SHORT_LIVED } from './rules.ts'

const BATCH = 200

export type Due = { name: string; count: number; oldest: Date | null }

export function dueForRemoval(): Promise<Due[]> {
  return db.transaction(
    async (tx) => {
      const due: Due[] = []
      for (const rule of [...SHORT_LIVED, ...RECORDS, JOBS, ACCOUNTS, EVENTS]) due.push(await dueBy(tx, rule))
      return due
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function dueBy(tx: Tx, { name, table, since, old }: RetentionRule): Promise<Due> {
  const rows = await tx.execute(sql`
    select count(*)::int as count, (extract(epoch from min(${since})) * 1000)::float8 as oldest from ${table} where ${old}`)
  const { count, oldest } = rows[0] as { count: number; oldest: number | null }
  return { name, count, oldest: oldest === null ? null : new Date(oldest) }
}

export type Removed = { name: string; count: number }

export async function applyRetention(): Promise<Removed[]> {
  const removed: Removed[] = []
  // Before the accounts, whose deletion would cascade to these rows uncounted.
  for (const rule of [...SHORT_LIVED, ...RECORDS]) removed.push(await removeAll(rule, (tx) => removeRows(tx, rule)))
  removed.push({ name: EVENTS.name, count: await removeOldEvents() })
  await removeStaleLetters()
  removed.push({ name: JOBS.name, count: await removeOldJobs() })
  removed.push(await removeAll(ACCOUNTS, removeOldAccounts))
  const summary = removed.filter(({ count }) => count > 0).map(({ name, count }) => `${count} ${name}`)
  if (summary.length) log.info('retention', `Retention removed ${summary.join(', ')}.`)
  return removed
}

export async function removeShortLived(): Promise<void> {
  for (const rule of SHORT_LIVED) await removeAll(rule, (tx) => removeRows(tx, rule))
}

async function removeAll(
  { name, atOnce = BATCH }: RetentionRule,
  remove: (tx: Tx) => Promise<number>,
): Promise<Removed> {
  let count = 0
  for (let batch = atOnce; batch === atOnce; count += batch) batch = await transaction(remove)
  return { name, count }
}

const removeRows = async (tx: Tx, rule: RetentionRule): Promise<number> => (await removeDue(tx, rule, sql`1`)).length

async function removeOldAccounts(tx: Tx): Promise<number> {
  const removed = (await removeDue(tx, ACCOUNTS, sql`id`)) as { id: string }[]
  await recordChanges(
    tx,
    'Fettle',
    removed.map(({ id }) => ({ type: 'account.erased', subjectId: id })),
  )
  return removed.length
}

function removeDue(tx: Tx, { table, old, atOnce = BATCH }: RetentionRule, found: SQL) {
  return tx.execute(sql`
    with due as materialized (select ctid from ${table} where ${old} limit ${atOnce} for update skip locked)
    delete from ${table} where ctid = any(array(select ctid from due)) returning ${found}`)
}
