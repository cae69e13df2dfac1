import { expect, test } from 'bun:test'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, anAgent } from '#tests/support/world.ts'

test('a job is read, changed and asked about by its reference, as by its id', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'pending')
  const [agent, admin] = await Promise.all([signedInAs(cast.agent), signedInAs(cast.admin)])
  const address = `/api/jobs/${job.jobRef}`
  const read = await agent.get(address)
  expect([read.status, await read.json()]).toMatchObject([200, { id: job.id, jobRef: job.jobRef }])
  expect((await agent.get(address.replace('JOB', 'job'))).status).toBe(200)
  for (const path of ['/events', '/messages'])
    expect([path, (await agent.get(address + path)).status]).toEqual([path, 200])
  const edited = await agent.patch(address, { issueDescription: 'The boiler loses pressure again' })
  expect(await edited.json()).toMatchObject({ id: job.id, issueDescription: 'The boiler loses pressure again' })
  const assigned = await admin.post(`${address}/assign`, { contractorId: cast.contractor.id })
  expect([assigned.status, await assigned.json()]).toMatchObject([200, { id: job.id, status: 'assigned' }])
})

test('a reference of somebody else’s job, of none, or of another form is the same 404', async () => {
  const cast = await aCast()
  const { jobRef, id } = await aJob(cast, 'pending')
  const stranger = await signedInAs(await anAgent())
  const bodies = await Promise.all(
    [id, jobRef, 'JOB-999999', 'JOB-1', 'JOB-', `${jobRef}%20`].map(async (reference) => {
      const answer = await stranger.get(`/api/jobs/${reference}`)
      const { instance: _, ...body } = await answer.json()
      return { status: answer.status, ...body }
    }),
  )
  expect(bodies[0]).toMatchObject({ status: 404 })
  for (const body of bodies) expect(body).toEqual(bodies[0])
})
