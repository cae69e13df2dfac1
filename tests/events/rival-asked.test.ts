import { expect, test } from 'bun:test'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob } from '#tests/support/world.ts'
import { aReader } from './reading.ts'

test('that a rival is asked is told to the agent and to administrators, and to no contractor', async () => {
  const cast = await aCast()
  const rival = await aContractor()
  const { id } = await aJob(cast, 'quote_pending')
  const readers = await Promise.all([cast.agent, cast.admin, cast.contractor, rival].map((user) => aReader(user)))
  const asked = await (await signedInAs(cast.admin)).post(`/api/jobs/${id}/rivals`, { contractorId: rival.id })
  expect(asked.status).toBe(201)
  const told = await Promise.all(
    readers.map(async (reader) => (await reader.news()).some(({ type }) => type === 'job.rivalAsked')),
  )
  expect(told).toEqual([true, true, false, false])
})
