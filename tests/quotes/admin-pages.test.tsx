import { describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, jobVisits, quotes } from '#db/schema.ts'
import { cancelJob } from '#src/jobs/actions.ts'
import { declineQuote, deleteQuote } from '#src/quotes/actions.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { read } from '#tests/checklist/reading.ts'
import { upload } from '#tests/photos/uploads.ts'
import { hrefOf, queryOf, sentBy } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, finishedQuoteWork, quoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const html = async (response: Response | Promise<Response>) => (await response).text()
const tiles = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/class="stat-value">([^<]+)<\/span><span class="stat-label">([^<]+)/g)].map(([, n, label]) => [
      label,
      n,
    ]),
  )
const quoted = (quoteAmount: number, propertyName = 'Rose Cottage', by = cast) =>
  aJob(by, 'quote_pending', { job: { propertyName }, completion: { quoteAmount } })

describe('All Quotes', () => {
  test('counts, adds and averages everything, whatever the search shows', async () => {
    await quoted(1_234_567.89)
    await quoted(0.01, 'Mill House')
    await quoteWork(cast, { completion: { quoteAmount: 100 } })
    const stats = {
      'Total Quotes': '3',
      'Total Value': '£1,234,667.90',
      'Average Quote': '£411,556',
      'Pending Review': '3',
    }
    expect(tiles(await html(ada.get('/admin/quotes')))).toEqual(stats)
    const found = await html(ada.get('/admin/quotes?search=house%20mill'))
    expect(tiles(found)).toEqual(stats)
    expect(found).toContain('Showing 1 of 3 quotes')
    expect(found).toContain('/admin/quotes/export.csv?search=house+mill')
  })

  test('says when there is none, without dividing by it', async () => {
    const text = await html(ada.get('/admin/quotes'))
    expect(tiles(text)).toMatchObject({ 'Total Quotes': '0', 'Average Quote': '£0' })
    expect(text).toContain('No quotes yet')
    await quoted(1)
    expect(await html(ada.get('/admin/quotes?search=nowhere'))).toContain('No quotes match your search')
  })

  test('searches property, address, reference and contractor', async () => {
    const contractor = await aContractor({ firstName: 'Zelda', lastName: 'Quill' })
    const job = await quoted(50, 'Oak Lodge', { ...cast, contractor })
    await quoted(60)
    for (const search of ['oak', job.jobRef.toLowerCase(), 'zELDA', 'quill', 'zelda quill'])
      expect(await html(ada.get(`/admin/quotes?search=${encodeURIComponent(search)}`))).toContain(
        'Showing 1 of 2 quotes',
      )
    expect(await html(ada.get('/admin/quotes?search=mill%20lane'))).toContain('Showing 2 of 2 quotes')
  })

  test('says with whom a pending quote is and for how long, of others nothing', async () => {
    const job = await quoted(480)
    const declined = await quoted(90, 'Mill House')
    await declineQuote(cast.agent, declined.quotes[0]!.id)
    await db
      .update(jobs)
      .set({ waitingSince: new Date(Date.now() - 3 * 86_400_000) })
      .where(eq(jobs.id, job.id))
    const { parts } = await read(ada.get('/admin/quotes'))
    const cells = parts.filter(({ attributes }) => attributes['data-label'] === 'Status').map(({ text }) => text)
    expect(cells).toEqual([
      'Declined Quote declined by estate agent',
      'Pending Quote pending estate agent review For 3 days: Olivia Hart',
    ])
  })

  test('a card and its dialog', async () => {
    const job = await aJob(cast, 'quote_pending', {
      completion: {
        materialsCost: 100,
        laborCost: 380,
        estimatedDuration: '2 days',
        validUntil: '2099-12-31',
        notes: 'Parts in stock',
      },
    })
    expect(await html(ada.get('/admin/quotes'))).toContain('Quote pending estate agent review')
    const id = job.quotes[0]!.id
    for (const text of [await html(ada.get(`/admin/quotes/${id}`)), await html(ada.htmx(`/admin/quotes/${id}`))]) {
      for (const words of ['£480.00', '£100.00', '£380.00', '2 days', '31/12/2099', 'Parts in stock'])
        expect(text).toContain(words)
      expect(text).toContain('Quote approval handled by estate agent')
      expect(text).toContain(`href="mailto:${cast.contractor.email}"`)
      expect(text).toContain('href="tel:07700900123"')
      expect(text).toContain(`href="/admin/jobs/${job.id}/history"`)
    }
  })

  test('goes on after fifty', async () => {
    const [one] = (await quoted(10)).quotes
    const { jobId, contractorId } = one!
    // At one moment all of them: the id alone tells where the first part ends.
    const rows = Array.from({ length: 51 }, () => ({ jobId, contractorId, description: 'Older', amount: 1000 }))
    await db.insert(quotes).values(rows.map((row) => ({ ...row, status: 'declined' as const, createdAt: new Date(0) })))
    const first = await html(ada.get('/admin/quotes'))
    const more = /hx-get="(\/admin\/quotes\?cursor=[^"]+)"/.exec(first)![1]!
    const cards = (text: string) => text.match(/>View Quote</g)?.length
    expect([cards(first), cards(await html(ada.htmx(more)))]).toEqual([50, 2])
  })

  test('of several agencies are those of either, also after a search, as in the file', async () => {
    for (const [propertyName, estateAgency] of [
      ['Oak Lodge', 'Rightway'],
      ['Mill House', 'Larkfield Homes'],
      ['Elm Place', 'Northgate'],
    ] as const)
      await aJob(cast, 'quote_pending', { job: { propertyName, estateAgency }, completion: { quoteAmount: 5 } })
    const address = '/admin/quotes?agency=Larkfield+Homes&agency=Northgate'
    const shown = async (path: string) =>
      (await html(ada.get(path))).match(/Oak Lodge|Mill House|Elm Place/g)?.toSorted()
    const page = await html(ada.get(address))
    expect(await shown(hrefOf(page, 'Export Quotes'))).toEqual(['Elm Place', 'Mill House'])
    expect(page).toContain('Showing 2 of 3 quotes')
    expect(`/admin/quotes?${queryOf(sentBy(page, 'Search'))}`).toBe(address.replace('?', '?search=&'))
  })

  test('exports what the search finds', async () => {
    await quoted(1_234_567.89, '=Manor+1')
    await quoted(5, 'Mill House')
    const text = await html(ada.get('/admin/quotes/export.csv?search=%3DManor'))
    expect(text.trimEnd().split('\r\n')).toHaveLength(2)
    expect(text).toContain(",'=Manor+1,")
    expect(text).toContain(',1234567.89,')
  })
})

describe('All Quote Work', () => {
  test('counts what is done, its value and what has photos', async () => {
    await quoteWork(cast)
    const { work } = await finishedQuoteWork(cast, { completion: { quoteAmount: 1000 } })
    const { quote } = await finishedQuoteWork(cast, { completion: { quoteAmount: 250.5 } })
    await db.insert(jobVisits).values({
      jobId: work.id,
      workDescription: 'Fitted',
      photosUrls: ['/objects/a', '/objects/b'],
      invoicingStatus: 'not_billable',
    })
    const text = await html(ada.get('/admin/quote-work'))
    expect(tiles(text)).toEqual({ 'Completed Jobs': '2', 'Total Value': '£1,250.50', 'With Photos': '1' })
    for (const words of ['2 photos', 'No photos', '£1,000.00', 'View Details &amp; Photos'])
      expect(text).toContain(words)
    // Invoiced comes after completed: the work stays listed.
    await ada.submit(`/admin/quotes/${quote.id}/invoice`, { confirmed: 'yes' })
    expect(tiles(await html(ada.get('/admin/quote-work')))).toMatchObject({ 'Completed Jobs': '2' })
    const details = await html(ada.htmx(`/admin/quote-work/${work.id}`))
    for (const words of ['/objects/a?w=320', 'target="_blank"', 'Fitted', '£1,000.00', 'Key at the office'])
      expect(details).toContain(words)
  })

  test('counts what is done and has photos once, however many of its visits have some', async () => {
    const { contractor } = cast
    const returned = async () => {
      const { work } = await quoteWork(cast)
      for (const workDone of ['Part missing', 'Wrong part'])
        await recordUnfinishedVisit(contractor, work.id, {
          ...{ outcome: 'return', workDone, images: [await upload(contractor)] },
        })
      return work.id
    }
    const counted = async () => {
      const shown = tiles(await html(ada.get('/admin/quote-work')))
      return [shown['Completed Jobs'], shown['With Photos']]
    }
    const [both, before, cancelled] = [await returned(), await returned(), await returned()]
    expect(await counted()).toEqual(['0', '0'])
    await markJobComplete(contractor, both, { workDone: 'Fitted', images: [await upload(contractor)] })
    expect(await counted()).toEqual(['1', '1'])
    await markJobComplete(contractor, before, { workDone: 'Fitted' })
    await cancelJob(cast.admin, cancelled, 'Sold')
    expect(await counted()).toEqual(['2', '2'])
    const { work } = await quoteWork(cast)
    await markJobComplete(contractor, work.id, { workDone: 'Fitted', images: [await upload(contractor)] })
    await finishedQuoteWork(cast)
    expect(await counted()).toEqual(['4', '3'])
    await db.delete(jobVisits).where(and(eq(jobVisits.jobId, both), eq(jobVisits.outcome, 'done')))
    expect(await counted()).toEqual(['4', '3'])
    await db.delete(jobVisits).where(eq(jobVisits.jobId, both))
    expect(await counted()).toEqual(['4', '2'])
  })

  test('a deleted quote is not recorded', async () => {
    const { quote } = await finishedQuoteWork(cast)
    await deleteQuote(cast.admin, quote.id)
    expect(await db.$count(quotes, eq(quotes.id, quote.id))).toBe(0)
    const text = await html(ada.get('/admin/quote-work'))
    expect(text).toContain('Quote amount not recorded')
    expect(tiles(text)).toMatchObject({ 'Total Value': '£0.00' })
  })

  test('searches like the quotes, and says when it finds nothing', async () => {
    expect(await html(ada.get('/admin/quote-work'))).toContain('No completed quote work yet')
    await finishedQuoteWork(cast)
    expect(await html(ada.get('/admin/quote-work?search=carl%20mas'))).toContain('Showing 1 of 1 jobs')
    expect(await html(ada.htmx('/admin/quote-work?search=50%25'))).toContain('No quote work matches your search')
  })

  test('has no page for other jobs', async () => {
    const job = await aJob(cast, 'completed')
    expect((await ada.get(`/admin/quote-work/${job.id}`)).status).toBe(404)
  })
})
