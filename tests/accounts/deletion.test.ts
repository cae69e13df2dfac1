import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { sessions, users } from '#db/schema.ts'
import { createContractor, createEstateAgent, deleteAccount, setRole } from '#src/accounts/actions.ts'
import { accounts, contractorsToAssign } from '#src/accounts/queries.ts'
import { startJob } from '#src/jobs/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { forgetNotified, notified, timeline } from '#tests/jobs/notified.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import {
  aCast,
  aContractor,
  aJob,
  aNobody,
  anAdmin,
  anAgent,
  PASSWORD,
  quoteWork,
  statusOf,
} from '#tests/support/world.ts'

describe('a deleted contractor', () => {
  test('gives back the jobs in hand, and keeps their name on the others', async () => {
    const cast = await aCast()
    const inHand = [await aJob(cast, 'assigned'), await aJob(cast, 'in_progress')]
    const answered = [await aJob(cast, 'quote_pending'), await aJob(cast, 'completed')]
    const other = await aJob({ ...cast, contractor: await aContractor() }, 'assigned')
    await forgetNotified()
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    for (const { id } of inHand) {
      expect(await jobVisibleTo(cast.admin, id)).toMatchObject({
        status: 'pending',
        contractorId: null,
        contractor: null,
      })
      expect((await timeline(id)).at(-1)).toStartWith('contractorDeleted: ')
    }
    for (const { id, status } of answered)
      expect(await jobVisibleTo(cast.admin, id)).toMatchObject({ status, contractor: { firstName: 'Carl' } })
    expect(await statusOf(other.id)).toBe('assigned')
    expect(await notified()).toEqual([])
  })

  test('is signed out everywhere, cannot come in again, and is in no list', async () => {
    const cast = await aCast()
    const client = await signedInAs(cast.contractor)
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    expect((await client.get('/api/jobs')).status).toBe(401)
    expect(await db.$count(sessions)).toBe(0)
    const answer = await stranger.post('/api/local/login', { identifier: cast.contractor.email, password: PASSWORD })
    expect(answer.status).toBe(401)
    expect([await accounts('contractor'), await contractorsToAssign()]).toEqual([[], []])
    const row = await db.query.users.findFirst({ where: eq(users.id, cast.contractor.id) })
    expect(row).toMatchObject({ firstName: 'Carl', hashedPassword: null })
  })

  test('leaves the e-mail address free; whoever gets it sees nothing of theirs', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'completed')
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    const details = { firstName: 'Nia', lastName: 'Cole', password: 'secret1' }
    const created = await createContractor(cast.admin, { ...details, email: cast.contractor.email!.toUpperCase() })
    expect(created.id).not.toBe(cast.contractor.id)
    const client = await signedInAs({ ...cast.contractor, id: created.id })
    expect((await client.get(`/api/jobs/${id}`)).status).toBe(404)
  })

  test('a deleted contractor’s quote work waits for another', async () => {
    const cast = await aCast()
    const { work, parent } = await quoteWork(cast)
    await startJob(cast.contractor, work.id)
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    expect([await statusOf(work.id), await statusOf(parent.id)]).toEqual(['pending', 'quote_approved'])
    expect((await jobVisibleTo(cast.agent, work.id)).quotes).toMatchObject([{ workStatus: 'not_started' }])
  })
})

test('a deleted agent’s finished jobs stay with the administrators, and the username is free', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'completed')
  await deleteAccount(cast.admin, cast.agent.id, 'estate_agent')
  expect(await jobVisibleTo(cast.admin, id)).toMatchObject({
    status: 'completed',
    estateAgent: { firstName: 'Olivia' },
  })
  const details = { firstName: 'Nia', lastName: 'Cole', password: 'secret1' }
  expect(await createEstateAgent(cast.admin, { ...details, username: cast.agent.username! })).toMatchObject({
    firstName: 'Nia',
  })
})

describe('administrators', () => {
  test('do not delete themselves or each other', async () => {
    const [admin, other] = await Promise.all([anAdmin(), anAdmin()])
    for (const { id } of [admin, other])
      for (const role of ['contractor', 'estate_agent'] as const)
        await expect(deleteAccount(admin, id, role)).rejects.toMatchObject({ status: 404 })
    expect(await accounts('admin')).toHaveLength(2)
  })

  test('that take each other’s role at once leave one', async () => {
    const admins = await Promise.all(Array.from({ length: 6 }, () => anAdmin()))
    const results = await Promise.allSettled(
      admins.map((admin, index) => setRole(admin, admins[(index + 1) % 6]!.id, 'estate_agent')),
    )
    expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    expect((await accounts('admin')).length).toBeGreaterThan(0)
  })
})

test('accounts wait for a role apart from the others', async () => {
  const nobody = await aNobody()
  await Promise.all([anAgent(), aContractor(), anAdmin()])
  expect((await accounts(null)).map(({ id }) => id)).toEqual([nobody.id])
})
