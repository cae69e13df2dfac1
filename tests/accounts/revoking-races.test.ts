import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { eq, inArray, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { apiTokens, jobs, sessions, users } from '#db/schema.ts'
import { IN_HAND } from '#src/domain/job/status.ts'
import { aToken, bearer, signedInAs, stranger } from '#tests/support/app.ts'
import { dearHashes } from '#tests/support/cheap-hashes.ts'
import { deadlocks } from '#tests/support/database/deadlocks.ts'
import { otherProcess } from '#tests/support/process/other-process.ts'
import { aCast, aContractor, aJob, anAdmin, anAgent, jobInput, PASSWORD } from '#tests/support/world.ts'

dearHashes()

// Who ends access and who writes wait for each other, but never in a ring: PostgreSQL would take a second to see one.

// Hashing takes its time, on a busy machine much of it.
setDefaultTimeout(120_000)

const other = await otherProcess()
afterAll(() => other.kill())

async function withoutRings(race: () => Promise<unknown>): Promise<void> {
  const before = await deadlocks()
  await race()
  expect((await deadlocks()) - before).toBe(0)
}

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

/** The same request here or at the other process. */
const send = (index: number, cookie: string, method: string, path: string, body?: unknown) => {
  const headers = { cookie: `session=${cookie}`, 'content-type': 'application/json' }
  const call = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }
  return index % 2 ? fetch(other.url + path, call) : stranger.send(path, { method, headers, body })
}

const change = (next: string) => ({ currentPassword: PASSWORD, newPassword: next, confirmPassword: next })

test('the counter counts: two who lock in turn make one ring', async () => {
  const [one, two] = [await anAgent(), await anAgent()]
  const before = await deadlocks()
  const lock = (ids: string[]) =>
    db.transaction(async (tx) => {
      for (const id of ids) {
        await tx.select().from(users).where(eq(users.id, id)).for('update')
        await Bun.sleep(100)
      }
    })
  await Promise.allSettled([lock([one.id, two.id]), lock([two.id, one.id])])
  expect((await deadlocks()) - before).toBe(1)
})

/** Sends again and again until `over`, so that there is always something under way. Returns every status. */
async function until(over: Promise<unknown>, request: (turn: number) => Promise<Response>): Promise<number[]> {
  const statuses: number[] = []
  let going = true
  void over.finally(() => {
    going = false
  })
  for (let turn = 0; going; turn++) statuses.push((await request(turn)).status)
  return statuses
}

/** Nobody was told of a failure of ours. */
const allForeseen = (statuses: number[]) => expect(statuses.filter((status) => status >= 500)).toEqual([])

test('an agent who raises jobs, signs in, makes tokens and changes the password, while it is reset', async () => {
  await withoutRings(async () => {
    for (let round = 0; round < 3; round++) {
      const { agent, admin } = await aCast()
      const own = await times(4, () => signedInAs(agent))
      const tokens = await times(3, () => aToken(agent))
      const { cookie } = await signedInAs(admin)
      const reset = Bun.sleep(20).then(() => send(1, cookie!, 'POST', `/api/estate-agents/${agent.id}/reset-password`))
      const raising = own.map((mine, index) =>
        until(reset, () => send(index, mine.cookie!, 'POST', '/api/jobs', jobInput())),
      )
      const sign = { identifier: agent.username, password: PASSWORD }
      const answers = await Promise.all([
        reset,
        ...own.map(({ cookie }, index) => send(index, cookie!, 'POST', '/api/tokens', { name: 'Late' })),
        ...own
          .slice(2)
          .map(({ cookie }, index) => send(index, cookie!, 'POST', '/api/change-password', change(`secret ${index}`))),
        ...tokens.flatMap(({ token, id }) => [
          stranger.send(`/api/tokens/${id}`, { method: 'DELETE', headers: bearer(token) }),
          stranger.send(`/api/tokens/${id}`, { method: 'DELETE', headers: bearer(token) }),
        ]),
        ...Array.from({ length: 3 }, () => stranger.post('/api/local/login', sign)),
      ])
      allForeseen([...answers.map(({ status }) => status), ...(await Promise.all(raising)).flat()])
      expect(answers[0]!.status).toBe(200)
      expect(await db.$count(sessions, eq(sessions.userId, agent.id))).toBe(0)
    }
  })
})

test('contractors whose jobs are started and passed on, while they are deleted or become agents', async () => {
  await withoutRings(async () => {
    for (let round = 0; round < 3; round++) {
      const cast = await aCast()
      const spare = await aContractor()
      const work = await times(6, () => aJob(cast, 'assigned'))
      const [own, one, two] = (await Promise.all([cast.contractor, cast.admin, cast.admin].map(signedInAs))).map(
        ({ cookie }) => cookie!,
      ) as [string, string, string]
      const ended = Bun.sleep(20).then(() =>
        Promise.all([
          send(1, two, 'DELETE', `/api/contractors/${cast.contractor.id}`),
          send(0, two, 'PATCH', `/api/users/${spare.id}/role`, { role: 'estate_agent' }),
        ]),
      )
      const passing = work.map(({ id }, index) =>
        until(ended, (turn) => {
          const { id: contractorId } = (turn + index) % 2 ? cast.contractor : spare
          return send(turn, one, 'POST', `/api/jobs/${id}/assign`, { contractorId })
        }),
      )
      const starting = until(ended, (turn) => send(turn, own, 'POST', `/api/jobs/${work[turn % 6]!.id}/start`))
      const [deleted] = await ended
      allForeseen((await Promise.all([...passing, starting])).flat())
      expect(deleted!.status).toBe(200)
      const inHand = await db
        .select({ of: jobs.contractorId })
        .from(jobs)
        .where(inArray(jobs.status, [...IN_HAND]))
      expect(inHand.filter(({ of }) => of === cast.contractor.id)).toEqual([])
      expect(await db.$count(sessions, eq(sessions.userId, cast.contractor.id))).toBe(0)
    }
  })
})

test('administrators who take each other’s role, and one’s own sessions that end each other', async () => {
  await withoutRings(async () => {
    for (let round = 0; round < 3; round++) {
      const admins = await times(6, () => anAdmin())
      const clients = await Promise.all(admins.map(signedInAs))
      const demote = (index: number, whom: number) =>
        send(index, clients[index]!.cookie!, 'PATCH', `/api/users/${admins[whom % 6]!.id}/role`, { role: 'contractor' })
      const answers = await Promise.all(
        clients.flatMap((_, index) => [demote(index, index + 1), demote(index, index + 5), demote(index, index + 3)]),
      )
      expect(answers.map(({ status }) => status).filter((status) => ![200, 401, 403, 409].includes(status))).toEqual([])
      const left = await db.select().from(users).where(eq(users.role, 'admin'))
      expect(left.length).toBeGreaterThan(0)
      // Who is an administrator no more has neither session nor token of that time.
      const gone = admins.map(({ id }) => id).filter((id) => !left.some((one) => one.id === id))
      expect(await db.$count(sessions, inArray(sessions.userId, gone))).toBe(0)
      expect(await db.$count(apiTokens, inArray(apiTokens.userId, gone))).toBe(0)
      await db.delete(users).where(eq(users.role, 'admin'))
    }
    const user = await anAgent()
    const own = await times(8, () => signedInAs(user))
    const answers = await Promise.all(
      own.map(({ cookie }, index) => send(index, cookie!, 'POST', '/api/change-password', change(`secret ${index}`))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await db.$count(sessions)).toBe(1)
  })
})

test('however much somebody writes, who ends their access is next: what comes after waits, and is refused', async () => {
  const { agent, admin, contractor } = await aCast()
  const job = await aJob({ agent, admin, contractor })
  const [own, one] = [await signedInAs(agent), await signedInAs(admin)]
  const waiting = async (count: number) => {
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await db.execute(waits)).length < count) await Bun.sleep(5)
  }
  const sent: Promise<Response>[] = []
  await db.transaction(async (tx) => {
    await tx.select().from(jobs).where(eq(jobs.id, job.id)).for('update')
    sent.push(own.delete(`/api/jobs/${job.id}`))
    await waiting(1)
    sent.push(one.post(`/api/estate-agents/${agent.id}/reset-password`))
    await waiting(2)
    sent.push(own.post('/api/jobs', jobInput()))
    await waiting(3)
  })
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 401])
  expect(await db.$count(jobs)).toBe(0)
})
