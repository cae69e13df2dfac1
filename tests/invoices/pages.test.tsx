import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { visitSql } from '#db/query/predicates.ts'
import { emailNotifications, jobs, jobVisits } from '#db/schema.ts'
import { activity } from '#src/dashboards/activity.ts'
import { today } from '#src/domain/dates.ts'
import { readInvoices, workCounts } from '#src/invoices/queries.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { readVisits } from '#src/visits/queries.ts'
import { manyJobs } from '#tests/jobs/many.ts'
import { html } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, finishedQuoteWork, statusOf } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const fee = { amount: '60' }
const yes = { confirmed: 'yes' }
const visitsToInvoice = () => readVisits(visitSql.isToInvoice())
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
    // It stands above the tabs, among what is to be assigned.
    expect(text.slice(text.indexOf('id="admin-work"'))).not.toContain('Waiting House')
  })

  test('say that they are empty', async () => {
    expect(await html(ada.get('/?tab=visits'))).toContain('No contractor visits ready for invoicing')
    expect(await html(ada.get('/?tab=quotes'))).toContain('No quote work ready for invoicing')
    expect(await html(ada.get('/?tab=invoiced'))).toContain('No invoiced items')
  })

  test('go on after fifty', async () => {
    const raised = await manyJobs(cast, 52, () => ({ status: 'assigned' }))
    const first = await html(ada.get('/'))
    const more = /hx-get="(\/\?tab=active&amp;cursor=[^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&')
    const rest = await html(ada.htmx(more))
    expect(rest).toStartWith('<tr')
    const shown = (text: string) => raised.filter((job) => text.includes(job.jobRef)).length
    expect([shown(first), shown(rest)]).toEqual([50, 2])
    expect(rest).not.toContain('Load more')
    expect(shown(await html(ada.get(more)))).toBe(2)
  })

  test('htmx gets the region alone', async () => {
    expect(await html(ada.htmx('/?tab=quotes'))).toStartWith('<section id="admin-work"')
  })
})

describe('sending to invoiced', () => {
  test('a visit, without JavaScript', async () => {
    const job = await aJob(cast, 'completed')
    const response = await ada.submit(`/admin/visits/${job.visits[0]!.id}/invoice`, fee)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/?tab=visits'])
    const [invoice] = await readInvoices()
    const text = await html(ada.get('/?tab=invoiced'))
    for (const words of [invoice!.invoiceNumber, '£60.00', 'Visit Fee', 'Carl Mason', 'Carl&#x27;s Plumbing'])
      expect(text).toContain(words)
  })

  test('quote work by htmx takes the item away and counts anew', async () => {
    const { quote } = await finishedQuoteWork(cast)
    await finishedQuoteWork(cast)
    const text = await html(ada.htmx(`/admin/quotes/${quote.id}/invoice`, { method: 'POST', form: yes }))
    expect(text).toContain(`<hx-partial hx-target="#quote-work-${quote.id}" hx-swap="delete"></hx-partial>`)
    expect(counts(text)).toEqual([0, 2, 1, 1])
  })

  test('one by its row leaves the offers to send all with what is left', async () => {
    const { visits } = await aJob(cast, 'completed')
    for (let more = 0; more < 51; more++) await aJob(cast, 'completed')
    const page = await html(ada.get('/?tab=visits'))
    for (const words of ['Send All 52', 'All 52']) expect(page).toContain(`>${words}<`)
    const text = await html(ada.htmx(`/admin/visits/${visits[0]!.id}/invoice`, { method: 'POST', form: fee }))
    for (const words of ['Send All 51', 'All 51']) expect(text).toContain(`>${words}<`)
    expect(text).not.toContain('data-fee')
  })

  test('the last one leaves the empty list', async () => {
    const { quote } = await finishedQuoteWork(cast)
    const text = await html(ada.htmx(`/admin/quotes/${quote.id}/invoice`, { method: 'POST', form: yes }))
    expect(text).toContain('No quote work ready for invoicing')
  })

  test('twice is refused in a toast', async () => {
    const { quote } = await finishedQuoteWork(cast)
    await ada.submit(`/admin/quotes/${quote.id}/invoice`, yes)
    const again = await ada.htmx(`/admin/quotes/${quote.id}/invoice`, { method: 'POST', form: yes })
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
    await ada.submit(`/admin/visits/${visit}/invoice`, fee)
    const [first] = await readInvoices()
    const asked = await html(ada.submit(`/admin/invoices/${first!.id}/delete`))
    for (const words of ['Hard Delete', 'Permanently Delete', 'Delete &amp; Restore']) expect(asked).toContain(words)
    await ada.submit(`/admin/invoices/${first!.id}/delete`, { confirmed: 'yes' })
    expect([await statusOf(job.id), (await visitsToInvoice()).length]).toEqual(['completed', 1])

    await ada.submit(`/admin/visits/${visit}/invoice`, fee)
    const [second] = await readInvoices()
    const path = `/admin/invoices/${second!.id}/delete`
    await ada.htmx(path, { method: 'POST', form: { confirmed: 'yes', hardDelete: 'true' } })
    expect([await statusOf(job.id), (await visitsToInvoice()).length, (await readInvoices()).length]).toEqual([
      'invoiced',
      0,
      0,
    ])
  })
})

describe('the strip of plots', () => {
  test('tells in words what it draws', async () => {
    await aJob(cast)
    await aJob(cast, 'completed')
    await aJob(cast, 'quote_pending', { completion: { quoteAmount: 1234.5 } })
    await finishedQuoteWork(cast)
    const { weeks, days } = await activity()
    expect(weeks).toHaveLength(12)
    // Finished: the completed visit and the job whose quote work is done. Quote work is no job of its own.
    expect(weeks.at(-1)).toMatchObject({ raised: 4, finished: 2 })
    expect(weeks.slice(0, -1).every((week) => week.raised === 0 && week.days === null)).toBe(true)
    expect(days).toBeCloseTo(0, 2)
    const text = await html(ada.get('/?part=plots'))
    expect(text).toContain(': 4 raised, 2 finished')
    expect(text).toContain('Pending: £1,234.50 (1); Approved: £480.00 (1); Declined: £0.00 (0)')
    expect(text.match(/<svg class="plot"[^>]* role="img" aria-label=/g)).toHaveLength(3)
    expect(text).not.toContain('style=')
  })

  test('takes the median of the days, by the week a job was raised', async () => {
    const monday = today(new Date(Date.now() - 7 * 86_400_000))
    for (const days of [1, 2, 6]) {
      const job = await aJob(cast, 'completed')
      const raised = new Date(`${monday}T12:00:00Z`)
      const visitDate = new Date(raised.getTime() + days * 86_400_000)
      await db.update(jobs).set({ createdAt: raised, firstVisitAt: visitDate }).where(eq(jobs.id, job.id))
      await db.update(jobVisits).set({ visitDate }).where(eq(jobVisits.jobId, job.id))
    }
    const { weeks, days } = await activity()
    expect(days).toBeCloseTo(2, 5)
    expect(weeks.at(-2)).toMatchObject({ raised: 3, finished: 0, days: 2 })
    expect(weeks.at(-1)).toMatchObject({ raised: 0, finished: 3, days: null })
  })

  test('is there when there is nothing to draw', async () => {
    const text = await html(ada.get('/?part=plots'))
    expect(text).toContain('No visits yet')
    expect(text).not.toContain('NaN')
  })
})

test('e-mails that were not sent are told of, and lead to their screen', async () => {
  expect(await html(ada.get('/'))).toContain('<a href="/admin/emails">E-mails: all are sent</a>')
  await aJob(cast, 'assigned')
  await db.update(emailNotifications).set({ status: 'failed', lastError: '550 No such mailbox' })
  const text = await html(ada.get('/'))
  expect(text).toContain('<a href="/admin/emails?tab=failed" class="late"><strong>1</strong> e-mail not sent</a>')
  expect(text).toContain('oldest since today')
  expect(text).not.toContain('all are sent')
})
