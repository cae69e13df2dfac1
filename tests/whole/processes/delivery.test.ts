import { afterAll, describe, expect, onTestFinished, setDefaultTimeout, test } from 'bun:test'
import { PACE } from '#src/queue/pace.ts'
import { arrivedAt } from '#tests/whole/faults/judge/delivered.ts'
import { type Cast, databaseOf, gather } from '#tests/whole/faults/load/cast.ts'
import { startExim, whyNoExim } from '#tests/whole/services/exim.ts'
import { at } from './people.ts'
import { startSeveral, whyNotSeveral } from './several.ts'
import { jobInput, must } from './stories.ts'

const why = (await whyNotSeveral()) ?? (await whyNoExim())
setDefaultTimeout(120_000)

/** E-mails a minute: ten at once, then one each 102 ms. */
const RATE = 600
/** In seconds, at the server. */
const DELAY = 3
const allowedIn = (ms: number) => 10 + Math.floor(ms / (60_000 / 591)) + 1

describe.skipIf(why !== null)('e-mails with three workers', async () => {
  const exim = why ? null! : await startExim()
  const several = why
    ? null!
    : await startSeveral({
        supervised: true,
        env: { SMTP_URL: exim.url, SMTP_CA: exim.ca, SMTP_RATE: String(RATE) },
      })
  const sql = several && databaseOf(several.fettles[0]!.env)
  afterAll(async () => {
    await sql?.close()
    await several?.[Symbol.asyncDispose]()
    await exim?.stop()
  })
  const cast: Cast = why ? null! : await gather(several.fettles[0]!, { agents: 1, contractors: 2, admins: 1 })

  /** Assigns so many jobs, each at another process: one e-mail each. Returns their ids. */
  async function tell(count: number): Promise<string[]> {
    const [agent, carl, admin] = [cast.agents[0]!, cast.contractors[0]!, cast.admins[0]!]
    const jobs = await Promise.all(
      several
        .inTurn(count)
        .map(async (url) => (await must(at(agent, url), 'POST', '/api/jobs', jobInput('Rose Cottage'))).id!),
    )
    await Promise.all(
      several
        .inTurn(count)
        .map((url, n) => must(at(admin, url), 'POST', `/api/jobs/${jobs[n]}/assign`, { contractorId: carl.id })),
    )
    const rows: { id: string }[] =
      await sql!`select id from email_notifications where job_id = any(${sql!.array(jobs, 'uuid')})`
    expect(rows).toHaveLength(count)
    return rows.map(({ id }) => id)
  }
  const sentOf = async (ids: string[]): Promise<number> => {
    const [row] = await sql!`select count(*)::int from email_notifications
      where status = 'sent' and id = any(${sql!.array(ids, 'uuid')})`
    return row.count
  }
  /** How often each of these arrived. */
  const copies = async (ids: string[]) => {
    const arrived = await arrivedAt(exim)()
    return ids.map((id) => arrived.filter((one) => one === id).length)
  }
  async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
    for (const patience = Date.now() + 30_000; !(await holds()); await Bun.sleep(25))
      if (Date.now() > patience) throw new Error(`${what}: not after half a minute`)
  }

  test('each arrives once, and all workers together keep the rate', async () => {
    const begin = performance.now()
    const ids = await tell(40)
    await until('All are sent', async () => {
      const sent = await sentOf(ids)
      expect(sent).toBeLessThanOrEqual(allowedIn(performance.now() - begin))
      return sent === ids.length
    })
    await until('All have arrived', async () => (await copies(ids)).every((count) => count > 0))
    expect(new Set(await copies(ids))).toEqual(new Set([1]))
  })

  test('a killed worker’s e-mail waits for the end of its lease, and then arrives', async () => {
    // Each message waits before its recipient is taken: nothing of it is with the server when its sender dies in time.
    await exim.restart({ recipient: `warn delay = ${DELAY}s` })
    onTestFinished(() => exim.restart())
    const held = async () =>
      (await sql!`select subject as id from outbox where leased_until > now()`).map(({ id }: { id: string }) => id)
    const allSent = async () => (await sentOf(ids)) === ids.length
    const isInTime = async () =>
      (
        await sql!`select min(leased_until) > now() + ${PACE.lease - DELAY * 500} * interval '1 ms' as is from outbox
        where leased_until > now()`
      )[0].is === true
    let ids = await tell(14)
    // Five each: when eleven are held, each of the three holds one. On a busy machine some of them may be sent by then.
    const inHand = async () => (await held()).length > 10 || (await allSent())
    for (await until('Eleven are in hand', inHand); !(await isInTime()); await until('Eleven are in hand', inHand)) {
      await until('All are sent', allSent)
      ids = await tell(14)
    }
    await several.fettles[0]!.end('SIGKILL')
    const others = async () => (await sentOf(ids)) + (await held()).length === ids.length && (await held()).length < 6
    await until('The others have sent theirs', others)
    // On a busy machine another may still be at one of them: what is left is what nobody ends in the time that one takes.
    let left: string[]
    do {
      left = await held()
      await Bun.sleep(4000)
    } while ((await held()).length < left.length)
    expect(left.length).toBeGreaterThan(0)
    expect(await copies(left)).toEqual(left.map(() => 0))
    // Two minutes pass.
    await sql!`update outbox set leased_until = now()`
    await until('All are sent', allSent)
    await until('All have arrived', async () => (await copies(ids)).every((count) => count > 0))
    expect(new Set(await copies(ids))).toEqual(new Set([1]))
  })
})
