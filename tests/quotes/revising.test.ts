import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quotes, users } from '#db/schema.ts'
import { actorById } from '#src/accounts/queries.ts'
import type { QuoteChange } from '#src/quotes/input.ts'
import { answerOf } from '#tests/api/shape.ts'
import { lastMessage, notified, timeline } from '#tests/jobs/notified.ts'
import { html, sentBy } from '#tests/support/answers.ts'
import { everything } from '#tests/support/database/everything.ts'
import { aJob } from '#tests/support/world.ts'
import { aQuote, clients, lastEvent, rowOf } from './given.ts'

describe('revising', () => {
  test('makes a version, tells the agent, and keeps the figures before', async () => {
    const { cast, agent, contractor } = await clients()
    const { id, job, path } = await aQuote(cast, { completion: { quoteAmount: 12.34, notes: 'By ladder' } })
    const change = { quoteAmount: 1234, notes: '', estimatedDuration: '2 days', version: 1 }
    const answer = await answerOf(contractor.patch(`/api${path}`, change))
    expect(answer).toMatchObject({
      status: 200,
      body: { id, version: 2, amount: '1234.00', notes: null, estimatedDuration: '2 days', status: 'pending' },
    })
    expect(answer.body.description).toBe('Replace the expansion vessel.')
    expect(await notified()).toEqual([`quote_revised → ${cast.agent.email}`])
    expect((await lastMessage()).content).toMatchObject({
      quoteAmount: '£1,234.00',
      changes: 'Amount: £12.34 → £1,234.00\nEstimated duration: none → 2 days\nNotes: By ladder → none',
    })
    expect((await lastEvent(job.id))?.detail).toEqual({
      ...{ from: '£12.34', to: '£1,234.00', changes: 'Estimated duration: none → 2 days\nNotes: By ladder → none' },
    })
    expect((await timeline(job.id)).slice(-2)).toEqual(['quoteSubmitted', 'quoteRevised'])
    for (const client of [agent, contractor]) expect(await (await client.get(path)).text()).toContain('from £12.34 on')
    const page = await (await agent.get(`/jobs/${job.id}`)).text()
    expect(page).toContain('£1,234.00')
  })

  test('that changes nothing makes none, whatever its version, and tells nobody', async () => {
    const { cast, contractor } = await clients()
    const { path } = await aQuote(cast, { completion: { materialsCost: 10, validUntil: '2099-12-31' } })
    const before = await everything()
    const same: QuoteChange[] = [
      {},
      { quoteAmount: '480.00', quoteDescription: ' Replace the expansion vessel. ', materialsCost: '£10', lines: [] },
      { validUntil: '2099-12-31', version: 7 },
    ]
    for (const change of same)
      expect(await answerOf(contractor.patch(`/api${path}`, change))).toMatchObject({
        status: 200,
        body: { version: 1 },
      })
    const form = { quoteAmount: '480', quoteDescription: 'Replace the expansion vessel.', version: '1' }
    const sent = await contractor.submit(`${path}/edit`, { ...form, materialsCost: '10', validUntil: '2099-12-31' })
    expect(sent.status).toBe(303)
    expect(await everything()).toEqual(before)
  })

  test('is refused after twenty times within an hour, as its landlords are mailed each time', async () => {
    const { cast, contractor } = await clients()
    const { path } = await aQuote(cast)
    const revise = (quoteAmount: number) => answerOf(contractor.patch(`/api${path}`, { quoteAmount }))
    for (let amount = 1; amount <= 20; amount++) expect((await revise(amount)).status).toBe(200)
    const message = 'This job’s visit and quote changed 20 times within an hour. Please try again later.'
    expect(await revise(21)).toMatchObject({ status: 409, body: { message } })
    expect((await revise(20)).status).toBe(200)
  })

  test('of another version than the quote’s is refused, on the page with what was typed', async () => {
    const { cast, contractor } = await clients()
    const { path } = await aQuote(cast)
    await contractor.patch(`/api${path}`, { quoteAmount: 490, version: 1 })
    const refused = { status: 409, body: { message: 'The quote has changed: it is now £490.00.' } }
    expect(await answerOf(contractor.patch(`/api${path}`, { quoteAmount: 495, version: 1 }))).toEqual(refused)
    const form = { quoteAmount: '495', quoteDescription: 'Typed anew', version: '1' }
    const page = await contractor.submit(`${path}/edit`, form)
    expect(page.status).toBe(409)
    expect(await page.text()).toMatch(/name="version" value="2".*it is now £490\.00.*Typed anew/s)
  })

  test.each([
    [{ quoteAmount: 0 }, { quoteAmount: 'Amount must be a positive number' }],
    [{ quoteAmount: null }, { quoteAmount: 'Amount must be a positive number' }],
    [{ quoteDescription: '' }, { quoteDescription: 'Quote description is required' }],
    [{ validUntil: '2020-01-01' }, { validUntil: 'Valid until must not be in the past' }],
    [{ validUntil: 'soon' }, { validUntil: 'Valid until must be a date' }],
    [{ laborCost: 481 }, { laborCost: 'Materials and labour together must not come to more than the amount' }],
    [{ lines: 'none' }, { lines: 'Lines must be a list of at most 50 lines' }],
    [{ lines: [7] }, { 'lines.0': 'A line has a description, a quantity and a unit price' }],
    [
      { lines: [{ description: 'Valve', quantity: 0, unitPrice: 1, colour: 'red' }] },
      { 'lines.0.colour': 'This field is not known. Known are: description, quantity, unitPrice, vatRate.' },
    ],
    [
      { lines: [{ description: 'Valve', quantity: 1, unitPrice: 1, vatRate: 20 }] },
      { 'lines.0.vatRate': 'Without a VAT number there is no VAT' },
    ],
    [
      { lines: Array.from({ length: 51 }, () => ({ description: 'x', quantity: 1, unitPrice: 1 })) },
      { lines: 'Lines must be a list of at most 50 lines' },
    ],
  ])('is refused for %j', async (change, errors) => {
    const { cast, contractor } = await clients()
    const { path } = await aQuote(cast)
    const before = await everything()
    const answer = await answerOf(contractor.patch(`/api${path}`, change))
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject(errors)
    expect(await everything()).toEqual(before)
  })

  test('of an expired quote gives it another day, or leaves that to somebody who asks', async () => {
    const { cast, contractor } = await clients()
    const { id, path } = await aQuote(cast)
    await db.update(quotes).set({ validUntil: '2026-01-31' }).where(eq(quotes.id, id))
    expect((await contractor.patch(`/api${path}`, { notes: 'By ladder' })).status).toBe(200)
    expect((await contractor.patch(`/api${path}`, { validUntil: '2026-01-31', notes: 'x' })).status).toBe(422)
    expect((await contractor.patch(`/api${path}`, { validUntil: '' })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ validUntil: null, version: 3 })
  })
})

describe('lines', () => {
  const lines = [
    { description: 'Vessel', quantity: 1, unitPrice: '100.00', vatRate: 20 },
    { description: 'Hours', quantity: 1.5, unitPrice: '40.00', vatRate: 0 },
  ]

  async function withVat() {
    const all = await clients()
    await db.update(users).set({ vatNumber: 'GB 123 4567 89' }).where(eq(users.id, all.cast.contractor.id))
    const contractor = (await actorById(all.cast.contractor.id))!
    return { ...all, cast: { ...all.cast, contractor } }
  }

  test('make net, VAT and amount, shown to every reader and told', async () => {
    const { cast, agent, contractor, admin } = await withVat()
    const { id } = await aJob(cast, 'assigned')
    const sent = { workDone: 'Looked.', needsQuote: true, quoteDescription: 'Vessel', lines }
    expect((await contractor.post(`/api/jobs/${id}/complete`, sent)).status).toBe(200)
    const { body: quote } = await answerOf(agent.get(`/api/jobs/${id}`))
    expect(quote.quotes[0]).toMatchObject({ amount: '180.00', net: '160.00', vat: '20.00', lines })
    expect((await lastMessage()).content).toMatchObject({
      ...{ quoteAmount: '£180.00', quoteLines: expect.stringContaining('VAT 20% £20.00') },
    })
    const path = `/quotes/${quote.quotes[0].id}`
    const pages = [agent.get(path), agent.get(`/jobs/${id}`), contractor.get(path), admin.get(`/admin${path}`)]
    for (const page of await Promise.all(pages))
      expect(await page.text()).toMatch(
        /Vessel.*£100\.00.*20%.*Hours.*1\.5.*Net.*£160\.00.*VAT 20%.*£20\.00.*£180\.00/s,
      )
  })

  test('take the amount’s place, and give it back', async () => {
    const { cast, contractor } = await withVat()
    const { path, id } = await aQuote(cast)
    const patch = async (change: object) => (await answerOf(contractor.patch(`/api${path}`, change))).body
    expect(await patch({ lines })).toMatchObject({ amount: '180.00', version: 2, lines })
    expect(await patch({ lines, version: 1 })).toMatchObject({ version: 2 })
    expect(await patch({ quoteAmount: 190 })).toMatchObject({ errors: { quoteAmount: 'The lines come to £180.00' } })
    expect(await patch({ notes: 'By ladder' })).toMatchObject({ amount: '180.00', version: 3, lines })
    expect(await patch({ lines: null })).toMatchObject({
      amount: '180.00',
      version: 4,
      lines: null,
      net: null,
      vat: null,
    })
    expect(await rowOf(id)).toMatchObject({ lines: null, amount: 18_000 })
  })

  test('are typed without JavaScript, and what is wrong is told at its line', async () => {
    const { cast, contractor } = await withVat()
    const { path, id } = await aQuote(cast)
    const page = await (await contractor.get(`${path}/edit`)).text()
    expect(page.match(/name="lines\.\d\.description"/g)).toHaveLength(5)
    const typed = {
      ...{ quoteAmount: '', quoteDescription: 'Vessel', version: '1' },
      ...{
        'lines.1.description': 'Vessel',
        'lines.1.quantity': '1',
        'lines.1.unitPrice': '100',
        'lines.1.vatRate': '20',
      },
      ...{ 'lines.4.description': 'Hours', 'lines.4.quantity': '1.5', 'lines.4.unitPrice': 'forty' },
    }
    const refused = await contractor.submit(`${path}/edit`, typed)
    expect(refused.status).toBe(422)
    const again = await refused.text()
    expect(again).toContain('href="#quote-lines-1-unitPrice">Unit price must be an amount in pounds')
    expect(again).toMatch(
      /id="quote-lines-1-unitPrice"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="quote-lines-1-unitPrice"/,
    )
    const sent = await contractor.submit(`${path}/edit`, { ...typed, 'lines.4.unitPrice': '40' })
    expect(sent.status).toBe(303)
    expect(await rowOf(id)).toMatchObject({
      amount: 18_000,
      version: 2,
      lines: [{ unitPrice: 10_000 }, { vatRate: 0 }],
    })
  })

  test('offer VAT only to contractors with a VAT number', async () => {
    for (const [{ cast, contractor }, offered] of [
      [await clients(), false],
      [await withVat(), true],
    ] as const) {
      const { path } = await aQuote(cast)
      const job = await aJob(cast, 'assigned')
      for (const page of [`${path}/edit`, `/visit/${job.id}`])
        expect((await (await contractor.get(page)).text()).includes('name="lines.0.vatRate"')).toBe(offered)
    }
  })

  test('offer 20 % at first to those who charge VAT, who read that an amount alone shows none', async () => {
    const { cast, contractor } = await withVat()
    const { path, id } = await aQuote(cast)
    const job = await aJob(cast, 'assigned')
    const rates = async (page: string) =>
      Object.entries(sentBy(page, 'Change Quote')).filter(([name]) => /Rate$/.test(name))
    const plain = await html(contractor.get(`${path}/edit`))
    for (const page of [plain, await html(contractor.get(`/visit/${job.id}`))])
      expect(page).toMatch(/quoteAmount-hint">Without lines the invoice shows no VAT: itemise to charge it\./)
    expect((await rates(plain)).map(([, sent]) => sent)).toEqual(Array.from({ length: 5 }, () => ['20']))

    const typed = { ...sentBy(plain, 'Change Quote'), quoteAmount: '', quoteDescription: 'Vessel' }
    const first = { 'lines.0.description': 'Vessel', 'lines.0.quantity': '1', 'lines.0.unitPrice': '100' }
    const other = {
      'lines.1.description': 'Flue',
      'lines.1.quantity': '1',
      'lines.1.unitPrice': '50',
      'lines.1.vatRate': '0',
    }
    expect((await contractor.submit(`${path}/edit`, { ...typed, ...first, ...other })).status).toBe(303)
    expect(await rowOf(id)).toMatchObject({ amount: 17_000, lines: [{ vatRate: 20 }, { vatRate: 0 }] })
    const again = await html(contractor.get(`${path}/edit`))
    expect((await rates(again)).map(([, sent]) => sent[0])).toEqual(['20', '0', '20', '20', '20'])
    const { contractor: untaxed, cast: others } = await clients()
    const page = await html(untaxed.get(`${(await aQuote(others)).path}/edit`))
    expect(page).not.toContain('shows no VAT')
  })
})
