import { beforeEach, describe, expect, test } from 'bun:test'
import { invoicedItems, workCounts } from '#src/invoices/queries.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { visitsToInvoice } from '#src/visits/queries.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aJob, aNobody, type Cast, finishedQuoteWork, statusOf } from '#tests/support/world.ts'

let cast: Cast
let ada: Client

beforeEach(async () => {
  cast = await aCast()
  ada = await signedInAs(cast.admin)
})

const html = async (response: Response | Promise<Response>) => (await response).text()
/** The counts on the tabs, in their order. */
const counts = (text: string) => [...text.matchAll(/class="count">(\d+)</g)].map((match) => Number(match[1]))

describe('the tabs', () => {
  test('each has its count, whichever is open', async () => {
    await aJob(cast)
    await aJob(cast, 'assigned')
    await aJob(cast, 'in_progress')
    await aJob(cast, 'quote_pending')
    await aJob(cast, 'completed')
    await finishedQuoteWork(cast)
    // Active: assigned, in progress, quote pending. Visits: quote pending, completed, the quote work's parent.
    expect(await workCounts()).toEqual({ active: 3, visits: 3, quotes: 1, invoiced: 0 })
    for (const path of ['/', '/?tab=visits', '/?tab=quotes', '/?tab=invoiced', '/?tab=nonsense'])
      expect(counts(await html(ada.get(path)))).toEqual([3, 3, 1, 0])
  })

  test('Active is the default and shows what is in hand', async () => {
    const job = await aJob(cast, 'quote_pending', { job: { accessNotes: 'Ring the bell twice' } })
    await aJob(cast, 'pending', { job: { propertyName: 'Waiting House' } })
    const text = await html(ada.get('/'))
    for (const words of ['Active Jobs in Progress', 'Rose Cottage', job.jobRef, 'Quote Pending', 'Rightway Lettings'])
      expect(text).toContain(words)
    for (const words of ['Carl Mason', 'Ring the bell twice', '£480.00', job.issueDescription])
      expect(text).toContain(words)
    expect(text).not.toContain('Waiting House')
  })

  test('say that they are empty', async () => {
    expect(await html(ada.get('/?tab=visits'))).toContain('No contractor visits ready for invoicing')
    expect(await html(ada.get('/?tab=quotes'))).toContain('No quote work ready for invoicing')
    expect(await html(ada.get('/?tab=invoiced'))).toContain('No invoiced items')
  })

  test('go on after fifty', async () => {
    const jobs = []
    for (let n = 0; n < 52; n++) jobs.push(await aJob(cast, 'assigned'))
    const first = await html(ada.get('/'))
    const more = /hx-get="(\/\?tab=active&amp;after=[^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&')
    const rest = await html(ada.htmx(more))
    expect(rest).toStartWith('<li')
    const shown = (text: string) => jobs.filter((job) => text.includes(job.jobRef)).length
    expect([shown(first), shown(rest)]).toEqual([50, 2])
    expect(rest).not.toContain('Load more')
    expect(shown(await html(ada.get(more)))).toBe(2)
  })

  test('htmx gets the region alone', async () => {
    expect(await html(ada.htmx('/?tab=quotes'))).toStartWith('<section id="admin-work">')
  })
})

describe('sending to invoiced', () => {
  test('a visit, without JavaScript', async () => {
    const job = await aJob(cast, 'completed')
    const response = await ada.submit(`/admin/visits/${job.visits[0]!.id}/invoice`)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/?tab=visits'])
    const [invoice] = await invoicedItems()
    const text = await html(ada.get('/?tab=invoiced'))
    for (const words of [invoice!.invoiceNumber, '£60.00', 'Visit Fee', 'Carl Mason', 'Carl&#x27;s Plumbing'])
      expect(text).toContain(words)
  })

  test('quote work by htmx takes the item away and counts anew', async () => {
    const { quote } = await finishedQuoteWork(cast)
    await finishedQuoteWork(cast)
    const text = await html(ada.htmx(`/admin/quotes/${quote.id}/invoice`, { method: 'POST', form: {} }))
    expect(text).toContain(`<hx-partial hx-target="#quote-work-${quote.id}" hx-swap="delete"></hx-partial>`)
    expect(counts(text)).toEqual([0, 2, 1, 1])
  })

  test('the last one leaves the empty list', async () => {
    const { quote } = await finishedQuoteWork(cast)
    const text = await html(ada.htmx(`/admin/quotes/${quote.id}/invoice`, { method: 'POST', form: {} }))
    expect(text).toContain('No quote work ready for invoicing')
  })

  test('twice is refused in a toast', async () => {
    const { quote } = await finishedQuoteWork(cast)
    await ada.submit(`/admin/quotes/${quote.id}/invoice`)
    const again = await ada.htmx(`/admin/quotes/${quote.id}/invoice`, { method: 'POST', form: {} })
    expect(again.status).toBe(409)
    expect(again.headers.get('hx-retarget')).toBe('#toasts')
    expect(await again.text()).toContain('This quote is already invoiced.')
  })
})

describe('deleting', () => {
  test('a visit asks first', async () => {
    const job = await aJob(cast, 'completed')
    const path = `/admin/visits/${job.visits[0]!.id}/delete`
    const asked = await html(ada.submit(path))
    expect(asked).toContain('Delete the visit to Rose Cottage?')
    expect(asked).toContain('name="confirmed" value="yes"')
    expect(await visitsToInvoice()).toHaveLength(1)
    const response = await ada.submit(path, { confirmed: 'yes' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/?tab=visits'])
    expect(await visitsToInvoice()).toHaveLength(0)
  })

  test('a quote asks first', async () => {
    const { quote, parent } = await finishedQuoteWork(cast)
    const path = `/admin/quotes/${quote.id}/delete`
    expect(await html(ada.submit(path))).toContain('Delete the quote of £480.00 for Rose Cottage?')
    await ada.submit(path, { confirmed: 'yes' })
    expect((await jobVisibleTo(cast.admin, parent.id)).quotes).toEqual([])
  })

  test('an invoice restores its item; a hard delete does not', async () => {
    const job = await aJob(cast, 'completed')
    const visit = job.visits[0]!.id
    await ada.submit(`/admin/visits/${visit}/invoice`)
    const [first] = await invoicedItems()
    const asked = await html(ada.submit(`/admin/invoices/${first!.id}/delete`))
    for (const words of ['Hard Delete', 'Permanently Delete', 'Delete &amp; Restore']) expect(asked).toContain(words)
    await ada.submit(`/admin/invoices/${first!.id}/delete`, { confirmed: 'yes' })
    expect([await statusOf(job.id), (await visitsToInvoice()).length]).toEqual(['completed', 1])

    await ada.submit(`/admin/visits/${visit}/invoice`)
    const [second] = await invoicedItems()
    const path = `/admin/invoices/${second!.id}/delete`
    await ada.htmx(path, { method: 'POST', form: { confirmed: 'yes', hardDelete: 'true' } })
    expect([await statusOf(job.id), (await visitsToInvoice()).length, (await invoicedItems()).length]).toEqual([
      'invoiced',
      0,
      0,
    ])
  })
})

test('only administrators get in', async () => {
  const job = await aJob(cast, 'completed')
  const visit = job.visits[0]!.id
  for (const user of [cast.agent, cast.contractor]) {
    const client = await signedInAs(user)
    for (const path of [`visits/${visit}/invoice`, `visits/${visit}/delete`, `quotes/${visit}/invoice`]) {
      const response = await client.submit(`/admin/${path}`, { confirmed: 'yes' })
      expect(response.status).toBe(403)
      expect(await response.text()).toContain('Access denied. Admin privileges required.')
    }
  }
  expect((await (await signedInAs(await aNobody())).submit(`/admin/visits/${visit}/invoice`)).status).toBe(403)
  const sent = await stranger.submit(`/admin/visits/${visit}/invoice`)
  expect(sent.headers.get('location')).toStartWith('/login')
  expect(await visitsToInvoice()).toHaveLength(1)
})
