import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, quotes } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { answerOf } from '#tests/api/shape.ts'
import { lastMessage, notified } from '#tests/jobs/notified.ts'
import { everything } from '#tests/support/database/everything.ts'
import { complete, withQuote } from '#tests/support/world.ts'
import { aQuote, clients, lastEvent, rowOf } from './given.ts'

describe('declining', () => {
  test('keeps the reason, shows it to the contractor, and tells it', async () => {
    const { cast, agent, contractor } = await clients()
    const { id, job, path } = await aQuote(cast)
    const answer = await answerOf(
      agent.patch(`/api${path}/decline`, { reason: 'Too dear: see Smith & Sons', version: 1 }),
    )
    expect(answer).toMatchObject({ status: 200, body: { status: 'declined', reason: 'Too dear: see Smith & Sons' } })
    expect(await notified()).toEqual([`quote_declined → ${cast.contractor.email}`])
    expect((await lastMessage()).content).toMatchObject({ reason: 'Too dear: see Smith & Sons' })
    expect((await lastEvent(job.id))?.detail).toEqual({ amount: '£480.00', reason: 'Too dear: see Smith & Sons' })
    for (const page of [path, '/history?show=quotes', `/jobs/${job.id}`])
      expect(await (await contractor.get(page)).text()).toContain('Too dear: see Smith &amp; Sons')
    expect((await rowOf(id)).reason).toBe('Too dear: see Smith & Sons')
  })

  test('for a new price needs a reason, and the job is its contractor’s again, who sends another quote', async () => {
    const { cast, agent } = await clients()
    const { job, id, path } = await aQuote(cast)
    const before = await everything()
    for (const reason of [undefined, '', ' '])
      expect(await answerOf(agent.patch(`/api${path}/decline`, { askAgain: true, reason }))).toMatchObject({
        ...{ status: 422, body: { errors: { reason: 'Please say what the new price should be, or why' } } },
      })
    const typed = await agent.submit(`${path}/decline`, { askAgain: 'yes', reason: '', back: '/quotes', version: '1' })
    expect(typed.status).toBe(422)
    expect(await typed.text()).toMatch(/Please say what the new price.*name="askAgain"[^>]*checked/s)
    expect(await everything()).toEqual(before)

    await agent.patch(`/api${path}/decline`, { askAgain: true, reason: '£20 less' })
    expect(await db.query.jobs.findFirst({ where: eq(jobs.id, job.id) })).toMatchObject({
      ...{ status: 'assigned', contractorId: cast.contractor.id },
    })
    expect(await notified()).toEqual([`new_price_asked → ${cast.contractor.email}`])
    await complete(cast.contractor, job.id, withQuote({ quoteAmount: 460 }))
    const all = await db.query.quotes.findMany({ where: eq(quotes.jobId, job.id), orderBy: quotes.createdAt })
    expect(all.map(({ status, amount, version }) => [status, amount, version])).toEqual([
      ['declined', 48_000, 1],
      ['pending', 46_000, 1],
    ])
    expect(all[0]!.id).toBe(id)
  })

  test('for a new price is refused when nobody is there to give it', async () => {
    const { cast, agent } = await clients()
    const { path } = await aQuote(cast)
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    const before = await everything()
    expect(await answerOf(agent.patch(`/api${path}/decline`, { askAgain: true, reason: 'Less' }))).toEqual({
      ...{ status: 409, body: { message: 'This contractor is no longer on Fettle and cannot give a new price.' } },
    })
    expect(await everything()).toEqual(before)
    expect(await (await agent.get(`${path}/decline`)).text()).not.toContain('Ask for a new price')
    expect((await agent.patch(`/api${path}/decline`)).status).toBe(200)
  })

  test('asks on a page of its own, which leads back', async () => {
    const { cast, agent } = await clients()
    const { path } = await aQuote(cast)
    const page = await (await agent.get(`${path}/decline?back=%2Fquotes%3Fstatus%3Dpending&version=1`)).text()
    for (const words of ['The contractor will be notified.', 'Reason (optional)', 'value="/quotes?status=pending"'])
      expect(page).toContain(words)
    expect(page).not.toContain('The quote has changed')
    const answer = await agent.submit(`${path}/decline`, { back: '/quotes?status=pending', version: '1' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/quotes?status=pending'])
    expect((await agent.get(`${path}/decline`)).status).toBe(409)
  })
})

describe('deciding on what was read', () => {
  test.each(['approve', 'decline'])('another version refuses to %s, in words that name the price', async (verb) => {
    const { cast, agent, contractor } = await clients()
    const { id, path } = await aQuote(cast)
    await contractor.patch(`/api${path}`, { quoteAmount: 1234 })
    const before = await everything()
    expect(await answerOf(agent.patch(`/api${path}/${verb}`, { version: 1 }))).toEqual({
      ...{ status: 409, body: { message: 'The quote has changed: it is now £1,234.00.' } },
    })
    for (const confirmed of ['', 'yes']) {
      const answer = await agent.htmx(`${path}/${verb}`, {
        method: 'POST',
        form: { back: '/quotes', version: '1', confirmed },
      })
      expect(answer.status).toBe(409)
      expect(decodeURIComponent(JSON.stringify(answer.headers.get('hx-trigger')))).toContain('The quote has changed')
    }
    expect(await everything()).toEqual(before)
    expect(await (await agent.get(`${path}/decline?version=1`)).text()).toContain('it is now £1,234.00')
    expect((await agent.patch(`/api${path}/${verb}`, { version: 2 })).status).toBe(200)
    expect((await rowOf(id)).version).toBe(2)
  })

  test.each(['/', '/quotes', ':quote', ':job'])('%s sends the version that it shows', async (at) => {
    const { cast, agent, contractor } = await clients()
    const { job, path } = await aQuote(cast)
    await contractor.patch(`/api${path}`, { quoteAmount: 12 })
    const page = await (await agent.get(at.replace(':quote', path).replace(':job', `/jobs/${job.id}`))).text()
    const approval = page.split('<form').find((form) => form.includes(`action="${path}/approve"`))
    expect(approval).toContain('name="version" value="2"')
    expect(page).toMatch(new RegExp(`formaction="${path}/decline\\?back=[^"]*&amp;version=2"`, 'i'))
  })

  test('a version that is none is refused', async () => {
    const { cast, agent } = await clients()
    const { path } = await aQuote(cast)
    for (const version of [0, 1.5, '1', null])
      expect([version, (await agent.patch(`/api${path}/approve`, { version })).status]).toEqual([
        version,
        version === null ? 200 : 422,
      ])
  })
})
