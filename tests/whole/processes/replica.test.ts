import { afterAll, describe, expect, test } from 'bun:test'
import { type Cast, databaseOf, gather } from '#tests/whole/faults/load/cast.ts'
import type { Person } from '#tests/whole/faults/load/person.ts'
import { startPostgres } from '#tests/whole/services/postgres.ts'
import { at } from './people.ts'
import { startSeveral, whyNotSeveral } from './several.ts'
import { jobInput, must } from './stories.ts'

// Lists read by three processes from a streaming replica that replays at once, late or not at all.

const why = await whyNotSeveral()

const TOKEN = 'tells-how-lists-are-read'

describe.skipIf(why !== null)('lists from a replica', async () => {
  await using parts = new AsyncDisposableStack()
  const primary = why ? null! : parts.use(await startPostgres())
  const standby = why ? null! : parts.use(await startPostgres({ standbyOf: primary }))
  const env = { DATABASE_READ_URL: standby?.url ?? '', METRICS_TOKEN: TOKEN }
  const several = why ? null! : parts.use(await startSeveral({ database: primary, env }))
  const open = parts.move()
  afterAll(() => open.disposeAsync())
  const cast: Cast = why ? null! : await gather(several.fettles[0]!, { agents: 5, contractors: 1, admins: 1 })
  const sql = several && open.use(databaseOf(several.fettles[0]!.env))
  const urls = several?.urls ?? []
  const url = (n: number) => urls[n % urls.length]!
  const [bystander, ...writers] = cast?.agents ?? []

  /** How long the replica waits before it replays a commit. */
  const delay = async (milliseconds: number) => {
    await standby.admin.unsafe(`alter system set recovery_min_apply_delay = ${milliseconds}`)
    await standby.admin`select pg_reload_conf()`
  }
  const raise = (who: Person, name: string, n: number) => must(at(who, url(n)), 'POST', '/api/jobs', jobInput(name))
  const sees = async (who: Person, name: string, n: number): Promise<boolean> => {
    const list: unknown = await must(at(who, url(n)), 'GET', '/api/jobs?limit=5')
    return (list as { propertyName: string }[]).some(({ propertyName }) => propertyName === name)
  }
  /** How many reads of lists were answered by whom, of all processes. */
  const reads = async (server: 'replica' | 'primary'): Promise<number> => {
    const each = await Promise.all(
      urls.map(async (one) => {
        const answer = await fetch(`${one}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
        return Number(new RegExp(`list_reads_total{server="${server}"} (\\d+)`).exec(await answer.text())?.[1])
      }),
    )
    return each.reduce((sum, one) => sum + one, 0)
  }
  /** How often a process has said that the replica was not prompt: for half a second, which a busy machine may stand still. */
  const timesLate = () =>
    several.fettles.flatMap((one) => one.log().match(/Lists are read from the primary/g) ?? []).length
  /** Lists of who has written nothing are read from the replica, by every process. */
  const untilUsed = async () => {
    for (const deadline = Date.now() + 15_000; Date.now() < deadline; await Bun.sleep(100)) {
      const before = await reads('replica')
      await Promise.all(urls.map((_, process) => sees(bystander!, '', process)))
      // A page that has the whole list is not counted besides.
      if ((await reads('replica')) >= before + urls.length) return
    }
    throw new Error('The replica is not used.')
  }

  test.each([
    ['at once', 0, 400],
    ['after 50 ms', 50, 300],
    ['after 1 s', 1000, 300],
  ])(
    'one that replays %s shows everybody what they wrote, at another process too',
    async (_, late, writes) => {
      await untilUsed()
      await delay(late)
      const before = { replica: await reads('replica'), primary: await reads('primary') }
      let wrong = 0
      const write = async (who: Person, worker: number) => {
        for (let n = 0; n < writes / writers.length; n++) {
          const name = `Late ${late} by ${worker} no ${n}`
          await raise(who, name, n)
          if (!(await sees(who, name, n + 1))) wrong++
        }
      }
      await Promise.all(writers.map(write))
      const [replica, rest] = [(await reads('replica')) - before.replica, (await reads('primary')) - before.primary]
      console.log(`${writes} writes, replayed ${late} ms late: ${replica} reads by the replica, ${rest} by the primary`)
      expect(wrong).toBe(0)
      if (late === 1000) expect(rest).toBeGreaterThan(writes)
    },
    120_000,
  )

  test('one that is up with the primary gives whole exports', async () => {
    await delay(0)
    await untilUsed()
    const [{ count }] = await sql`select count(*)::int as count from jobs`
    const { cookie } = cast.admins[0]!
    for (const n of [0, 1, 2]) {
      let before: { replica: number; primary: number }
      let late: number
      do {
        await untilUsed()
        late = timesLate()
        before = { replica: await reads('replica'), primary: await reads('primary') }
        const text = await (await fetch(`${url(n)}/api/jobs/export.csv`, { headers: { cookie } })).text()
        expect(text.trim().split('\r\n').length - 1).toBe(count)
      } while (timesLate() > late)
      expect((await reads('replica')) - before.replica).toBeGreaterThan(1)
      expect(await reads('primary')).toBe(before.primary)
    }
  }, 60_000)

  test('one that is further behind than five seconds shows nobody anything', async () => {
    await delay(0)
    await untilUsed()
    await delay(60_000)
    await raise(writers[1]!, 'Far Behind', 0)
    // Its state of before is good for five seconds to those who wrote nothing.
    await Bun.sleep(5500)
    for (const n of [0, 1, 2]) expect(await sees(cast.admins[0]!, 'Far Behind', n)).toBe(true)
    await raise(writers[0]!, 'Further Behind', 0)
    for (const n of [0, 1, 2]) expect(await sees(writers[0]!, 'Further Behind', n)).toBe(true)
    const before = await reads('replica')
    for (const n of [0, 1, 2]) await sees(bystander!, '', n)
    expect(await reads('replica')).toBe(before)
    await delay(0)
    await untilUsed()
  }, 60_000)

  test('one that hangs, and one that is gone, is done without, and is used again when it is back', async () => {
    await untilUsed()
    await standby.freeze()
    const begin = performance.now()
    const slowest = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        await sees(bystander!, '', n)
        return performance.now() - begin
      }),
    )
    expect(Math.max(...slowest)).toBeLessThan(4000)
    const before = await reads('replica')
    for (const n of [0, 1, 2]) await sees(bystander!, '', n)
    expect(await reads('replica')).toBe(before)
    await standby.kill9()
    for (const n of [0, 1, 2]) await raise(writers[0]!, `Alone ${n}`, n)
    for (const n of [0, 1, 2]) expect(await sees(writers[0]!, `Alone ${n}`, n + 1)).toBe(true)
    await standby.start()
    await untilUsed()
    const complaints = several.fettles.flatMap((fettle) => fettle.log().match(/"unexpected".*/g) ?? [])
    expect(complaints).toEqual([])
  }, 60_000)
})
