import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, queuedWork, users } from '#db/schema.ts'
import { visitByOf } from '#src/jobs/waiting/visit-target.ts'
import { aReader, typesOf } from '#tests/events/reading.ts'
import { forgetNotified, notified } from '#tests/jobs/notified.ts'
import { aToken, bearer, type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { ABSENT } from '#tests/support/targets.ts'
import { aJob, anAgent, importedRow } from '#tests/support/world.ts'

const cast = castOfEachTest()
const PATH = '/api/jobs/import'

type Result = { id: string; jobRef: string; status: number; message: string | null; errors?: Record<string, string> }

async function results(client: Client, body: unknown, headers?: Record<string, string>): Promise<Result[]> {
  const answer = await client.send(PATH, { method: 'POST', body, headers })
  const { results, ...problem } = (await answer.json()) as { results: Result[] }
  if (!results) throw new Error(`${answer.status} ${JSON.stringify(problem)}`)
  return results
}
const imported = async (...rows: Record<string, unknown>[]) =>
  results(await signedInAs(cast.admin), { agentId: cast.agent.id, jobs: rows })

test('an administrator imports a job: pending, of that agent, as old as it says, and nobody gets an e-mail', async () => {
  await forgetNotified()
  await db.update(users).set({ company: 'Rightway Lettings' }).where(eq(users.id, cast.agent.id))
  const [made] = await imported(importedRow({ urgency: 'high', contractorType: 'plumbing', accessNotes: '' }))
  expect(made).toEqual({ id: expect.any(String), jobRef: expect.any(String), status: 201, message: null })
  const job = await (await (await signedInAs(cast.agent)).get(`/api/jobs/${made!.id}`)).json()
  const at = '2026-03-30T08:30:00.000Z'
  expect(job).toMatchObject({
    ...{ jobRef: made!.jobRef, estateAgentId: cast.agent.id, status: 'pending', urgency: 'high' },
    ...{ estateAgentName: `${cast.agent.firstName} ${cast.agent.lastName}`, estateAgency: 'Rightway Lettings' },
    ...{ propertyName: 'Ivy House', postcode: 'GU1 4AB', contractorType: 'plumbing', accessNotes: null },
    ...{ createdAt: at, waitingSince: at, waitingOn: 'admin', waitingFor: 'assign', visitTarget: 'late' },
    visitBy: visitByOf('visit', 'high', new Date(at))!.toISOString(),
  })
  expect([await notified(), await db.$count(queuedWork)]).toEqual([[], 0])
})

test('it stands in lists by the moment at which it was raised, below what was raised since', async () => {
  const before = await aJob(cast)
  const [newer, older] = await imported(importedRow(), importedRow({ createdAt: '2026-03-30T08:29:59Z' }))
  const list = (await (await (await signedInAs(cast.agent)).get('/api/jobs')).json()) as Result[]
  expect(list.map(({ id }) => id)).toEqual([before.id, newer!.id, older!.id])
})

test('its timeline and the events tell who imported it and when, to its agent and administrators', async () => {
  const [admin, agent, other] = await Promise.all([cast.admin, cast.agent, await anAgent()].map((one) => aReader(one)))
  const began = Date.now()
  const [made] = await imported(importedRow())
  const timeline = await (await agent!.client.get(`/api/jobs/${made!.id}/events`)).json()
  expect(timeline).toMatchObject([
    { event: 'imported', actorId: cast.admin.id, fromStatus: null, toStatus: 'pending', detail: null },
  ])
  expect(Date.parse(timeline[0].createdAt)).toBeGreaterThanOrEqual(began - 1000)
  const page = await (await agent!.client.get(`/jobs/${made!.id}`)).text()
  expect(page.match(/Job Created|Job Imported/g)).toEqual(['Job Created', 'Job Imported'])
  const [, progress = ''] = /aria-label="Progress"(.*?)<\/ol>/s.exec(page) ?? []
  expect(progress.match(/\d+\/\d+\/\d+|Pending/g)).toEqual(['Pending', '30/03/2026'])
  const types = await Promise.all([admin!, agent!, other!].map(async (reader) => typesOf(await reader.news())))
  expect(types).toEqual([['job.imported'], ['job.imported'], []])
})

test('each row goes or is refused by itself, in the order given, and the same job twice is two jobs', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString()
  const noMoment = { createdAt: expect.stringContaining('a moment such as') }
  const wrong: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ createdAt: soon }, { createdAt: 'The job must not be raised in the future' }],
    [{ createdAt: '1999-12-31T23:59:59Z' }, { createdAt: 'The job must not be older than 2000' }],
    [{ createdAt: '2026-03-30T09:30:00' }, noMoment],
    [{ createdAt: '2026-03-30' }, noMoment],
    [{ createdAt: '2026-02-30T09:30:00Z' }, noMoment],
    [{ createdAt: '2026-03-30T24:00:00+01:00' }, noMoment],
    [{ createdAt: undefined }, noMoment],
    [
      { propertyName: ' ', issueDescription: 'Drips' },
      { propertyName: expect.any(String), issueDescription: expect.any(String) },
    ],
    [{ urgency: 'huge' }, { urgency: 'Urgency must be low, medium or high' }],
    [{ issueDescription: 'x'.repeat(10_001) }, { issueDescription: 'Please use at most 10000 characters' }],
  ]
  await db.update(users).set({ company: 'Rightway Lettings' }).where(eq(users.id, cast.agent.id))
  const all = await imported(importedRow(), ...wrong.map(([values]) => importedRow(values)), importedRow())
  expect(all.map(({ status }) => status)).toEqual([201, ...wrong.map(() => 422), 201])
  expect(all.slice(1, -1).map(({ errors }) => errors as unknown)).toEqual(wrong.map(([, errors]) => errors))
  expect(all[1]).toMatchObject({ id: null, jobRef: null, code: 'invalid_input', message: all[1]!.errors!.createdAt })
  expect(await db.$count(jobs)).toBe(2)
})

test('an agent without an agency needs one in the row', async () => {
  await db.update(users).set({ company: null }).where(eq(users.id, cast.agent.id))
  const own = { estateAgentName: 'Ned Cole', estateAgency: 'Cole & Sons' }
  const [none, some] = await imported(importedRow(), importedRow(own))
  expect(none).toMatchObject({ status: 422, errors: { estateAgency: 'Estate agency is required' } })
  expect(await db.query.jobs.findFirst({ where: eq(jobs.id, some!.id) })).toMatchObject(own)
})

test('no agent, no rows, too many and unknown fields are wrong input, and nothing goes', async () => {
  const ada = await signedInAs(cast.admin)
  const gone = await anAgent()
  await ada.delete(`/api/estate-agents/${gone.id}`)
  const agentId = cast.agent.id
  for (const [body, field] of [
    ...[ABSENT, 'nonsense', gone.id, cast.contractor.id].map((id) => [
      { agentId: id, jobs: [importedRow()] },
      'agentId',
    ]),
    [{ jobs: [importedRow()] }, 'agentId'],
    [{ agentId, jobs: [] }, 'jobs'],
    [{ agentId, jobs: Array(201).fill(importedRow()) }, 'jobs'],
    [{ agentId, jobs: [importedRow(), importedRow({ images: [] })] }, 'jobs.1.images'],
    [{ agentId, jobs: [importedRow({ status: 'completed' })] }, 'jobs.0.status'],
    [{ agentId, jobs: [importedRow()], quiet: true }, 'quiet'],
  ] as [object, string][]) {
    const answer = await ada.post(PATH, body)
    expect([answer.status, await answer.json()]).toMatchObject([422, { errors: { [field]: expect.any(String) } }])
  }
  expect(await db.$count(jobs)).toBe(0)
})

test('a repeat under the same key makes no second job, and 200 long rows go in one request', async () => {
  const { token } = await aToken(cast.admin)
  const headers = { ...bearer(token), 'idempotency-key': 'moving' }
  await db.update(users).set({ company: 'Rightway Lettings' }).where(eq(users.id, cast.agent.id))
  const rows = Array.from({ length: 200 }, () => importedRow({ issueDescription: 'It drips. '.repeat(100) }))
  const send = () => results(stranger, { agentId: cast.agent.id, jobs: rows }, headers)
  const first = await send()
  expect(new Set(first.map(({ id }) => id)).size).toBe(200)
  expect(await send()).toEqual(first)
  expect(await db.$count(jobs)).toBe(200)
}, 60_000)

test.each([
  ['an agent', 'agent', 403],
  ['a contractor', 'contractor', 403],
] as const)('%s may not import', async (_, who, status) => {
  const answer = await (await signedInAs(cast[who])).post(PATH, { agentId: cast.agent.id, jobs: [importedRow()] })
  expect(answer.status).toBe(status)
  expect(await db.$count(jobs)).toBe(0)
})
