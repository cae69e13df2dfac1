import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { propertyPath } from '#src/domain/property/property.ts'
import { markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { voidInvoice } from '#src/invoices/void.ts'
import { createJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { lacks, link, read } from '#tests/checklist/reading.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, anAgent, finishedQuoteWork, jobInput } from '#tests/support/world.ts'

const FLAT = 'Flat 2, 14 High Street, Guildford GU1 4AB'
const NEXT_DOOR = 'Flat 21, 4 High Street, Guildford GU1 4AB'
const at = (propertyAddress: string) => ({ job: { propertyAddress } })
const PATH = propertyPath(FLAT, 'estate_agent')!

const refsIn = (text: string) => [...new Set(text.match(/JOB-\d+/g))].sort()
const refsOf = (...jobs: { jobRef: string }[]) => jobs.map(({ jobRef }) => jobRef).sort()

/** Of each tile: its label and value. */
const tilesIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<span class="stat-value">([^<]*)<\/span><span class="stat-label">([^<]*)</g)].map(
      ([, value, label]) => [label, value],
    ),
  )

test('an agent sees their own jobs of a property, open ones first, an administrator everybody’s with the agencies', async () => {
  const cast = await aCast()
  const other = { ...cast, agent: await anAgent(), contractor: await aContractor({ lastName: 'Elsewhere' }) }
  const done = await aJob(cast, 'completed', at('FLAT 2\n14 high st\nguildford gu14ab'))
  const open = await aJob(cast, 'pending', at(FLAT))
  const foreign = await aJob(other, 'completed', {
    job: { propertyAddress: FLAT, estateAgency: 'Harbour & Stone' },
  })
  const neighbour = await aJob(cast, 'pending', at(NEXT_DOOR))
  const own = await (await (await signedInAs(cast.agent)).get(PATH)).text()
  expect(refsIn(own)).toEqual(refsOf(open, done))
  expect(own.indexOf(open.jobRef)).toBeLessThan(own.indexOf(done.jobRef))
  for (const theirs of ['Harbour', 'Elsewhere', 'agencies raise', neighbour.jobRef]) expect(own).not.toContain(theirs)
  expect(tilesIn(own)).toMatchObject({ 'Open jobs': '1', Visits: '1' })
  const all = await (await (await signedInAs(cast.admin)).get(`/admin${PATH}`)).text()
  expect(refsIn(all)).toEqual(refsOf(open, done, foreign))
  expect(all).toContain('2 agencies raise jobs here: ')
  expect(all).toContain('Harbour &amp; Stone (1 job)')
  expect(all).toContain('Elsewhere')
  expect((await (await signedInAs(other.agent)).get(propertyPath(NEXT_DOOR, 'estate_agent')!)).status).toBe(404)
  await deleteJob(cast.agent, done.id)
  expect(refsIn(await (await (await signedInAs(cast.agent)).get(PATH)).text())).toEqual(refsOf(open))
})

test('fees, quote work and approved quotes add up to the penny, of what the reader may see', async () => {
  const cast = await aCast()
  const { quote, parent } = await finishedQuoteWork(cast, at(FLAT))
  await markQuoteInvoiced(cast.admin, quote.id)
  await markVisitInvoiced(cast.admin, parent.visits[0]!.id, 6001)
  const another = await aJob({ ...cast, agent: await anAgent() }, 'completed', at(FLAT))
  await markVisitInvoiced(cast.admin, another.visits[0]!.id, 4999)
  const tiles = async (user: typeof cast.agent, path: string) =>
    tilesIn(await (await (await signedInAs(user)).get(path)).text())
  const pounds = (pence: number) => `£${(pence / 100).toFixed(2)}`
  const both = { 'Quote work invoiced': pounds(quote.amount), 'Quotes approved': pounds(quote.amount) }
  expect(await tiles(cast.agent, PATH)).toMatchObject({ ...both, 'Visit fees invoiced': '£60.01' })
  expect(await tiles(cast.admin, `/admin${PATH}`)).toMatchObject({ ...both, 'Visit fees invoiced': '£110.00' })
})

test('an open job says with whom it is, for how long and what to do', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'assigned', at(FLAT))
  const decided = await aJob(cast, 'quote_pending', at(FLAT))
  for (const { id } of [job, decided])
    await db
      .update(jobs)
      .set({ waitingSince: new Date(Date.now() - 3 * 86_400_000) })
      .where(eq(jobs.id, id))
  const words = async (user: typeof cast.agent, path: string) => (await read((await signedInAs(user)).get(path))).words
  const own = await words(cast.agent, PATH)
  expect(own).toContain('With Carl Mason for 3 days, to book a visit. First visit due by')
  expect(own).toContain('Waiting for you for 3 days, to decide on the quote.')
  const all = await words(cast.admin, `/admin${PATH}`)
  expect(all).toContain('With Carl Mason for 3 days, to book a visit. First visit due by')
  expect(all).toContain('With Olivia Hart for 3 days, to decide on the quote.')
  await db.update(jobs).set({ chasedAt: new Date() }).where(eq(jobs.id, job.id))
  expect(await words(cast.admin, `/admin${PATH}`)).toContain('to book a visit. Chased today. First visit')
  expect(await words(cast.agent, PATH)).not.toContain('Chased')
})

test('a void invoice is marked, stays out of the tile, and each number leads to its invoice', async () => {
  const cast = await aCast()
  const { visits } = await aJob(cast, 'completed', at(FLAT))
  const wrong = await markVisitInvoiced(cast.admin, visits[0]!.id, 6001)
  const { replacedBy, replacedByNumber } = await voidInvoice(cast.admin, wrong.id, {
    ...{ reason: 'The fee was wrong.', replaceWith: { amount: 5000 } },
  })
  const replacement = { id: replacedBy!, invoiceNumber: replacedByNumber! }
  for (const [user, path] of [
    [cast.agent, PATH],
    [cast.admin, `/admin${PATH}`],
  ] as const) {
    const client = await signedInAs(user)
    const screen = await read(client.get(path))
    expect(tilesIn(screen.html)).toMatchObject({ 'Visit fees invoiced': '£50.00' })
    const line = (number: string) => screen.parts.find(({ tag, text }) => tag === 'li' && text.includes(number))!.text
    expect(line(wrong.invoiceNumber)).toContain('£60.01 Void')
    expect(line(replacement.invoiceNumber)).not.toContain('Void')
    for (const { id, invoiceNumber } of [wrong, replacement]) {
      expect(lacks(screen, link(invoiceNumber, `/invoices/${id}`))).toEqual([])
      expect((await client.get(`/invoices/${id}`)).status).toBe(200)
    }
  }
})

test('long lists are paged, and what is more arrives alone', async () => {
  const cast = await aCast()
  for (let n = 0; n < 52; n++) await createJob(cast.agent, jobInput({ propertyAddress: FLAT }))
  const olivia = await signedInAs(cast.agent)
  const first = await (await olivia.get(PATH)).text()
  const more = /href="([^"]*list=open[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&')
  const rest = await (await olivia.htmx(more)).text()
  expect([refsIn(first).length, refsIn(rest).length]).toEqual([50, 2])
  expect(rest).not.toContain('<html')
  expect(refsIn(await (await olivia.get(more)).text())).toHaveLength(2)
})

test('each address of a list, page and dialog leads to the property; a contractor’s does not', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'quote_pending', at(FLAT))
  const PLACES = [
    [cast.agent, PATH, ['/jobs', `/jobs/${job.id}`, `/quotes/${job.quotes[0]!.id}`, '/completed-jobs']],
    [
      cast.admin,
      `/admin${PATH}`,
      ['/', '/admin/jobs', `/admin/jobs/${job.id}`, '/admin/quotes', `/admin/quotes/${job.quotes[0]!.id}`],
    ],
  ] as const
  for (const [user, path, pages] of PLACES)
    for (const page of pages)
      expect([page, (await (await (await signedInAs(user)).get(page)).text()).includes(`href="${path}"`)]).toEqual([
        page,
        true,
      ])
  const carl = await signedInAs(cast.contractor)
  for (const page of [`/jobs/${job.id}`, '/completed-jobs'])
    expect(await (await carl.get(page)).text()).not.toContain('/properties/')
})

test('no such property, an odd key and an empty one are not found', async () => {
  const { agent } = await aCast()
  const olivia = await signedInAs(agent)
  for (const key of ['nowhere', '%00', '%2F', '%E2%80%AE', 'x'.repeat(5000), '%D8'])
    expect([key.slice(0, 9), (await olivia.get(`/properties/${key}`)).status]).toEqual([
      key.slice(0, 9),
      key === '%D8' ? expect.any(Number) : 404,
    ])
})
