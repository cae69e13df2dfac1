import { describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { moment, spent } from '#tests/support/spent/spent.ts'
import { startFettle } from '#tests/whole/faults/fettle.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { startPostgres } from '#tests/whole/services/postgres.ts'
import { faultsOf, lost, slowest, startLoad, summary, surprises } from './load.ts'

const missing = await missingServices(['postgres'])
if (missing.length) console.log(`Left out, as these are not installed and cannot be: ${missing.join(', ')}`)

describe.skipIf(missing.length > 0)('a server with no more to give', () => {
  test('every connection that may write waits for a lock: writes are turned away in time, reads go on', async () => {
    await using postgres = await startPostgres()
    const fettle = await startFettle({
      env: {
        ...{ DATABASE_URL: postgres.url, DATABASE_POOL: '4', DATABASE_STATEMENT_TIMEOUT: '7', LOG_LEVEL: 'warn' },
      },
    })
    await using _ = { [Symbol.asyncDispose]: () => fettle.remove() }
    await using database = new SQL(postgres.url, { max: 2 })
    await using load = await startLoad(fettle)
    await load.recovery(performance.now())

    const usual = load.usual()
    let locked = 0
    // Told before the commit: who waits may be answered before the commit's own answer is here.
    const freed = await database.begin(async (tx) => {
      await tx`lock table jobs in exclusive mode`
      locked = performance.now()
      await Bun.sleep(9000)
      return performance.now()
    })
    const took = await load.recovery(freed)
    await load.stop()
    console.log(`locked: recovered in ${Math.round(took)} ms; ${summary(load.answers)}`)
    const during = load.answers.filter(({ at }) => at > locked && at < freed)
    const { write = [], ...reads } = Object.groupBy(during, ({ kind }) => kind)
    expect(write.length).toBeGreaterThanOrEqual(6)
    expect(write.every(({ at, took, status }) => status === 503 || at + took > freed)).toBe(true)
    // Three wait for the lock, at most seven seconds; the others at most five for their turn.
    expect(slowest(write)).toBeLessThan(8000 + usual)
    for (const answers of Object.values(reads)) {
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(answers.length).toBeGreaterThan(50)
      expect(slowest(answers)).toBeLessThan(2000 + usual)
    }
    expect(faultsOf(load.answers, 8000 + usual)).toEqual([])
    expect(await lost(load.acknowledged, database)).toEqual([])
    expect(surprises(fettle)).toEqual([])
  }, 120_000)

  test('connections all taken by others: 503 until one is free', async () => {
    await using postgres = await startPostgres({ settings: { max_connections: '12' } })
    const fettle = await startFettle({ env: { DATABASE_URL: postgres.url, DATABASE_POOL: '4', LOG_LEVEL: 'warn' } })
    await using _ = { [Symbol.asyncDispose]: () => fettle.remove() }
    await using load = await startLoad(fettle)
    await load.recovery(performance.now())

    const usual = load.usual()
    const greedy: SQL[] = []
    // Whenever a connection of ours is ended, somebody else takes its place, until we have none.
    for (let refused = 0; refused < 10; await Bun.sleep(20)) {
      await postgres.admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fettle'`
      const one = new SQL(postgres.url, { max: 1, connectionTimeout: 2 })
      await one`select 1`.then(
        () => greedy.push(one),
        () => one.close({ timeout: 0 }),
      )
      const [ours] = await postgres.admin`
        select count(*)::int from pg_stat_activity where application_name = 'fettle'`
      refused = !greedy.includes(one) && ours.count === 0 ? refused + 1 : 0
    }
    const full = performance.now()
    await Bun.sleep(2000)
    const freed = moment()
    await Promise.all(greedy.map((one) => one.close({ timeout: 0 })))
    const took = await load.recovery(freed)
    await load.stop()
    console.log(`full: recovered in ${Math.round(took)} ms; ${summary(load.answers)}`)
    const during = load.answers.filter(({ at, took }) => at > full && at + took < freed)
    expect(new Set(during.map(({ status }) => status))).toEqual(new Set([503]))
    expect(faultsOf(load.answers, 6000 + usual)).toEqual([])
    expect(surprises(fettle)).toEqual([])
    expect(spent(freed, freed + took)).toBeLessThan(3000 + usual)
  }, 120_000)
})
