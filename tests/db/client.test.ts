import { describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { sql } from 'drizzle-orm'
import { db, pool, rawClient } from '#db/connect/client.ts'
import { isDatabaseDown, isUniqueViolation } from '#db/pool/failure.ts'
import { users } from '#db/schema.ts'
import { env } from '#src/runtime/env.ts'

const failure = (work: () => PromiseLike<unknown>) =>
  (async () => work())().then(
    () => null,
    (error: unknown) => error,
  )

const socket = `${env.DATA_DIR}/postgres/.s.PGSQL.5432`
const ours: SQL.PostgresOrMySQLOptions = env.DATABASE_URL
  ? { url: env.DATABASE_URL }
  : { path: socket, username: 'fettle', database: 'fettle' }
const other = (options: SQL.PostgresOrMySQLOptions) => new SQL({ adapter: 'postgres', ...ours, max: 1, ...options })

describe('what an error means', () => {
  test('a violated unique index, by name, through drizzle and inside a transaction', async () => {
    const ada = { email: 'ada@example.org' }
    await db.insert(users).values(ada)
    const twice = await failure(() => db.insert(users).values(ada))
    expect(isUniqueViolation(twice)).toBe(true)
    expect(isUniqueViolation(twice, 'users_email_unique')).toBe(true)
    expect(isUniqueViolation(twice, 'users_username_unique')).toBe(false)
    expect(isDatabaseDown(twice)).toBe(false)
    const inside = await failure(() => db.transaction((tx) => tx.insert(users).values(ada)))
    expect(isUniqueViolation(inside, 'users_email_unique')).toBe(true)
  })

  test('a mistake in a query is not a database that is away', async () => {
    for (const query of ['select 1 / 0', 'select nothing', "select 'x'::int"]) {
      const error = await failure(() => db.execute(sql.raw(query)))
      expect(error).toBeInstanceOf(Error)
      expect(isDatabaseDown(error)).toBe(false)
    }
    expect(isDatabaseDown(new Error('anything'))).toBe(false)
    expect(isDatabaseDown(undefined)).toBe(false)
  })

  test.each(['40001', '40P01'])(
    'what a standby’s replay or others made it give up with %s may be asked again',
    async (state) => {
      const given = sql.raw(`do $$ begin raise exception 'given up' using errcode = '${state}'; end $$`)
      expect(isDatabaseDown(await failure(() => db.execute(given)))).toBe(true)
    },
  )

  test('no server: away', async () => {
    const client = other({ path: `${socket}.nobody` })
    expect(isDatabaseDown(await failure(() => client`select 1`))).toBe(true)
    const closed = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    closed.stop(true)
    const refused = new SQL(`postgres://x:y@127.0.0.1:${closed.port}/z`, { connectionTimeout: 1 })
    expect(isDatabaseDown(await failure(() => refused`select 1`))).toBe(true)
  })

  test('a server that accepts and says nothing: away after the connection timeout', async () => {
    const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const client = new SQL(`postgres://x:y@127.0.0.1:${silent.port}/z`, { connectionTimeout: 1 })
    expect(isDatabaseDown(await failure(() => client`select 1`))).toBe(true)
    silent.stop(true)
  })

  test('a connection that is ended in the middle of a statement, and a statement that takes too long: away', async () => {
    const client = other({})
    const [me] = await client`select pg_backend_pid() as pid`
    const sleeping = failure(() => client`select pg_sleep(20)`)
    await Bun.sleep(50)
    await rawClient`select pg_terminate_backend(${me.pid})`
    expect(isDatabaseDown(await sleeping)).toBe(true)
    expect((await client`select 1 as one`)[0].one).toBe(1)
    await client`set statement_timeout = 20`
    expect(isDatabaseDown(await failure(() => client`select pg_sleep(5)`))).toBe(true)
    await client.close()
  })

  test('a server that may only be read, or has no connection left: away', async () => {
    const client = other({})
    await client`set default_transaction_read_only = on`
    expect(isDatabaseDown(await failure(() => client`create table nowhere (id int)`))).toBe(true)
    await client.close()
  })
})

test('a transaction whose connection dies while its work is elsewhere leaves nothing that is waited for', async () => {
  let worked = false
  const failed = await failure(() =>
    db.transaction(async (tx) => {
      const [me] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await rawClient`select pg_terminate_backend(${me?.pid})`
      // The driver says at once that the transaction is over.
      await Bun.sleep(200)
      worked = true
    }),
  )
  expect(isDatabaseDown(failed)).toBe(true)
  while (!worked) await Bun.sleep(10)
  for (let tries = 0; tries < 200 && pool.load.pending > 0; tries++) await Bun.sleep(10)
  expect(pool.load).toEqual({ pending: 0, oldest: 0, waiting: 0 })
})

test('the connection speaks UTC, with limits on what a statement or a lock may take', async () => {
  const [settings] = await db.execute<Record<string, string>>(sql`select
    current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums, current_user as me,
    (select rolsuper from pg_roles where rolname = current_user) as superuser,
    lower('ÀÉ') as lowered, 'Zebra' < 'apple' as by_code_point`)
  expect(settings as unknown).toMatchObject({
    zone: 'UTC',
    statement: '15s',
    lock: '10s',
    idle: '30s',
    encoding: 'UTF8',
    checksums: 'on',
    me: 'fettle',
    superuser: false,
    lowered: 'àé',
    by_code_point: true,
  })
})
