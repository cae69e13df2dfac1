import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, jobVisits, messages, quotes } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { JOB_STATUSES, type JobStatus } from '#src/domain/job/status.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, aNobody, anAdmin, anAgent, type Cast } from '#tests/support/world.ts'

// Who reads and writes the messages of a job, in each state, by both doors. Written out by hand.

const WHO = [
  'agent',
  'other agent',
  'has it',
  'responded',
  'quoted',
  'nobody let in',
  'other',
  'admin',
  'no role',
  'stranger',
]

type Row = [who: (typeof WHO)[number], read: number, write: number]
const MAY: Row[] = [
  ['agent', 200, 201],
  ['other agent', 404, 404],
  ['has it', 200, 201],
  ['responded', 200, 409],
  ['quoted', 200, 409],
  ['nobody let in', 200, 409],
  ['other', 404, 404],
  ['admin', 200, 201],
  ['no role', 403, 403],
  ['stranger', 401, 401],
]

async function everybody(cast: Cast, jobId: string): Promise<Record<string, Client>> {
  const [responded, quoted, shutOut, other] = await Promise.all([1, 2, 3, 4].map(() => aContractor()))
  const visit = { jobId, workDescription: 'Looked at it.' }
  await db.insert(jobVisits).values([
    { ...visit, contractorId: responded!.id },
    { ...visit, contractorId: shutOut!.id, outcome: 'no_access' },
  ])
  await db
    .insert(quotes)
    .values({ jobId, contractorId: quoted!.id, amount: 900, description: 'A pipe', status: 'declined' })
  const of = (user: Actor) => signedInAs(user)
  return {
    agent: await of(cast.agent),
    'other agent': await of(await anAgent()),
    'has it': await of(cast.contractor),
    responded: await of(responded!),
    quoted: await of(quoted!),
    'nobody let in': await of(shutOut!),
    other: await of(other!),
    admin: await of(cast.admin),
    'no role': await of(await aNobody()),
    stranger,
  }
}

/** A job in any state, which its contractor keeps. */
async function jobIn(cast: Cast, status: JobStatus): Promise<string> {
  const { id } = await aJob(cast, 'assigned')
  await db.update(jobs).set({ status }).where(eq(jobs.id, id))
  return id
}

test.each([...JOB_STATUSES])('a job that is %s', async (status) => {
  const cast = await aCast()
  const id = await jobIn(cast, status)
  const people = await everybody(cast, id)
  for (const [who, read, write] of MAY) {
    const client = people[who]!
    const before = await db.$count(messages)
    const path = `/api/jobs/${id}/messages`
    expect([who, (await client.get(path)).status]).toEqual([who, read])
    expect([who, (await client.post(path, { text: `From ${who}` })).status]).toEqual([who, write])
    const page = `${who === 'admin' ? '/admin' : ''}/jobs/${id}/messages`
    const pages = write === 201 ? [200, 303] : write === 401 ? [302, 302] : [read, write]
    expect([who, (await client.get(page)).status, (await client.submit(page, { text: 'By form' })).status]).toEqual([
      who,
      ...pages,
    ] as never)
    expect((await db.$count(messages)) - before).toBe(write === 201 ? 2 : 0)
  }
})

test('a contractor who no longer has the job and did nothing there has left the conversation', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  const carl = await signedInAs(cast.contractor)
  expect((await carl.post(`/api/jobs/${id}/messages`, { text: 'Is there a key?' })).status).toBe(201)
  const other = await aContractor()
  await (await signedInAs(cast.admin)).post(`/api/jobs/${id}/assign`, { contractorId: other.id })
  expect((await carl.get(`/api/jobs/${id}/messages`)).status).toBe(404)
  const read = (await (await (await signedInAs(other)).get(`/api/jobs/${id}/messages`)).json()) as { text: string }[]
  expect(read.map(({ text }) => text)).toEqual(['Is there a key?'])
})

test('an agent who removed the job neither reads nor writes', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'completed')
  await db.update(jobs).set({ hiddenFromEstateAgent: 'yes' }).where(eq(jobs.id, id))
  const olivia = await signedInAs(cast.agent)
  expect((await olivia.get(`/api/jobs/${id}/messages`)).status).toBe(404)
  expect((await olivia.post(`/api/jobs/${id}/messages`, { text: 'x' })).status).toBe(404)
})

test('an administrators’ message exists for them alone: JSON, pages, polls, counts', async () => {
  const cast = await aCast()
  const [ada, alan] = [cast.admin, await anAdmin({ firstName: 'Alan' })]
  const { id } = await aJob(cast, 'assigned')
  const [olivia, carl, first, second] = await Promise.all([cast.agent, cast.contractor, ada, alan].map(signedInAs))
  const path = `/api/jobs/${id}/messages`
  const written = await first!.post(path, { text: 'They never pay.', adminsOnly: true })
  expect([written.status, await written.json()]).toEqual([201, expect.objectContaining({ adminsOnly: true })])
  for (const client of [olivia!, carl!]) {
    expect(await (await client.get(path)).json()).toEqual([])
    for (const at of [`/jobs/${id}`, `/jobs/${id}/messages`]) {
      expect(await (await client.get(at)).text()).not.toContain('They never pay')
      expect(await (await client.htmx(at)).text()).not.toContain('They never pay')
    }
    expect(((await (await client.get(`/api/jobs/${id}`)).json()) as { unreadMessages: number }).unreadMessages).toBe(0)
  }
  for (const client of [first!, second!]) {
    expect(await (await client.get(path)).json()).toHaveLength(1)
    expect(await (await client.get(`/admin/jobs/${id}`)).text()).toContain('They never pay')
  }
  for (const client of [olivia!, carl!]) {
    const refused = await client.post(path, { text: 'x', adminsOnly: true })
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({ errors: { adminsOnly: 'Only administrators write to administrators only' } }),
    ])
    expect((await client.post(path, { text: 'To all', adminsOnly: false })).status).toBe(201)
  }
})

test('the messages of a rival’s job are its own', async () => {
  const cast = await aCast()
  const first = await aJob(cast, 'quote_pending')
  const rival = await aJob({ ...cast, contractor: await aContractor() }, 'assigned')
  await db.update(jobs).set({ rivalOfJobId: first.id }).where(eq(jobs.id, rival.id))
  const ada = await signedInAs(cast.admin)
  await ada.post(`/api/jobs/${rival.id}/messages`, { text: 'The first asks for £480.' })
  expect(await (await ada.get(`/api/jobs/${first.id}/messages`)).json()).toEqual([])
  expect((await (await signedInAs(cast.contractor)).get(`/api/jobs/${rival.id}/messages`)).status).toBe(404)
})
