import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { DatabaseOverdue, isDatabaseDown } from '#db/pool/failure.ts'
import { Pool } from '#db/pool/pool.ts'
import { moment, spent } from '#tests/support/spent/spent.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { type Postgres, startPostgres } from '#tests/whole/services/postgres.ts'
import { type Relay, startRelay } from '#tests/whole/services/relay.ts'

const missing = await missingServices(['postgres'])
if (missing.length) console.log(`Left out, as these are not installed and cannot be: ${missing.join(', ')}`)

/** How a promise ends, and after how many milliseconds: by the clock, and in which this process could run. */
async function ending(promise: PromiseLike<unknown>) {
  const began = moment()
  const error = await Promise.resolve(promise).then(
    () => null,
    (error: unknown) => error,
  )
  return { error, took: performance.now() - began, spent: spent(began) }
}

describe.skipIf(missing.length > 0)('the pool', () => {
  let postgres: Postgres
  let relay: Relay
  let direct: SQL

  beforeAll(async () => {
    postgres = await startPostgres()
    relay = await startRelay(postgres.port)
    direct = new SQL(postgres.url, { max: 2 })
    await direct`create table probe (id int primary key)`
  }, 120_000)
  afterAll(async () => {
    await direct?.close({ timeout: 0 })
    await relay?.[Symbol.asyncDispose]()
    await postgres?.[Symbol.asyncDispose]()
  }, 120_000)

  const aPool = (transactions = 2) =>
    new Pool({
      ...{ transactions, statementSeconds: 2 },
      open: () => new SQL(postgres.url.replace(`:${postgres.port}/`, `:${relay.port}/`), { max: 3 }),
      ask: async () => {
        const [row] = await direct`select count(*)::int as busy from pg_stat_activity
          where state = 'active' and query_start < now() - interval '1 second' and usename = 'fettle'`
        return { readOnly: false, version: 150000, busy: row.busy, cluster: '', timeline: 0 }
      },
    })

  test('a commit whose answer is lost is not told as done, though it may be', async () => {
    const pool = aPool()
    const { error } = await ending(
      pool.begin(async (tx) => {
        await tx.unsafe('insert into probe (id) values (1)')
        relay.muffle()
      }),
    )
    expect(isDatabaseDown(error)).toBe(true)
    expect((await direct`select id from probe`).length).toBe(1)
    // Another connection has taken the place of the one that is lost.
    expect([...((await pool.unsafe('select 7 as seven')) as unknown as unknown[])]).toEqual([{ seven: 7 }])
    await pool.close({ timeout: 0 })
  }, 30_000)

  test('a statement, a transaction and its end on silent connections are given up, also while the server works for us', async () => {
    const pool = aPool()
    await Promise.all([1, 2, 3].map(() => pool.unsafe('select pg_sleep(0.1)')))
    // Somebody's long statement, so that nobody can tell from the server's side that ours is lost.
    const long = direct`select pg_sleep(9)`.execute()
    await Bun.sleep(1100)
    let inside: unknown
    const silent = Promise.withResolvers<void>()
    const all = [
      pool.begin(async (tx) => {
        await tx.unsafe('select 1')
        relay.silence('existing')
        silent.resolve()
        inside = (await ending(tx.unsafe('select 2'))).error
        throw inside
      }),
      (async () => {
        await silent.promise
        await pool.unsafe('select 3')
      })(),
    ]
    const ends = await Promise.all(all.map(ending))
    expect(inside).toBeInstanceOf(DatabaseOverdue)
    for (const { error, spent } of ends) {
      expect(isDatabaseDown(error)).toBe(true)
      expect(spent).toBeLessThan(6500)
    }
    await long
    await pool.close({ timeout: 0 })
  }, 30_000)

  test('transactions beyond their number wait for their turn, in order, and not for ever', async () => {
    const pool = aPool(1)
    const order: number[] = []
    const take = (n: number, seconds: number) =>
      pool.begin(async (tx) => {
        order.push(n)
        await tx.unsafe('select 1')
        await Bun.sleep(seconds * 1000)
      })
    const first = take(1, 1)
    const [second, third] = [take(2, 5), take(3, 0)]
    expect(pool.load.waiting).toBe(2)
    const { error, took, spent } = await ending(third)
    expect(error).toBeInstanceOf(DatabaseOverdue)
    expect(took).toBeGreaterThan(4900)
    expect(spent).toBeLessThan(6000)
    await Promise.all([first, second])
    await take(4, 0)
    expect(order).toEqual([1, 2, 4])
    await pool.close({ timeout: 0 })
  }, 30_000)

  test('one’s own mistake is one’s own: the error is the server’s, and the connection goes on', async () => {
    const pool = aPool()
    const { error } = await ending(pool.begin((tx) => tx.unsafe('select 1 / 0')))
    expect((error as SQL.PostgresError).errno).toBe('22012')
    const thrown = await ending(
      pool.begin(async () => {
        throw new RangeError('ours')
      }),
    )
    expect(thrown.error).toBeInstanceOf(RangeError)
    expect(pool.load).toEqual({ pending: 0, oldest: 0, waiting: 0 })
    await pool.close({ timeout: 0 })
  })
})
