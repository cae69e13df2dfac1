import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, messageMarks, messages, users } from '#db/schema.ts'
import { MAX_MESSAGE } from '#src/domain/message/message.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, anAgent } from '#tests/support/world.ts'

async function conversation() {
  const cast = await aCast()
  const job = await aJob(cast, 'assigned')
  const [agent, contractor, admin] = await Promise.all([cast.agent, cast.contractor, cast.admin].map(signedInAs))
  return { cast, job, path: `/api/jobs/${job.id}/messages`, agent: agent!, contractor: contractor!, admin: admin! }
}

describe('by the API', () => {
  test('answers the message, and lists all in order', async () => {
    const { cast, path, agent, contractor } = await conversation()
    const answer = await agent.post(path, { text: '  The key is\nat the office.  ' })
    const message = {
      id: expect.any(Number),
      author: { id: cast.agent.id, name: 'Olivia Hart', role: 'estate_agent' },
      text: 'The key is\nat the office.',
      adminsOnly: false,
      ...{ late: false, photosUrls: [], recordedAt: null },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    }
    expect([answer.status, await answer.json()]).toEqual([201, message])
    await contractor.post(path, { text: 'Thank you' })
    expect(await (await agent.get(path)).json()).toEqual([
      message,
      expect.objectContaining({ author: { id: cast.contractor.id, name: 'Carl Mason', role: 'contractor' } }),
    ])
  })

  test('lists the newest 500, as the page does, which says so; evidence has all, and is counted', async () => {
    const { job, path, agent } = await conversation()
    await db.execute(sql`insert into messages (job_id, author_name, author_role, text)
      select ${job.id}, 'Carl Mason', 'contractor', 'Message ' || n || '.' from generate_series(1, 501) n`)
    const listed = (await (await agent.get(path)).json()) as { text: string }[]
    expect([listed.length, listed[0]!.text, listed.at(-1)!.text]).toEqual([500, 'Message 2.', 'Message 501.'])
    const [page, evidence] = await Promise.all([
      agent.get(`/jobs/${job.id}/messages`),
      agent.get(`/jobs/${job.id}/evidence`),
    ])
    const [shown, printed] = await Promise.all([page.text(), evidence.text()])
    expect([shown.includes('Message 1.'), printed.includes('Message 1.')]).toEqual([false, true])
    expect(shown).toContain('Only the newest 500 messages are shown.')
    expect([page, evidence].map(({ headers }) => headers.has('ratelimit'))).toEqual([false, true])
  })

  test.each([
    ['nothing', {}, 'text', 'Please write a message'],
    ['spaces', { text: ' \n ' }, 'text', 'Please write a message'],
    ['a number', { text: 5 }, 'text', 'Please write a message'],
    ['2,001 characters', { text: 'x'.repeat(MAX_MESSAGE + 1) }, 'text', 'Please use at most 2000 characters'],
    ['a word for yes', { text: 'x', adminsOnly: 'yes' }, 'adminsOnly', 'adminsOnly must be true or false'],
  ])('refuses %s', async (_, body, field, words) => {
    const { path, admin } = await conversation()
    const answer = await admin.post(path, body)
    expect([answer.status, ((await answer.json()) as { errors: object }).errors]).toEqual([422, { [field]: words }])
    expect(await db.$count(messages)).toBe(0)
  })

  test('takes 2,000 characters', async () => {
    const { path, agent } = await conversation()
    expect((await agent.post(path, { text: 'x'.repeat(MAX_MESSAGE) })).status).toBe(201)
  })

  test('under one Idempotency-Key writes one', async () => {
    const { path, agent } = await conversation()
    const call = { method: 'POST', body: { text: 'Once' }, headers: { 'idempotency-key': 'a-1' } }
    const [first, again] = [await agent.send(path, call), await agent.send(path, call)]
    expect(await again.json()).toEqual(await first.json())
    expect([again.headers.get('idempotency-replayed'), await db.$count(messages)]).toEqual(['true', 1])
  })

  test('says whom no e-mail reaches, but not of what they may not read', async () => {
    const { cast, path, admin } = await conversation()
    await db.update(users).set({ email: null }).where(eq(users.id, cast.agent.id))
    const words = 'Olivia Hart has no e-mail address and must be told by phone: 020 7946 0001.'
    expect(await (await admin.post(path, { text: 'Hello' })).json()).toMatchObject({ message: words })
    expect(await (await admin.post(path, { text: 'Hm', adminsOnly: true })).json()).not.toHaveProperty('message')
  })
})

describe('on the page', () => {
  test('without JavaScript comes back to the messages, or asks again with what was typed', async () => {
    const { job, agent } = await conversation()
    const sent = await agent.submit(`/jobs/${job.id}/messages`, { text: 'When?' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/jobs/${job.id}#messages`])
    const long = 'y'.repeat(MAX_MESSAGE + 1)
    const refused = await agent.submit(`/jobs/${job.id}/messages`, { text: long })
    const text = await refused.text()
    expect(refused.status).toBe(422)
    expect(text).toContain(long)
    expect(text).toContain('<title>Error: Messages')
    expect(text).toContain('Please use at most 2000 characters')
    expect(await db.$count(messages)).toBe(1)
  })

  test('with htmx swaps the form, in which whoever wrote goes on writing, and adds to the log', async () => {
    const { job, admin } = await conversation()
    const sent = await admin.htmx(`/admin/jobs/${job.id}/messages`, { method: 'POST', form: { text: 'When?' } })
    const text = await sent.text()
    expect(sent.status).toBe(200)
    expect(text).toStartWith('<form')
    const log = /<hx-partial hx-target="#message-list" hx-swap="outerMorph">(.*?)<\/hx-partial>/.exec(text)?.[1]
    expect(log).toStartWith('<div id="message-list" role="log" aria-label="Messages, oldest first"')
    expect(log).toContain('When?</p>')
    expect(text).toMatch(/<textarea[^>]* autofocus=""[^>]*><\/textarea>/)
    expect(text).toContain(`action="/admin/jobs/${job.id}/messages"`)
    const refused = await admin.htmx(`/admin/jobs/${job.id}/messages`, {
      method: 'POST',
      form: { text: '', adminsOnly: 'yes' },
    })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toMatch(/name="adminsOnly"[^>]*checked=""|checked=""[^>]*name="adminsOnly"/)
  })

  test('says in a toast whom no e-mail reaches', async () => {
    const { cast, job, contractor } = await conversation()
    await db.update(users).set({ email: null, phone: null }).where(eq(users.id, cast.agent.id))
    const sent = await contractor.htmx(`/jobs/${job.id}/messages`, { method: 'POST', form: { text: 'Hello' } })
    expect(sent.headers.get('hx-trigger')).toContain('Olivia Hart has neither an e-mail address nor a phone number')
  })

  test('shows text as it was written: nothing becomes markup or a link, lines stay', async () => {
    const { job, path, agent, contractor } = await conversation()
    await agent.post(path, { text: '<img src=x onerror=alert(1)>\nhttps://evil.example & "more"' })
    const text = await (await contractor.get(`/jobs/${job.id}`)).text()
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;\nhttps://evil.example &amp; &quot;more&quot;</p>')
    expect(text).not.toContain('href="https://evil.example')
    expect(text).not.toContain('<img src=x')
  })

  test('shows the newest fifty, and all on the page behind ‘Earlier messages’', async () => {
    const { cast, job, agent } = await conversation()
    const by = {
      jobId: job.id,
      authorId: cast.contractor.id,
      authorName: 'Carl Mason',
      authorRole: 'contractor' as const,
    }
    await db
      .insert(messages)
      .values(Array.from({ length: 51 }, (_, index) => ({ ...by, text: `Number ${index + 1}.` })))
    const newest = await (await agent.get(`/jobs/${job.id}`)).text()
    expect(newest).toContain(`<a href="/jobs/${job.id}/messages">Earlier messages</a>`)
    expect([newest.includes('Number 1.'), newest.includes('Number 2.'), newest.includes('Number 51.')]).toEqual([
      false,
      true,
      true,
    ])
    const all = await (await agent.get(`/jobs/${job.id}/messages`)).text()
    expect([all.includes('Number 1.'), all.includes('Number 51.'), all.includes('Earlier messages')]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('asks for news with a tag, and gets them only when there are any', async () => {
    const { job, path, agent, contractor } = await conversation()
    await agent.post(path, { text: 'One' })
    const at = `/jobs/${job.id}/messages`
    const first = await contractor.htmx(at)
    expect(await first.text()).toStartWith('<div id="message-list"')
    const tag = first.headers.get('hx-ptag')!
    const same = await contractor.htmx(at, { headers: { 'hx-ptag': tag } })
    expect([same.status, same.headers.get('hx-ptag')]).toEqual([304, tag])
    await agent.post(path, { text: 'Two' })
    const news = await contractor.htmx(at, { headers: { 'hx-ptag': tag } })
    expect([news.status, (await news.text()).includes('Two')]).toEqual([200, true])
    // Nor does somebody who signs in after them get the other's 'unchanged'.
    expect((await agent.htmx(at, { headers: { 'hx-ptag': news.headers.get('hx-ptag')! } })).status).toBe(200)
  })
})

test('an author who is gone keeps their name; the messages go with their job', async () => {
  const { cast, job, path, agent, admin } = await conversation()
  await agent.post(path, { text: 'Hello' })
  await db
    .update(jobs)
    .set({ estateAgentId: (await anAgent()).id })
    .where(eq(jobs.id, job.id))
  await db.delete(users).where(eq(users.id, cast.agent.id))
  expect(await (await admin.get(path)).json()).toMatchObject([{ author: { id: null, name: 'Olivia Hart' } }])
  expect((await admin.delete(`/api/jobs/${job.id}`)).status).toBe(200)
  expect([await db.$count(messages), await db.$count(messageMarks)]).toEqual([0, 0])
})

test('twenty written at once by three are all there, in one order for everybody', async () => {
  const { path, agent, contractor, admin } = await conversation()
  const clients = [agent, contractor, admin]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => clients[index % 3]!.post(path, { text: `No ${index}` })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  const [first, ...others] = await Promise.all(clients.map(async (client) => (await client.get(path)).json()))
  expect(first).toHaveLength(20)
  for (const other of others) expect(other).toEqual(first)
})
