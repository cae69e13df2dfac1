import { expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, importedRow } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const send = (path: string, key: string, body: object) =>
  ada.send(path, { method: 'POST', body, headers: { 'idempotency-key': key } })

test('what was refused as a whole may be corrected under its key, which then belongs to what was done', async () => {
  const other = await aContractor({ firstName: 'Dora' })
  const jobIds = [(await aJob(cast)).id, (await aJob(cast)).id]
  const reassigned = `/api/contractors/${cast.contractor.id}/reassign`
  const rows = [importedRow({ estateAgency: 'Rightway' })]
  const corrected: [path: string, wrong: object, status: number, right: object][] = [
    ['/api/jobs/assign', { jobIds, contractorId: cast.agent.id }, 422, { jobIds, contractorId: cast.contractor.id }],
    [reassigned, { contractorId: cast.contractor.id }, 422, { contractorId: other.id }],
    [reassigned, { contractorId: null }, 409, { contractorId: other.id, jobIds }],
    ['/api/jobs/import', { agentId: other.id, jobs: rows }, 422, { agentId: cast.agent.id, jobs: rows }],
  ]
  for (const [path, wrong, status, right] of corrected) {
    const key = crypto.randomUUID()
    const statuses = []
    for (const body of [wrong, right, wrong, right]) statuses.push((await send(path, key, body)).status)
    expect([path, ...statuses]).toEqual([path, status, 200, 422, 200])
  }
  expect(await db.$count(jobs)).toBe(3)
})

test.each([1, 2, 3])('of several requests that come at once under one key one alone does something: %i', async () => {
  const bodies = Array.from({ length: 6 }, (_, at) => ({
    agentId: cast.agent.id,
    jobs: [1, 2, 3].map((n) => importedRow({ estateAgency: 'Rightway', propertyName: `${at % 3}, ${n}` })),
  }))
  const answers = await Promise.all(bodies.map((body) => send('/api/jobs/import', 'moving', body)))
  const statuses = answers.map(({ status }) => status)
  const done = statuses.indexOf(200)
  expect(statuses).toEqual(bodies.map((_, at) => (at % 3 === done ? 200 : 422)))
  expect(await answers[done + 3]!.json()).toEqual(await answers[done]!.json())
  const made = await db.select({ name: jobs.propertyName }).from(jobs)
  expect(made.map(({ name }) => name).sort()).toEqual([1, 2, 3].map((n) => `${done}, ${n}`))
})
