import { afterAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { DatabaseOverdue } from '#db/pool/failure.ts'
import { Pool, type PoolOptions } from '#db/pool/pool.ts'
import { env } from '#src/runtime/env.ts'

// Every distinct statement stays prepared as long as its connection lives: too many of them would fill the memory.

const address: SQL.PostgresOrMySQLOptions = env.DATABASE_URL
  ? { url: env.DATABASE_URL }
  : { path: `${env.DATA_DIR}/postgres/.s.PGSQL.5432`, username: 'fettle', database: 'fettle' }

const pools: Pool[] = []
afterAll(() => Promise.all(pools.map((pool) => pool.close({ timeout: 0 }))))

function aPool(given: Partial<PoolOptions> = {}) {
  let opened = 0
  const pool = new Pool({
    ...{ transactions: 5, statementSeconds: 10, mostPrepared: 3000 },
    open: () => {
      opened++
      return new SQL({ adapter: 'postgres', ...address, max: 3 })
    },
    ask: async () => ({ readOnly: false, busy: 0, version: 180000, cluster: '', timeline: 0 }),
    ...given,
  })
  pools.push(pool)
  return { pool, opened: () => opened }
}

const textOf = (number: number) => `select $1::int + ${number} as value, '${'x'.repeat(80)}' as filling`

type Asked = PromiseLike<unknown>
const theValue = async (asked: Asked) => ((await asked) as { value: number }[])[0]!.value

const many = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

test('connections prepare no more than they may: others take their place, and nothing under way is broken off', async () => {
  const { pool, opened } = aPool()
  const gate = Promise.withResolvers<void>()
  const slow = theValue(pool.unsafe('select $1::int as value, pg_sleep(1.5)', [7]))
  const long = pool.begin(async (tx) => {
    const before = await theValue(tx.unsafe(textOf(-1), [1]))
    await gate.promise
    return [before, await theValue(tx.unsafe(textOf(-2), [1]))]
  })
  const values: number[] = []
  for (let round = 0; round < 30; round++)
    values.push(...(await Promise.all(many(10, (at) => theValue(pool.unsafe(textOf(10 * round + at), [1]))))))
  expect(values).toEqual(many(300, (number) => number + 1))
  expect(opened()).toBeWithin(8, 20)
  expect(await slow).toBe(7)
  gate.resolve()
  expect(await long).toEqual([0, -1])
}, 30_000)

test('statements of transactions count as well', async () => {
  const { pool, opened } = aPool()
  for (let round = 0; round < 10; round++)
    await pool.begin(async (tx) => {
      for (let at = 0; at < 10; at++) await tx.unsafe(textOf(10 * round + at), [1])
    })
  expect(opened()).toBeWithin(3, 6)
}, 30_000)

test('the same statements again and again need no other connections, nor what has no values', async () => {
  const { pool, opened } = aPool()
  for (let turn = 0; turn < 300; turn++) await pool.unsafe(textOf(turn % 10), [turn])
  // Nothing of it is prepared.
  for (let number = 0; number < 50; number++) await pool.unsafe(textOf(number).replace('$1::int', '1'))
  expect(opened()).toBe(1)
}, 30_000)

test('a replaced pool is closed when its work is done, and not before', async () => {
  const { pool, opened } = aPool()
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<number>()
  const work = pool.begin(async (tx) => {
    begun.resolve(await theValue(tx.unsafe('select pg_backend_pid() as value')))
    await gate.promise
  })
  const pid = await begun.promise
  for (let number = 0; opened() === 1; number++) await pool.unsafe(textOf(number), [1])
  const isThere = async () =>
    (await theValue(pool.unsafe('select count(*)::int as value from pg_stat_activity where pid = $1', [pid]))) === 1
  await Bun.sleep(1500)
  expect(await isThere()).toBe(true)
  gate.resolve()
  await work
  const until = performance.now() + 10_000
  while ((await isThere()) && performance.now() < until) await Bun.sleep(50)
  expect(await isThere()).toBe(false)
}, 30_000)

test('closing waits for what is under way on connections that were replaced', async () => {
  const { pool, opened } = aPool()
  const begun = Promise.withResolvers<void>()
  const work = pool.begin(async (tx) => {
    await tx.unsafe('select 1')
    begun.resolve()
    await Bun.sleep(1500)
    return theValue(tx.unsafe('select 7 as value'))
  })
  await begun.promise
  for (let number = 0; opened() === 1; number++) await pool.unsafe(textOf(number), [1])
  const [done] = await Promise.all([work, pool.close({ timeout: 5 })])
  expect(done).toBe(7)
}, 30_000)

test('a server that is gone is left on connections that were replaced as well', async () => {
  const { pool, opened } = aPool({
    statementSeconds: 60,
    ask: async () => ({ error: new DatabaseOverdue('No answer.') }),
  })
  const silent = () => pool.unsafe('select pg_sleep(12)').then(String, () => 'given up')
  const before = silent()
  for (let number = 0; opened() === 1; number++) await pool.unsafe(textOf(number), [1])
  expect(await Promise.all([before, silent()])).toEqual(['given up', 'given up'])
}, 30_000)
