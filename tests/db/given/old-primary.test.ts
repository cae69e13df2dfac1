import { describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { moment, spent } from '#tests/support/spent/spent.ts'
import { type Fettle, startFettle } from '#tests/whole/faults/fettle.ts'
import { gather } from '#tests/whole/faults/load/cast.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { type Postgres, startPostgres } from '#tests/whole/services/postgres.ts'
import { startRelay } from '#tests/whole/services/relay.ts'
import { faultsOf, type Load, lost, startLoad, summary, surprises } from './load.ts'

const missing = await missingServices(['postgres'])
if (missing.length) console.log(`Left out, as these are not installed and cannot be: ${missing.join(', ')}`)

/** A primary, its standby, and under load a Fettle whose one address leads to the primary. Connections that exist stay. */
async function twoServers(options: { synchronous?: boolean } = {}) {
  const cleaning = new AsyncDisposableStack()
  try {
    const primary = cleaning.use(await startPostgres())
    const standby = cleaning.use(await startPostgres({ standbyOf: primary, ...options }))
    const address = cleaning.use(await startRelay(primary.port))
    const url = primary.url.replace(`:${primary.port}/`, `:${address.port}/`)
    const fettle = await startFettle({ env: { DATABASE_URL: url, LOG_LEVEL: 'warn' } })
    cleaning.defer(() => fettle.remove())
    const people = { url: fettle.url, env: { ...fettle.env, DATABASE_URL: primary.url } }
    const cast = await gather(people, { agents: 6, contractors: 1, admins: 1 })
    const load = cleaning.use(await startLoad(fettle, cast))
    await load.recovery(performance.now())
    return { primary, standby, address, fettle, load, [Symbol.asyncDispose]: () => cleaning.disposeAsync() }
  } catch (error) {
    await cleaning.disposeAsync()
    throw error
  }
}

async function query<T>(server: Postgres, work: (database: SQL) => Promise<T>): Promise<T> {
  await using database = new SQL(server.url, { max: 1 })
  return await work(database)
}

/** Waits until so many more writes are acknowledged. */
async function untilWritten({ acknowledged }: Load, more = 15): Promise<void> {
  for (const enough = acknowledged.length + more; acknowledged.length < enough; ) await Bun.sleep(20)
}

async function untilTold(fettle: Fettle, event: string): Promise<void> {
  while (!fettle.log().includes(`"${event}"`)) await Bun.sleep(20)
}

const jobsIn = (server: Postgres) =>
  query(server, async (database) => (await database`select count(*)::int as jobs from jobs`)[0].jobs as number)

describe.skipIf(missing.length > 0)('of two servers that both take writes', () => {
  test('the old primary soon gets none when the address leads back to it: 503 until it leads to the promoted one', async () => {
    await using scene = await twoServers()
    const { primary, standby, address, fettle, load } = scene
    // In order: what is acknowledged has reached the standby.
    await primary.stop()
    await standby.promote()
    address.lead(standby.port)
    await untilTold(fettle, 'database.turned')
    await untilWritten(load)
    await primary.start()
    address.lead(primary.port)
    address.cut()
    await untilTold(fettle, 'database.deposed')
    const refused = performance.now()
    const before = await jobsIn(primary)
    const begun = load.acknowledged.length
    const during = () => load.answers.filter(({ at }) => at > refused)
    while (during().length < 100) await Bun.sleep(100)
    expect(new Set(during().map(({ status }) => status))).toEqual(new Set([503]))

    const usual = load.usual()
    address.lead(standby.port)
    const back = moment()
    const took = await load.recovery(back)
    await untilWritten(load)
    await load.stop()
    expect(spent(back, back + took)).toBeLessThan(5000 + usual)
    expect(await jobsIn(primary)).toBe(before)
    expect(await query(standby, (database) => lost(load.acknowledged.slice(begun), database))).toEqual([])
    expect(surprises(fettle)).toEqual([])
  }, 240_000)

  test('connections that still lead to the old primary are given up, although nothing is wrong with it', async () => {
    await using scene = await twoServers()
    const { primary, standby, address, load } = scene
    await standby.promote()
    address.lead(standby.port)
    const replicated = await jobsIn(standby)
    await Bun.sleep(8000)
    while ((await jobsIn(standby)) === replicated) await Bun.sleep(100)
    const before = await jobsIn(primary)
    const begun = load.acknowledged.length
    await untilWritten(load)
    await load.stop()
    expect(await jobsIn(primary)).toBe(before)
    expect(await query(standby, (database) => lost(load.acknowledged.slice(begun), database))).toEqual([])
  }, 240_000)
})

describe.skipIf(missing.length > 0)('a primary that is frozen', () => {
  test('is given up for the promoted standby within five seconds', async () => {
    await using scene = await twoServers({ synchronous: true })
    const { primary, standby, address, fettle, load } = scene
    const usual = load.usual()
    await primary.freeze()
    const frozen = moment()
    await Bun.sleep(1000)
    await standby.promote()
    address.lead(standby.port)
    await load.recovery(performance.now())
    const first = load.answers.find(
      ({ kind, status, at, took }) => kind === 'write' && status === 201 && at + took > frozen + 1000,
    )!
    await load.stop()
    const took = first.at + first.took - frozen
    console.log(`first write acknowledged ${Math.round(took)} ms after the freeze; ${summary(load.answers)}`)
    expect(spent(frozen, first.at + first.took)).toBeLessThan(5000 + usual)
    expect(await query(standby, (database) => lost(load.acknowledged, database))).toEqual([])
    expect(faultsOf(load.answers, 8000 + usual)).toEqual([])
    expect(surprises(fettle)).toEqual([])
  }, 240_000)
})
