import { describe, expect, test } from 'bun:test'
import { forgetNotified, notified, timeline } from '#tests/jobs/notified.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, statusOf } from '#tests/support/world.ts'

const cast = castOfEachTest()
const absent = '00000000-0000-7000-8000-000000000000'
const withKey = (key: string, body: unknown) => ({ method: 'POST', body, headers: { 'idempotency-key': key } })

describe('assigning many', () => {
  test('each goes or is refused by itself, in the order given, and the contractor is told of each that went', async () => {
    const { admin, contractor } = cast
    const [first, done, second] = [await aJob(cast), await aJob(cast, 'completed'), await aJob(cast)]
    await forgetNotified()
    const jobIds = [first.id, done.id, absent, 'nonsense', second.id, first.id.toUpperCase()]
    const client = await signedInAs(admin)
    const answer = await client.post('/api/jobs/assign', { jobIds, contractorId: contractor.id })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        results: [
          { id: first.id, status: 200, message: null, jobRef: first.jobRef },
          {
            id: done.id,
            jobRef: done.jobRef,
            status: 409,
            code: 'job_moved_on',
            message: expect.stringContaining('Completed'),
          },
          { id: absent, jobRef: null, status: 404, code: 'not_found', message: 'Not found' },
          { id: 'nonsense', jobRef: null, status: 404, code: 'not_found', message: 'Not found' },
          { id: second.id, status: 200, message: null, jobRef: second.jobRef },
          {
            id: first.id.toUpperCase(),
            jobRef: first.jobRef,
            status: 409,
            code: 'named_twice',
            message: 'This is in the list twice.',
          },
        ],
      },
    ])
    expect(await notified()).toEqual(Array(2).fill(`job_assigned → ${contractor.email}`))
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['assigned', 'assigned'])
  })

  test('no contractor is wrong input, and nothing goes', async () => {
    const job = await aJob(cast)
    const client = await signedInAs(cast.admin)
    const answer = await client.post('/api/jobs/assign', { jobIds: [job.id], contractorId: cast.agent.id })
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { errors: { contractorId: 'This contractor does not exist' } },
    ])
    expect(await statusOf(job.id)).toBe('pending')
  })

  test('a repeat under the same key does nothing twice, and does what was refused; another body is refused', async () => {
    const { admin, contractor } = cast
    const other = await aContractor({ firstName: 'Dora' })
    const [first, done] = [await aJob(cast), await aJob(cast, 'assigned')]
    const client = await signedInAs(admin)
    const jobIds = [first.id, done.id]
    const send = () => client.send('/api/jobs/assign', withKey('monday', { jobIds, contractorId: contractor.id }))
    expect(await (await send()).json()).toMatchObject({ results: [{ status: 200 }, { status: 409 }] })
    // Somebody else takes both away from Carl: the repeat must not bring the first back.
    await client.post('/api/jobs/assign', { jobIds, contractorId: other.id })
    await forgetNotified()
    expect(await (await send()).json()).toMatchObject({ results: [{ status: 200 }, { status: 200 }] })
    const rows = await (await client.get(`/api/jobs/${first.id}`)).json()
    expect(rows).toMatchObject({ contractorId: other.id })
    expect((await notified()).filter((line) => line.startsWith('job_assigned'))).toHaveLength(1)
    const changed = await client.send('/api/jobs/assign', withKey('monday', { jobIds, contractorId: other.id }))
    expect(changed.status).toBe(422)
  })

  test('two administrators at once with overlapping jobs: each job goes whole to one after the other', async () => {
    const other = await aContractor({ firstName: 'Dora' })
    const made = await Promise.all(Array.from({ length: 12 }, () => aJob(cast)))
    const ids = made.map(({ id }) => id)
    await forgetNotified()
    const [ada, eve] = [await signedInAs(cast.admin), await signedInAs(cast.admin)]
    const answers = await Promise.all([
      ada.post('/api/jobs/assign', { jobIds: ids.slice(0, 8), contractorId: cast.contractor.id }),
      eve.post('/api/jobs/assign', { jobIds: ids.slice(4).reverse(), contractorId: other.id }),
    ])
    type Answer = { results: { status: number }[] }
    const bodies = (await Promise.all(answers.map((one) => one.json()))) as Answer[]
    const outcomes = bodies.flatMap(({ results }) => results)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    // Assigned is reassigned by whom comes later, as with a single one.
    expect(outcomes.every(({ status }) => status === 200)).toBe(true)
    const lines = await notified()
    expect(lines.filter((line) => line.startsWith('job_assigned'))).toHaveLength(16)
    expect(lines.filter((line) => line.startsWith('job_withdrawn'))).toHaveLength(4)
    for (const id of ids) expect(await statusOf(id)).toBe('assigned')
  })
})

describe('cancelling many', () => {
  test('tells both sides of each that went', async () => {
    const { admin, agent, contractor } = cast
    const [pending, assigned, done] = [await aJob(cast), await aJob(cast, 'assigned'), await aJob(cast, 'completed')]
    await forgetNotified()
    const client = await signedInAs(admin)
    const jobIds = [pending.id, assigned.id, done.id]
    const answer = await client.post('/api/jobs/cancel', { jobIds, reason: 'The house is sold' })
    expect(await answer.json()).toMatchObject({ results: [{ status: 200 }, { status: 200 }, { status: 409 }] })
    expect((await notified()).sort()).toEqual(
      [contractor.email, agent.email, agent.email].map((to) => `job_cancelled → ${to}`).sort(),
    )
    expect((await timeline(assigned.id)).at(-1)).toBe('cancelled: assigned > cancelled')
  })
})
