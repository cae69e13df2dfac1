import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db, rawClient } from '#db/connect/client.ts'
import { DatabaseOverdue } from '#db/pool/failure.ts'
import { users } from '#db/schema.ts'
import { setRole } from '#src/accounts/actions.ts'
import { app } from '#src/app.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { endOfDay, today } from '#src/domain/dates.ts'
import { aToken, bearer, type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { overTheWire } from '#tests/support/wire.ts'
import { aJob, aNobody, anAgent } from '#tests/support/world.ts'

const cast = castOfEachTest()

const RECENT = '/api/jobs/recent'
const BY_HTMX = { 'hx-request': 'true', 'hx-request-type': 'partial' }

/** What is polled, how the answer tells its version, and how a poll says which one it has. */
const POLLS = [
  { path: RECENT, tells: 'etag', asks: 'if-none-match', headers: {} },
  { path: '/', tells: 'hx-ptag', asks: 'hx-ptag', headers: BY_HTMX },
] as const
type Poll = (typeof POLLS)[number]

const first = async (client: Client, { path, headers, tells }: Poll) => {
  const answer = await client.get(path, headers)
  return { answer, version: answer.headers.get(tells)! }
}
const again = (client: Client, { path, headers, asks }: Poll, version: string, more = {}) =>
  client.get(path, { ...headers, [asks]: version, ...more })

const { unsafe } = rawClient
afterEach(() => {
  rawClient.unsafe = unsafe
  setSystemTime()
})

/** Readings of who sent a request, while they are counted. */
function countReadings(): { count: number } {
  const readings = { count: 0 }
  rawClient.unsafe = ((text: string, values?: unknown[]) => {
    if (/sessions/.test(text)) readings.count++
    return unsafe(text, values)
  }) as typeof unsafe
  return readings
}

/** Eight dashboards that poll until they are disposed of. */
async function crowdOf(user: Actor, poll: Poll) {
  const statuses = new Set<number>()
  let isOver = false
  const polling = Array.from({ length: 8 }, async () => {
    const client = await signedInAs(user)
    let { answer, version } = await first(client, poll)
    while (!isOver) {
      statuses.add(answer.status)
      if (answer.status === 200) version = answer.headers.get(poll.tells)!
      answer = await again(client, poll, version)
      // The tests share their process with those who poll.
      await Bun.sleep(1)
    }
  })
  return {
    statuses,
    async [Symbol.asyncDispose]() {
      isOver = true
      await Promise.all(polling)
    },
  }
}

describe.each(POLLS)('a poll of $path', (poll) => {
  test('that finds nothing new is told what RFC 9110 requires, as the answer had it, and no more', async () => {
    await aJob(cast)
    const client = await signedInAs(cast.agent)
    const { answer, version } = await first(client, poll)
    const unchanged = await again(client, poll, version)
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    const told = Object.fromEntries(unchanged.headers)
    expect(Object.keys(told).sort()).toEqual(['cache-control', poll.tells, 'vary', 'x-request-id'].sort())
    for (const name of ['cache-control', poll.tells, 'vary']) expect(told[name]).toBe(answer.headers.get(name)!)
    expect(told['x-request-id']).not.toBe(answer.headers.get('x-request-id')!)
  })

  test('reads its sender once, whether something is new or not', async () => {
    const client = await signedInAs(cast.agent)
    const { version } = await first(client, poll)
    const readings = countReadings()
    expect((await again(client, poll, version)).status).toBe(304)
    expect(readings.count).toBe(1)
    await aJob(cast)
    readings.count = 0
    expect((await again(client, poll, version)).status).toBe(200)
    expect(readings.count).toBe(1)
  })

  test('is told what time alone has changed: a first visit is late from one moment to the next', async () => {
    const { visitBy } = await aJob(cast)
    const client = await signedInAs(cast.agent)
    const { version } = await first(client, poll)
    setSystemTime(new Date(visitBy!.getTime() - 1))
    const before = await again(client, poll, version)
    const known = before.headers.get(poll.tells)!
    setSystemTime(new Date(visitBy!.getTime() + 1))
    const late = await again(client, poll, known)
    expect(late.status).toBe(200)
    expect(await late.text()).toContain('late')
    expect((await again(client, poll, late.headers.get(poll.tells)!)).status).toBe(304)
  })

  test('is answered anew once London’s day has ended: what waits since today waits since yesterday', async () => {
    await aJob(cast)
    const client = await signedInAs(cast.agent)
    const midnight = endOfDay(today()).getTime() + 1
    setSystemTime(new Date(midnight - 1))
    const { version } = await first(client, poll)
    expect((await again(client, poll, version)).status).toBe(304)
    setSystemTime(new Date(midnight))
    expect((await again(client, poll, version)).status).toBe(200)
  })

  test('is refused like any other request once its sender may not ask', async () => {
    const { version } = await first(await signedInAs(cast.agent), poll)
    const deleted = await anAgent()
    const gone = await signedInAs(deleted)
    await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, deleted.id))
    for (const client of [stranger, gone]) expect((await again(client, poll, version)).status).toBe(401)
    expect((await again(await signedInAs(await aNobody()), poll, version)).status).toBe(403)
  })

  test('by somebody whose role was taken is refused, with the version that is still theirs', async () => {
    const client = await signedInAs(cast.agent)
    const { version } = await first(client, poll)
    await db.update(users).set({ role: null }).where(eq(users.id, cast.agent.id))
    expect((await again(client, poll, version)).status).toBe(403)
  })

  test('while the database is away is 503, and asks it once', async () => {
    const client = await signedInAs(cast.agent)
    const { version } = await first(client, poll)
    let asked = 0
    rawClient.unsafe = (() => {
      asked++
      return Promise.reject(new DatabaseOverdue('No answer.'))
    }) as unknown as typeof unsafe
    const answers = await Promise.all([again(client, poll, version), again(client, poll, version)])
    expect(answers.map(({ status, headers }) => [status, headers.has('retry-after')])).toEqual([
      [503, true],
      [503, true],
    ])
    expect(asked).toBe(2)
    rawClient.unsafe = unsafe
    expect((await again(client, poll, version)).status).toBe(304)
  })

  test('sees every change that was committed before it, however many poll', async () => {
    const client = await signedInAs(cast.agent)
    let { version } = await first(client, poll)
    await using _ = await crowdOf(cast.agent, poll)
    for (let n = 0; n < 10; n++) {
      await aJob(cast)
      const answer = await again(client, poll, version)
      expect(answer.status).toBe(200)
      version = answer.headers.get(poll.tells)!
      expect((await again(client, poll, version)).status).toBe(304)
    }
  })

  test('is refused from the moment of signing out, and nobody else’s is, however many poll', async () => {
    const leaving = await Promise.all(Array.from({ length: 10 }, () => signedInAs(cast.agent)))
    const { version } = await first(leaving[0]!, poll)
    await using crowd = await crowdOf(cast.agent, poll)
    for (const one of leaving) {
      expect((await again(one, poll, version)).status).toBe(304)
      expect((await one.get('/api/logout')).status).toBe(303)
      expect((await again(one, poll, version)).status).toBe(401)
    }
    expect([...crowd.statuses].sort()).toEqual([200, 304])
  })
})

describe('what only looks like such a poll', () => {
  const recent = POLLS[0]

  test('is answered by its route: a parameter, another method, an administrator, a wrong token', async () => {
    const client = await signedInAs(cast.agent)
    const { version } = await first(client, recent)
    const headers = { 'if-none-match': version }
    expect((await client.get(`${RECENT}?page=2`, headers)).status).toBe(400)
    expect((await client.send(RECENT, { method: 'POST', headers })).status).toBe(404)
    expect((await client.get(RECENT, { ...headers, authorization: 'Bearer fettle_wrong' })).status).toBe(401)
    expect((await (await signedInAs(cast.admin)).get(RECENT, headers)).status).toBe(200)
    expect((await client.get('/api/jobs', headers)).status).toBe(200)
    expect((await client.get('/', { 'hx-ptag': version })).headers.get('content-type')).toStartWith('text/html')
  })

  test('a list of ETags, a weak one and * are read as RFC 9110 has them', async () => {
    const client = await signedInAs(cast.agent)
    const { version } = await first(client, recent)
    for (const tag of [`"other", ${version}`, version.replace(/^W\//, ''), '*'])
      expect([tag, (await again(client, recent, tag)).status]).toEqual([tag, 304])
    for (const tag of ['"other"', '', version.replaceAll('"', '')])
      expect([tag, (await again(client, recent, tag)).status]).toEqual([tag, 200])
  })

  test('with what was read in another role finds what is seen in this one', async () => {
    const { version } = await first(await signedInAs(cast.contractor), recent)
    await setRole(cast.admin, cast.contractor.id, 'estate_agent')
    const now = await signedInAs(cast.contractor)
    expect((await again(now, recent, version)).status).toBe(200)
  })

  test('scripts with a token poll alike', async () => {
    const { token } = await aToken(cast.agent)
    const { version } = await first(await signedInAs(cast.agent), recent)
    expect((await again(stranger, recent, version, bearer(token))).status).toBe(304)
    expect((await again(stranger, POLLS[1], version, bearer(token))).status).toBe(401)
  })

  test('an address that nothing could read is refused over the wire', async () => {
    const client = await signedInAs(cast.agent)
    const { version } = await first(client, recent)
    app.listen({ port: 0, hostname: '127.0.0.1' })
    const ask = (host: string) =>
      overTheWire(app.server!.port!, {
        ...{ method: 'GET', target: RECENT },
        headers: [
          ['Host', host],
          ['Cookie', `session=${client.cookie}`],
          ['If-None-Match', version],
        ],
      })
    const hosts = ['localhost', 'a b', 'x:99999', 'localhost, localhost']
    const answers = await Promise.all(hosts.map(ask))
    await app.server?.stop(true)
    expect(answers.map((answer) => answer?.status)).toEqual([304, 400, 400, 400])
    expect(answers[0]!.headers.get('date')).not.toBeNull()
  })
})
