import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { moment, spent } from '#tests/support/spent/spent.ts'
import { type Fettle, startFettle } from '#tests/whole/faults/fettle.ts'
import { type Cast, gather } from '#tests/whole/faults/load/cast.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { type Postgres, startPostgres } from '#tests/whole/services/postgres.ts'
import { type Relay, startRelay } from '#tests/whole/services/relay.ts'
import { faultsOf, isSuccess, lost, startLoad, summary, surprises } from './load.ts'

const missing = await missingServices(['postgres'])
if (missing.length) console.log(`Left out, as these are not installed and cannot be: ${missing.join(', ')}`)

/** A statement's time in these tests, in seconds, and what an answer may take in all, in milliseconds. */
const STATEMENT = 5
const BOUND = (STATEMENT + 3) * 1000 + 1500

describe.skipIf(missing.length > 0)('under load', () => {
  let postgres: Postgres
  let relay: Relay
  let fettle: Fettle
  let cast: Cast
  let database: SQL

  beforeAll(async () => {
    postgres = await startPostgres({ password: 'a long secret' })
    relay = await startRelay(postgres.port)
    const through = postgres.url.replace(`:${postgres.port}/`, `:${relay.port}/`)
    fettle = await startFettle({
      env: { DATABASE_URL: through, DATABASE_STATEMENT_TIMEOUT: String(STATEMENT), LOG_LEVEL: 'warn' },
    })
    cast = await gather(fettle, { agents: 6, contractors: 1, admins: 1 })
    database = new SQL(postgres.url, { max: 1 })
  }, 120_000)
  afterAll(async () => {
    await database?.close({ timeout: 0 })
    await fettle?.remove()
    await relay?.[Symbol.asyncDispose]()
    await postgres?.[Symbol.asyncDispose]()
  }, 120_000)

  /** Runs `fault` in the middle of a load; it returns the moment from which all should be well again. */
  async function suffer(name: string, fault: () => Promise<number>, recovered: number, bound = BOUND) {
    await using load = await startLoad(fettle, cast)
    await load.recovery(performance.now())
    const usual = load.usual()
    const since = await fault()
    const took = await load.recovery(since)
    await Bun.sleep(500)
    await load.stop()
    console.log(`${name}: recovered in ${Math.round(took)} ms; ${summary(load.answers)}`)
    expect(faultsOf(load.answers, bound + usual)).toEqual([])
    // What came after the recovery went well.
    expect(load.answers.filter(({ at, status }) => at > since + took + 100 && !isSuccess(status))).toEqual([])
    expect(await lost(load.acknowledged, database)).toEqual([])
    expect(surprises(fettle)).toEqual([])
    expect(spent(since, since + took)).toBeLessThan(recovered + usual)
  }

  test('every connection terminated, five times', async () => {
    await suffer(
      'terminated',
      async () => {
        for (let round = 0; round < 5; round++) {
          while ((await postgres.terminateAll()) === 0) await Bun.sleep(10)
          await Bun.sleep(200)
        }
        return moment()
      },
      2000,
    )
  }, 120_000)

  test('the server restarted', async () => {
    await suffer(
      'restarted',
      async () => {
        await postgres.stop()
        await Bun.sleep(2000)
        await postgres.start()
        return moment()
      },
      4000,
    )
  }, 120_000)

  test('the server killed', async () => {
    await suffer(
      'killed',
      async () => {
        await postgres.kill9()
        await Bun.sleep(2000)
        await postgres.start()
        return moment()
      },
      4000,
    )
  }, 120_000)

  test('a network in which everything vanishes, for ten seconds', async () => {
    await suffer(
      'black hole',
      async () => {
        relay.silence()
        await Bun.sleep(10_000)
        relay.restore()
        return moment()
      },
      6000,
    )
  }, 120_000)

  test('connections that a firewall has forgotten, while new ones work', async () => {
    await suffer(
      'forgotten',
      async () => {
        const since = moment()
        relay.silence('existing')
        return since
      },
      8000,
    )
  }, 120_000)
})
