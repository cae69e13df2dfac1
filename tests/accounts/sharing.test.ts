import { afterAll, beforeAll, expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { users } from '#db/schema.ts'
import { editAccount } from '#src/accounts/admin/edit.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { sharingOpenJobs } from '#src/jobs/of-account.ts'
import { aReader } from '#tests/events/reading.ts'
import { manyJobs } from '#tests/jobs/many.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { aCast, aContractor, aJob } from '#tests/support/world.ts'

beforeAll(async () => {
  await new IndexBuilder().build()
})
afterAll(dropBuilt)

test('an agent hears of new contacts of who visited for an open job, also where another has it since', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'completed')
  await reopenJob(cast.admin, id, { reason: 'It leaks again', keepContractor: false })
  await assignJob(cast.admin, id, (await aContractor()).id)
  const agent = await aReader(cast.agent)
  await editAccount(cast.admin, cast.contractor.id, { phone: '07700 900999' })
  const type = 'account.edited'
  expect(await agent.news()).toMatchObject([{ type, subject: { id: cast.contractor.id } }])
})

test('people who share open jobs with somebody are found by indexes, however many jobs there are', async () => {
  const cast = await aCast()
  const people = await db
    .insert(users)
    .values(Array.from({ length: 200 }, (_, n) => ({ role: n < 100 ? 'estate_agent' : 'contractor' }) as const))
    .returning({ id: users.id })
  await manyJobs(cast, 3000, (n) => ({
    status: 'assigned',
    estateAgentId: people[n % 100]!.id,
    contractorId: people[100 + (n % 100)]!.id,
  }))
  const plans = await plansOf('"jobs"', async () => {
    expect(await sharingOpenJobs(db, people[100]!.id)).toEqual([people[0]!.id])
    expect(await sharingOpenJobs(db, people[0]!.id)).toEqual([people[100]!.id])
  })
  expect(plans).toHaveLength(2)
  for (const plan of plans) expect(plan).not.toContain('Seq Scan on jobs')
})
