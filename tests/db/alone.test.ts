import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { fillEmptyDatabase } from '#db/backup/fill.ts'
import { withSnapshot } from '#db/backup/snapshot.ts'
import { db, openAlone, rawClient } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { lockNow, withLock } from '#db/connect/lock.ts'
import { agencies } from '#db/schema.ts'
import { dropBuilt } from '#tests/support/database/plans.ts'

// Connections beside the pool, which last longer than it allows.

const LONGER = 1000
const HARBOUR = '{"key": "harbour", "name": "Harbour", "updated_at": "2027-03-01"}'

const LOCK = 4712

/** Whether another session gets the lock while the first one goes on. */
async function isFreeAfter(work: () => Promise<string>): Promise<[told: string, free: boolean]> {
  const [client, others] = [openAlone(), openAlone()]
  try {
    using connection = await client.reserve()
    using other = await others.reserve()
    const told = await withLock(connection, LOCK, async () => {
      expect(await lockNow(other, LOCK)).toBe(false)
      return work()
    }).catch(String)
    return [told, await lockNow(other, LOCK)]
  } finally {
    await Promise.all([client, others].map((one) => one.close({ timeout: 0 })))
  }
}

// Who builds indexes does so ten minutes later when they find it taken, as after a migration that had just ended.
test('a lock is free at once for whoever comes next, whatever came of the work', async () => {
  expect(await isFreeAfter(async () => 'done')).toEqual(['done', true])
  expect(await isFreeAfter(() => Promise.reject(new Error('gone wrong')))).toEqual(['Error: gone wrong', true])
})

/** As docs/operations.md has it behind PgBouncer, where a connection takes no settings along. */
describe('a role that has the limits of the pool', () => {
  const LIMITS = {
    statement_timeout: '400ms',
    lock_timeout: '300ms',
    idle_in_transaction_session_timeout: '300ms',
  }

  const alterRole = async (what: (name: string) => string) => {
    const [row] = await rawClient`select quote_ident(current_user) as role, quote_ident(current_database()) as database`
    for (const name of Object.keys(LIMITS))
      await rawClient.unsafe(`alter role ${row.role} in database ${row.database} ${what(name)}`)
  }
  beforeEach(() => alterRole((name) => `set ${name} = '${LIMITS[name as keyof typeof LIMITS]}'`))
  afterEach(() => alterRole((name) => `reset ${name}`))
  afterAll(dropBuilt)

  test('an index is built however long it has to wait for a transaction of others', async () => {
    const holder = openAlone()
    using other = await holder.reserve()
    await other.unsafe('set idle_in_transaction_session_timeout = 0')
    await other.unsafe('begin')
    await other.unsafe('lock table quotes in row exclusive mode')
    const ended = Bun.sleep(LONGER).then(() => other.unsafe('rollback'))
    await new IndexBuilder().build()
    await ended
    await holder.close({ timeout: 0 })
    const [row] = await rawClient`select indisvalid as valid from pg_index
      where indexrelid = to_regclass('quotes_updated_index')`
    expect(row?.valid).toBe(true)
  })

  test('a backup goes on after its sink was slow', async () => {
    const read = await withSnapshot(async ({ rowsOf, tables }) => {
      await Bun.sleep(LONGER)
      for await (const _ of rowsOf(tables[0]!));
      return 'read'
    })
    expect(read).toBe('read')
  })

  test('a restore goes on after its source was slow', async () => {
    await rawClient`delete from figure_changes`
    const filled = fillEmptyDatabase(async ({ add }) => {
      await Bun.sleep(LONGER)
      await add('agencies', HARBOUR)
      throw new Error('Enough')
    })
    await expect(filled).rejects.toThrow('Enough')
    expect(await db.$count(agencies)).toBe(0)
  })
})

const loseOne = () => rawClient`
  select pg_terminate_backend(pid) from pg_stat_activity
  where state = 'idle in transaction' and datname = current_database() order by backend_start desc limit 1`

test('a backup that loses a connection fails, and reads nothing beside its snapshot', async () => {
  await rawClient`insert into agencies (key, name, address)
    select n::text, 'Harbour', repeat('x', 500) from generate_series(1, 4000) n`
  const read = withSnapshot(async ({ rowsOf }) => {
    await loseOne()
    for await (const _ of rowsOf('agencies'));
  })
  await expect(read).rejects.toThrow(/terminat|closed/)
})

test('a restore that loses its connection leaves nothing behind', async () => {
  await rawClient`delete from figure_changes`
  const filled = fillEmptyDatabase(async ({ add }) => {
    await loseOne()
    await add('agencies', HARBOUR)
  })
  await expect(filled).rejects.toThrow(/terminat|closed/)
  expect(await db.$count(agencies)).toBe(0)
})
