import { afterAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { DatabaseOverdue } from '#db/pool/failure.ts'
import { Pool } from '#db/pool/pool.ts'
import type { Answered, Condition } from '#db/pool/server-state.ts'
import { env } from '#src/runtime/env.ts'

// What the pool does as its address leads to another server, by what the servers say of themselves.

const server: SQL.PostgresOrMySQLOptions = env.DATABASE_URL
  ? { url: env.DATABASE_URL }
  : { path: `${env.DATA_DIR}/postgres/.s.PGSQL.5432`, username: 'fettle', database: 'fettle' }

const primary = (timeline: number, cluster = 'ours'): Answered => ({
  ...{ readOnly: false, busy: 0, version: 150000, cluster, timeline },
})
const standby: Answered = { ...primary(0), readOnly: true }
const refused: Condition = {
  error: new SQL.PostgresError('Connection closed', { code: 'ERR_POSTGRES_CONNECTION_CLOSED' } as never),
}

const pools: Pool[] = []
afterAll(() => Promise.all(pools.map((pool) => pool.close({ timeout: 0 }))))

function aPool(first: Condition) {
  let answer = first
  let opened = 0
  let deposed = 0
  const pool = new Pool({
    ...{ watched: true, transactions: 1, statementSeconds: 15 },
    open: () => {
      opened++
      return new SQL({ adapter: 'postgres', ...server, max: 1 })
    },
    ask: async () => answer,
    deposed: () => {
      deposed++
    },
  })
  pools.push(pool)
  return {
    pool,
    /** How often connections were opened once the address leads to what says so of itself. */
    leadsTo: async (next: Condition) => {
      answer = next
      await pool.check()
      return opened
    },
    deposed: () => deposed,
  }
}

/** What is sent is answered, or why not. */
const sent = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => 'answered',
    (error: unknown) => (error instanceof DatabaseOverdue ? error.message : String(error)),
  )

const DEPOSED = 'The address of the database leads to a primary that was replaced.'

test('connections are made anew when the address leads to a primary on a newer timeline, and not before', async () => {
  const { leadsTo } = aPool(primary(1))
  const opened: number[] = []
  // As numbers: 10 is newer than 9.
  for (const next of [primary(1), standby, primary(9), primary(9), refused, primary(9), primary(10)])
    opened.push(await leadsTo(next))
  expect(opened).toEqual([1, 1, 2, 2, 2, 2, 3])
})

test('nothing is sent to an old primary: neither statements nor transactions, until the address leads elsewhere', async () => {
  const { pool, leadsTo, deposed } = aPool(primary(2))
  await leadsTo(primary(2))
  expect(await sent(pool.unsafe('select 1'))).toBe('answered')
  for (const old of [primary(1), { ...primary(1), readOnly: true }, refused]) {
    await leadsTo(old)
    expect(await sent(pool.unsafe('select 1'))).toBe(DEPOSED)
    expect(await sent(pool.tagged`select 1`)).toBe(DEPOSED)
    expect(await sent(pool.begin((tx) => tx.unsafe('select 1')))).toBe(DEPOSED)
  }
  expect(deposed()).toBe(1)
  await leadsTo(primary(2))
  expect(await sent(pool.begin((tx) => tx.unsafe('select 1')))).toBe('answered')
  await leadsTo(primary(1))
  await leadsTo(primary(3))
  expect(await sent(pool.unsafe('select 1'))).toBe('answered')
  expect(deposed()).toBe(2)
})

test('statements under way at a replaced primary are given up', async () => {
  const { pool, leadsTo } = aPool(primary(1))
  await leadsTo(primary(1))
  const inHand = pool.begin((tx) => tx.unsafe('select pg_sleep(20)'))
  const end = sent(inHand)
  await Bun.sleep(100)
  await leadsTo(primary(2))
  expect(await end).not.toBe('answered')
}, 10_000)

test('a standby is read from, and another cluster is used whatever its timeline', async () => {
  const { pool, leadsTo } = aPool(primary(7))
  await leadsTo(primary(7))
  await leadsTo(standby)
  expect(await sent(pool.unsafe('select 1'))).toBe('answered')
  expect(await leadsTo(primary(1, 'another'))).toBe(2)
  expect(await sent(pool.unsafe('select 1'))).toBe('answered')
})

test('a server that tells no timeline is never thought to be replaced', async () => {
  const { pool, leadsTo } = aPool({ ...primary(0), cluster: '' })
  for (const _ of [1, 2]) expect(await leadsTo({ ...primary(0), cluster: '' })).toBe(1)
  expect(await sent(pool.unsafe('select 1'))).toBe('answered')
})

test('it is asked again every five seconds while there is work, and never where no other server can be meant', async () => {
  let asked = 0
  const open = () => new SQL({ adapter: 'postgres', ...server, max: 1 })
  const ask = async () => {
    asked++
    return primary(1)
  }
  const embedded = new Pool({ transactions: 1, statementSeconds: 15, open, ask })
  const watched = new Pool({ watched: true, transactions: 1, statementSeconds: 15, open, ask })
  pools.push(embedded, watched)
  const work = async (pool: Pool) => {
    for (const end = performance.now() + 6500; performance.now() < end; await Bun.sleep(100))
      await pool.unsafe('select 1')
    return asked
  }
  expect(await work(embedded)).toBe(0)
  expect(await work(watched)).toBeWithin(1, 3)
}, 30_000)
