import { afterAll, beforeAll, expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { closeSessions } from '#src/access/session.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type Numbering, startNumbering } from '#src/events/numbering.ts'
import { assignJob, createJob } from '#src/jobs/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { type OtherProcess, otherProcess } from '#tests/support/process/other-process.ts'
import { aJob, anAgent, jobInput } from '#tests/support/world.ts'
import { type Answer, typesOf } from './reading.ts'

const cast = castOfEachTest()

let numbering: Numbering
let other: OtherProcess
beforeAll(async () => {
  numbering = startNumbering()
  other = await otherProcess({ RATE_READS: '0' })
})
afterAll(async () => {
  await Promise.all([numbering.stop(), other.kill()])
})

/** Here in this process, or with `there` in another one. */
async function aWaiter(user: Actor, there = false) {
  const client = await signedInAs(user)
  const ask = (parameters: Record<string, string>, signal?: AbortSignal): Promise<Response> => {
    const path = `/api/events?${new URLSearchParams(parameters)}`
    if (!there) return client.get(path)
    return fetch(`${other.url}${path}`, { headers: { cookie: `session=${client.cookie}` }, signal })
  }
  const answered = async (parameters: Record<string, string>) => {
    const answer = await ask(parameters)
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<Answer>
  }
  return { ask, answered, now: async () => (await answered({ after: 'now' })).next }
}

test.each([
  ['by the process that writes', false],
  ['by another process', true],
])('who waits is answered %s when something comes that they may see, and not before', async (_, there) => {
  const stranger = await anAgent()
  const [agent, other] = await Promise.all([aWaiter(cast.agent, there), aWaiter(stranger, there)])
  const after = await agent.now()
  let isAnswered = false
  const waiting = agent.answered({ after, wait: '20' }).then((answer) => {
    isAnswered = true
    return answer
  })
  const idle = other.answered({ after, wait: '20' })
  await createJob(stranger, jobInput()).then(({ id }) => id)
  expect(typesOf((await other.answered({ after, wait: '20' })).events)).toEqual(['job.created'])
  expect(isAnswered).toBe(false)
  const began = performance.now()
  const { id } = await createJob(cast.agent, jobInput())
  const { events } = await waiting
  expect(performance.now() - began).toBeLessThan(5000)
  expect(events.map(({ type, jobId }) => [type, jobId])).toEqual([['job.created', id]])
  expect((await idle).events.length).toBe(1)
})

test('a reader who waits in vain is answered in time, with a cursor', async () => {
  const agent = await aWaiter(cast.agent)
  const after = await agent.now()
  const stranger = await anAgent()
  const began = performance.now()
  const waiting = agent.answered({ after, wait: '1' })
  await createJob(stranger, jobInput())
  const { events, next } = await waiting
  expect(performance.now() - began).toBeWithin(900, 5000)
  expect(events).toEqual([])
  await createJob(cast.agent, jobInput())
  expect(typesOf((await agent.answered({ after: next, wait: '10' })).events)).toEqual(['job.created'])
})

test('only what is asked for is waited for', async () => {
  const job = await aJob(cast, 'pending')
  const agent = await aWaiter(cast.agent)
  const after = await agent.now()
  const waiting = agent.answered({ after, wait: '10', types: 'job.assigned' })
  await createJob(cast.agent, jobInput())
  await assignJob(cast.admin, job.id, cast.contractor.id)
  expect(typesOf((await waiting).events)).toEqual(['job.assigned'])
})

test('one user waits five times at once; who left makes room', async () => {
  const agent = await aWaiter(cast.agent, true)
  const after = await agent.now()
  const leaving = new AbortController()
  const waiting = Array.from({ length: 6 }, () => agent.ask({ after, wait: '20' }, leaving.signal).catch(() => null))
  // Whichever comes sixth, and before any of those who wait.
  const refused = await Promise.race(waiting)
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '1'])
  // Without waiting there is no limit.
  expect((await agent.ask({ after })).status).toBe(200)
  leaving.abort()
  await Promise.all(waiting)
  // As soon as the server has heard of it.
  while ((await agent.ask({ after, wait: '1' })).status === 429) await Bun.sleep(20)
  expect((await agent.ask({ after, wait: '1' })).status).toBe(200)
})

test('a reader who loses access while waiting gets no event', async () => {
  const agent = await aWaiter(cast.agent)
  const after = await agent.now()
  const waiting = agent.ask({ after, wait: '20' })
  await Bun.sleep(200)
  await closeSessions(db, cast.agent.id)
  await createJob(cast.agent, jobInput())
  expect((await waiting).status).toBe(401)
})

test('those who wait hold no connection of the database', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => anAgent()))
  const waiters = await Promise.all(users.map((user) => aWaiter(user)))
  const after = await Promise.all(waiters.map((waiter) => waiter.now()))
  let answered = 0
  const waiting = waiters.map(async (waiter, index) => {
    const answer = await waiter.answered({ after: after[index]!, wait: '20' })
    answered++
    return answer
  })
  await Bun.sleep(300)
  await createJob(cast.agent, jobInput())
  // Held by those who wait, a connection would be free only then.
  expect(answered).toBe(0)
  const jobs = await Promise.all(users.map((user) => createJob(user, jobInput())))
  const told = (await Promise.all(waiting)).map(({ events }) => events.map(({ jobId }) => jobId))
  expect(told).toEqual(jobs.map(({ id }) => [id]))
})
