import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { startFettle } from '#tests/whole/faults/fettle.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { startPgbouncer } from '#tests/whole/services/pgbouncer.ts'
import { type Postgres, startPostgres } from '#tests/whole/services/postgres.ts'
import { complaintOf } from './complaint.ts'
import { faultsOf, isSuccess, lost, startLoad, summary, surprises } from './load.ts'

const missing = await missingServices(['postgres', 'pgbouncer'])
if (missing.length) console.log(`Left out, as these are not installed and cannot be: ${missing.join(', ')}`)

// What docs/operations.md tells the operator to set, on the pooler and on the role.
const manual = await Bun.file('docs/operations.md').text()
const ignore_startup_parameters = manual.match(/ignore_startup_parameters = (.+)/)![1]!
const onTheRole = manual.match(/alter role fettle set .+;/g)!

describe.skipIf(missing.length > 0)('PgBouncer', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres({ password: 'a long secret' })
  }, 120_000)
  afterAll(() => postgres?.[Symbol.asyncDispose](), 120_000)

  test('that gives each its own connection will do; the server behind it may be killed', async () => {
    await using pooler = await startPgbouncer(postgres, {
      pool_mode: 'session',
      server_login_retry: '1',
      ignore_startup_parameters,
    })
    const fettle = await startFettle({ env: { DATABASE_URL: pooler.url, LOG_LEVEL: 'warn' } })
    await using _ = { [Symbol.asyncDispose]: () => fettle.remove() }
    expect(
      fettle
        .log()
        .match(/alter role [^;]+;/g)
        ?.toSorted(),
    ).toEqual(onTheRole.toSorted())

    await using load = await startLoad(fettle)
    await load.recovery(performance.now())
    await postgres.kill9()
    await Bun.sleep(1000)
    await postgres.start()
    const since = performance.now()
    const took = await load.recovery(since)
    await load.stop()
    console.log(`PostgreSQL behind PgBouncer killed: recovered in ${Math.round(took)} ms; ${summary(load.answers)}`)
    expect(faultsOf(load.answers, 19_500)).toEqual([])
    expect(load.answers.filter(({ at, status }) => at > since + took + 100 && !isSuccess(status))).toEqual([])
    await using database = new SQL(postgres.url, { max: 1 })
    expect(await lost(load.acknowledged, database)).toEqual([])
    expect(surprises(fettle)).toEqual([])
  }, 120_000)

  test('with the settings on the role there is nothing to say', async () => {
    await using pooler = await startPgbouncer(postgres, { pool_mode: 'session', ignore_startup_parameters })
    for (const statement of onTheRole) await postgres.admin.unsafe(statement)
    const fettle = await startFettle({ env: { DATABASE_URL: pooler.url, LOG_LEVEL: 'warn' } })
    await using _ = { [Symbol.asyncDispose]: () => fettle.remove() }
    await postgres.admin.unsafe('alter role fettle reset all')
    expect(fettle.log()).not.toContain('alter role')
  }, 120_000)

  test.each([
    [
      'that takes no settings',
      { pool_mode: 'session' },
      /is behind a pooler that does not take \w+: list it in ignore_startup_parameters\./,
    ],
    [
      'that gives a connection to several in turn',
      { pool_mode: 'transaction', ignore_startup_parameters },
      /is behind a pooler that gives a connection to several at a time: Fettle needs pool_mode = session\./,
    ],
  ])(
    '%s ends the start with a sentence',
    async (_, settings, sentence) => {
      await using pooler = await startPgbouncer(postgres, settings)
      const complaint = await complaintOf(pooler.url)
      expect(complaint).toMatch(sentence)
      expect(complaint).not.toMatch(/\n\s+at /)
    },
    120_000,
  )
})
