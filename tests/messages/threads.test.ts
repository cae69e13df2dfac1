import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, messageMarks, messageThreads } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { lockJob } from '#src/jobs/queries.ts'
import { markRead, postFromOutside, writeMessage } from '#src/messages/actions.ts'
import { threadBackfill } from '#src/messages/backfill.ts'
import { threadsFor } from '#src/messages/threads.ts'
import { unreadThreads } from '#src/messages/unread.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, anAdmin, complete, completion, quoteWork } from '#tests/support/world.ts'

const list = async (user: Actor, filter = {}) =>
  (await threadsFor(user, filter).read(null, 50)).map(({ last, part, unreadMessages }) => [
    part,
    last.text,
    unreadMessages,
  ])

test('who lost a job reads up to then, and an administrators’ message is nobody else’s', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'in_progress')
  await complete(cast.contractor, id, completion())
  await db.update(jobs).set({ status: 'assigned', waitingOn: 'contractor', waitingFor: 'book' }).where(eq(jobs.id, id))
  await writeMessage(cast.agent, id, { text: 'Still leaking' })
  await writeMessage(cast.admin, id, { text: 'They never pay', adminsOnly: true })
  const other = await aContractor()
  await assignJob(cast.admin, id, other.id)
  await writeMessage(other, id, { text: 'I come on Monday' })
  await writeMessage(cast.admin, id, { text: 'Secret', adminsOnly: true })
  expect(await list(cast.contractor)).toEqual([['unread', 'Still leaking', 1]])
  expect(await list(cast.contractor, { from: 'contractor' })).toEqual([])
  expect(await list(cast.contractor, { from: 'estate_agent' })).toHaveLength(1)
  expect(await list(other)).toEqual([['unread', 'I come on Monday', 1]])
  expect(await list(cast.agent)).toEqual([['unread', 'I come on Monday', 1]])
  expect(await list(cast.admin)).toEqual([['unread', 'Secret', 2]])
  expect(await list(await anAdmin())).toEqual([['read', 'Secret', 0]])
  expect(await list(await aContractor())).toEqual([])
  expect((await unreadThreads(cast.contractor)).count).toBe(1)
})

test('what was written from outside is no contractor’s, and waits on every side', async () => {
  const cast = await aCast()
  const [one, two] = [await aJob(cast, 'completed'), await aJob(cast, 'assigned')]
  await writeMessage(cast.contractor, two.id, { text: 'Is there a key?' })
  await db.transaction(async (tx) => {
    const job = await lockJob(tx as never, cast.agent, one.id)
    await postFromOutside(tx as never, job, 'Not fixed: it leaks', 5)
  })
  const texts = async (user: Actor, filter: object) => (await list(user, filter)).map(([, text]) => text)
  for (const user of [cast.admin, cast.agent, cast.contractor]) {
    expect(await texts(user, { from: 'outside' })).toEqual(['Not fixed: it leaks'])
    expect(await texts(user, { from: 'contractor' })).toEqual(['Is there a key?'])
    expect(await threadsFor(user, { from: 'outside' }).count()).toBe(1)
    expect(await texts(user, { from: 'contractor,outside' })).toHaveLength(2)
  }
  expect(await texts(cast.contractor, { show: 'waiting' })).toEqual(['Not fixed: it leaks'])
  expect(await texts(cast.admin, { show: 'waiting', from: 'outside' })).toEqual(['Not fixed: it leaks'])
})

test('what waits for an answer was written last by another side; words of the job find it', async () => {
  const cast = await aCast()
  const [one, two] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
  await writeMessage(cast.agent, one.id, { text: 'First' })
  await writeMessage(cast.admin, two.id, { text: 'Second' })
  const texts = async (user: Actor, filter: object) => (await list(user, filter)).map(([, text]) => text)
  expect(await texts(cast.admin, { show: 'waiting' })).toEqual(['First'])
  expect(await texts(cast.agent, { show: 'waiting' })).toEqual(['Second'])
  expect(await texts(cast.contractor, { show: 'waiting' })).toEqual(['Second', 'First'])
  expect(await texts(cast.admin, { from: 'estate_agent' })).toEqual(['First'])
  expect(await texts(cast.admin, { show: 'unread' })).toEqual(['First'])
  for (const user of [cast.admin, cast.agent, cast.contractor]) {
    expect(await texts(user, { search: one.jobRef })).toEqual(['First'])
    expect(await texts(user, { search: 'nowhere' })).toEqual([])
    expect(await threadsFor(user, { search: one.jobRef }).count()).toBe(1)
    expect(await threadsFor(user, {}).count()).toBe(2)
  }
})

test('conversations stand unread ones first, each part newest first, and count what is unread', async () => {
  const cast = await aCast()
  const [one, two, three] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
  await writeMessage(cast.agent, one.id, { text: 'First' })
  await writeMessage(cast.contractor, two.id, { text: 'Second' })
  const { id } = await writeMessage(cast.agent, three.id, { text: 'Third' })
  await markRead(cast.admin, three.id, id)
  expect(await list(cast.admin)).toEqual([
    ['unread', 'Second', 1],
    ['unread', 'First', 1],
    ['read', 'Third', 0],
  ])
  expect(await unreadThreads(cast.admin)).toEqual({ count: 2, oldest: expect.any(Date) })
  expect(await list(cast.contractor)).toEqual([
    ['unread', 'Third', 1],
    ['unread', 'First', 1],
    ['read', 'Second', 0],
  ])
})

test('what was written while an agent had deleted the job, or its work, is unread in every place once it is reopened', async () => {
  const cast = await aCast()
  const { parent, work } = await quoteWork(cast)
  const single = await aJob(cast, 'assigned')
  for (const { id } of [work, single]) await deleteJob(cast.agent, id)
  await writeMessage(cast.admin, single.id, { text: 'Why?' })
  for (const { id } of [parent, work, single]) await writeMessage(cast.contractor, id, { text: 'It still leaks' })
  for (const { id } of [parent, single]) await reopenJob(cast.admin, id, { reason: 'Deleted by mistake' })
  const client = await signedInAs(cast.agent)
  expect(await (await client.get(`/api/jobs/${single.id}`)).json()).toMatchObject({ unreadMessages: 2 })
  expect(await (await client.get('/api/messages?show=unread')).json()).toHaveLength(3)
  expect((await unreadThreads(cast.agent)).count).toBe(3)
})

test('a filter of conversations takes several values, each of which is enough', async () => {
  const cast = await aCast()
  const [mine, theirs, answered] = [
    await aJob(cast, 'assigned'),
    await aJob(cast, 'assigned'),
    await aJob(cast, 'assigned'),
  ]
  await writeMessage(cast.contractor, mine.id, { text: 'Is anybody in?' })
  await markRead(cast.admin, mine.id, (await writeMessage(cast.admin, mine.id, { text: 'We ask.' })).id)
  await markRead(cast.admin, theirs.id, (await writeMessage(cast.contractor, theirs.id, { text: 'Nobody in' })).id)
  await writeMessage(cast.agent, answered.id, { text: 'At four' })
  const client = await signedInAs(cast.admin)
  const found = async (query: string) => {
    const answer = await client.get(`/api/messages?limit=1&${query}`)
    const all: { lastMessage: { text: string } }[] = await (await client.get(`/api/messages?${query}`)).json()
    expect([query, Number(answer.headers.get('x-total-count'))]).toEqual([query, all.length])
    return all.map(({ lastMessage }) => lastMessage.text)
  }
  expect(await found('from=estate_agent&from=contractor')).toEqual(['At four', 'Nobody in'])
  expect(await found('from=admin,contractor')).toEqual(['Nobody in', 'We ask.'])
  expect(await found('show=unread')).toEqual(['At four'])
  expect(await found('show=waiting')).toEqual(['At four', 'Nobody in'])
  expect(await found('show=unread&show=waiting')).toEqual(['At four', 'Nobody in'])
  expect(await found('show=unread,waiting&from=contractor')).toEqual(['Nobody in'])
  expect(await found('show=unread,waiting&search=cottage')).toEqual(['At four', 'Nobody in'])
})

const set = (client: Client, id: string, read: boolean) =>
  client.send(`/api/jobs/${id}/messages/read`, { method: 'PUT', body: { read } })

test('opening a conversation reads it, Mark unread sets it back, by page, htmx and call, for each reader', async () => {
  const cast = await aCast()
  const { id, jobRef } = await aJob(cast, 'assigned')
  await writeMessage(cast.agent, id, { text: 'From <the> agent' })
  await writeMessage(cast.contractor, id, { text: 'From the contractor' })
  for (const user of [cast.admin, cast.agent, cast.contractor]) {
    const client = await signedInAs(user)
    const path = user === cast.admin ? '/admin/messages' : '/messages'
    const unread = async () => (await unreadThreads(user)).count
    expect(await (await client.get(path)).text()).toContain(jobRef)
    expect(await unread()).toBe(1)
    const opened = await (await client.htmx(`${path}/${id}`)).text()
    for (const words of ['From &lt;the&gt; agent', 'From the contractor', `#thread-${id}`, 'Mark unread'])
      expect(opened).toContain(words)
    expect(await unread()).toBe(0)
    expect((await client.submit(`${path}/${id}/unread`, {})).status).toBe(303)
    expect(await unread()).toBe(1)
    expect((await client.get(`${path}/${id}`)).status).toBe(200)
    expect(await unread()).toBe(0)
    expect((await set(client, id, false)).status).toBe(200)
    expect(await (await client.get('/api/messages?show=unread')).json()).toEqual([
      expect.objectContaining({
        id,
        jobRef,
        unreadMessages: 1,
        lastMessage: expect.objectContaining({ text: 'From the contractor' }),
      }),
    ])
    expect((await set(client, id, true)).status).toBe(200)
    expect(await unread()).toBe(0)
    expect((await client.get('/api/messages?show=lost')).status).toBe(400)
  }
  const stranger = await signedInAs(await aContractor())
  for (const answer of [await stranger.get(`/messages/${id}`), await stranger.submit(`/messages/${id}/unread`, {})])
    expect(answer.status).toBe(404)
  expect((await set(stranger, id, false)).status).toBe(404)
  const { id: silent } = await aJob(cast, 'assigned')
  await writeMessage(cast.agent, silent, { text: 'Alone' })
  expect((await set(await signedInAs(cast.agent), silent, false)).status).toBe(409)
})

test('more than fifty come by pages, each once', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  await writeMessage(cast.agent, id, { text: 'Once' })
  const [{ count }] =
    (await db.execute(sql`with copies as (insert into jobs (id, job_ref, estate_agent_id, contractor_id, estate_agent_name,
      estate_agency, property_name, property_address, issue_description, status)
    select gen_random_uuid(), 'JOB-9' || n, estate_agent_id, contractor_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, status from jobs, generate_series(10001, 10120) n where jobs.id = ${id} returning id)
    select count(*)::int as count from copies`)) as unknown as [{ count: number }]
  expect(count).toBe(120)
  await db.execute(sql`insert into messages (job_id, author_id, author_name, author_role, text)
    select jobs.id, ${cast.agent.id}::uuid, 'Olivia', 'estate_agent', 'Copy' from jobs where job_ref like 'JOB-91%'`)
  const ada = await signedInAs(cast.admin)
  const seen: string[] = []
  for (let next: string | null = '/api/messages?limit=50'; next; ) {
    const answer: Response = await ada.get(next)
    seen.push(...((await answer.json()) as { id: string }[]).map((thread) => thread.id))
    next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
  }
  expect([seen.length, new Set(seen).size]).toEqual([121, 121])
  expect(await threadsFor(cast.admin, {}).count(100)).toBe(100)
  expect(await (await ada.get('/admin/messages')).text()).toContain('Load more')
})

test('a job of before has its conversation filled in', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  await writeMessage(cast.agent, id, { text: 'Before' })
  await db.delete(messageThreads)
  await db.update(messageMarks).set({ newestId: 0, newestAt: null })
  await threadBackfill()()
  expect(await list(cast.admin)).toEqual([['unread', 'Before', 1]])
  expect(await list(cast.contractor)).toEqual([['unread', 'Before', 1]])
  expect(await list(cast.agent)).toEqual([['read', 'Before', 0]])
})
