import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quotes } from '#db/schema.ts'
import { declineQuote } from '#src/quotes/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, anAgent, type Cast, statusOf } from '#tests/support/world.ts'

const cards = (text: string) => text.match(/id="quote-[0-9a-f-]{36}"/g)?.length ?? 0

async function aQuote(cast: Cast, propertyName = 'Rose Cottage') {
  const job = await aJob(cast, 'quote_pending', { job: { propertyName } })
  return { job, quote: job.quotes[0]! }
}

const quoteStatus = async (id: string) =>
  (await db.query.quotes.findFirst({ where: (quote) => eq(quote.id, id) }))?.status

test('Quote Approvals shows the quotes and how many wait', async () => {
  const cast = await aCast()
  await aQuote(cast, 'Oak House')
  const { quote } = await aQuote(cast, 'Elm Court')
  await declineQuote(cast.agent, quote.id)
  await aQuote({ ...cast, agent: await anAgent() }, 'Foreign Towers')
  const text = await (await (await signedInAs(cast.agent)).get('/quotes')).text()
  for (const words of [
    '1 pending quote',
    'Oak House',
    'Elm Court',
    '£480.00',
    'Carl Mason',
    'Replace the expansion vessel.',
    'All Statuses',
  ]) {
    expect(text).toContain(words)
  }
  expect(text).not.toContain('Foreign Towers')
  expect(cards(text)).toBe(2)
  expect(text.match(/action="\/quotes\/[^"]+\/approve"/g)).toHaveLength(1)
})

test.each([
  ['search=oak', 1],
  ['search=JOB-000001', 1],
  ['search=ZOE', 1],
  ['search=mason', 1],
  ['search=zoe%20ward', 1],
  ['search=nothing', 0],
  ['status=pending', 1],
  ['status=declined', 1],
  ['status=approved', 0],
  ['status=', 2],
  ['search=oak&status=declined', 0],
])('the quotes narrowed by %s are %i', async (query, found) => {
  const cast = await aCast()
  await aQuote(cast, 'Oak House')
  const zoe = await aContractor({ firstName: 'Zoe', lastName: 'Ward' })
  const { quote } = await aQuote({ ...cast, contractor: zoe }, 'Elm Court')
  await declineQuote(cast.agent, quote.id)
  const client = await signedInAs(cast.agent)
  expect(cards(await (await client.get(`/quotes?${query}`)).text())).toBe(found)
  const fragment = await (await client.htmx(`/quotes?${query}`)).text()
  expect(fragment).toStartWith('<div id="quotes">')
  expect(cards(fragment)).toBe(found)
  if (found === 0) expect(fragment).toContain('No quotes match your filters')
})

test('without quotes the list says so', async () => {
  expect(await (await (await signedInAs(await anAgent())).get('/quotes')).text()).toContain('No quotes yet')
})

test('the details have every field that was filled, and the warning', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'quote_pending', {
    completion: {
      materialsCost: 300,
      laborCost: 180,
      estimatedDuration: 'Two days',
      validUntil: '2099-12-31',
      notes: 'Parking is needed',
    },
  })
  const id = job.quotes[0]!.id
  const client = await signedInAs(cast.agent)
  const [page, dialog] = await Promise.all([client.get(`/quotes/${id}`), client.htmx(`/quotes/${id}`)])
  for (const text of [await page.text(), await dialog.text()]) {
    for (const words of [
      'Rose Cottage',
      job.jobRef,
      job.issueDescription,
      'Topped up the pressure',
      'Replace the expansion vessel.',
      '£480.00',
      '£300.00',
      '£180.00',
      'Two days',
      '31/12/2099',
      'Parking is needed',
      'Carl Mason, Carl&#x27;s Plumbing',
      'all uploaded images are permanently deleted and cannot be recovered',
      'Approve Quote',
      'Decline Quote',
    ]) {
      expect(text).toContain(words)
    }
  }
})

test('what was not filled has no line', async () => {
  const cast = await aCast()
  const { quote } = await aQuote(cast)
  const text = await (await (await signedInAs(cast.agent)).get(`/quotes/${quote.id}`)).text()
  for (const words of ['Materials Cost', 'Labour Cost', 'Estimated Duration', 'Valid Until', 'Notes']) {
    expect(text).not.toContain(`<dt>${words}</dt>`)
  }
})

test('photos open in a new tab', async () => {
  const cast = await aCast()
  const { quote, job } = await aQuote(cast)
  const path = `/objects/${job.id}`
  await db.execute(`update job_visits set photos_urls = '{${path}}' where id = '${quote.visitId}'`)
  const text = await (await (await signedInAs(cast.agent)).get(`/quotes/${quote.id}`)).text()
  expect(text).toContain(`<a href="${path}" target="_blank" rel="noopener">`)
  expect(text).toContain(`src="${path}?w=320"`)
})

test('approving asks first without JavaScript, then approves and leads back', async () => {
  const cast = await aCast()
  const { quote, job } = await aQuote(cast)
  const client = await signedInAs(cast.agent)
  const asked = await (await client.submit(`/quotes/${quote.id}/approve`, { back: '/quotes?status=pending' })).text()
  expect(asked).toContain('Approve the quote for Rose Cottage?')
  expect(asked).toContain(
    'Are you sure you want to approve this quote for £480.00? The contractor will be notified and can begin work.',
  )
  expect(await quoteStatus(quote.id)).toBe('pending')

  const done = await client.submit(`/quotes/${quote.id}/approve`, { back: '/quotes?status=pending', confirmed: 'yes' })
  expect(done.status).toBe(303)
  expect(done.headers.get('location')).toBe('/quotes?status=pending')
  expect(await quoteStatus(quote.id)).toBe('approved')
  expect(await statusOf(job.id)).toBe('quote_approved')
})

test('declining by htmx answers the list as it was narrowed, closes the dialog and says so', async () => {
  const cast = await aCast()
  const { quote } = await aQuote(cast, 'Oak House')
  await aQuote(cast, 'Elm Court')
  const client = await signedInAs(cast.agent)
  const form = { back: '/quotes?status=pending', confirmed: 'yes' }
  const response = await client.htmx(`/quotes/${quote.id}/decline`, { method: 'POST', form })
  const text = await response.text()
  expect(text).toContain('hx-target="#quotes"')
  expect(text).toContain('1 pending quote')
  expect(text).toContain('Elm Court')
  expect(text).not.toContain('Oak House')
  expect(JSON.parse(response.headers.get('hx-trigger')!)).toEqual({
    toast: { title: 'Quote Declined', text: 'The quote has been declined.' },
    closeDialog: {},
  })
  expect(await quoteStatus(quote.id)).toBe('declined')
})

test('the second decision is refused, and the list shows how things are', async () => {
  const cast = await aCast()
  const { quote } = await aQuote(cast)
  await declineQuote(cast.agent, quote.id)
  const client = await signedInAs(cast.agent)
  const form = { back: '/', confirmed: 'yes' }
  const response = await client.htmx(`/quotes/${quote.id}/approve`, { method: 'POST', form })
  expect(response.status).toBe(409)
  expect(JSON.parse(response.headers.get('hx-trigger')!).toast).toEqual({
    title: 'Failed to Approve Quote',
    text: 'This quote is already declined.',
    kind: 'destructive',
  })
  expect(await response.text()).not.toContain('Quotes Pending Approval')

  const plain = await client.submit(`/quotes/${quote.id}/approve`, form)
  expect(plain.status).toBe(303)
  expect(decodeURIComponent(decodeURIComponent(plain.headers.getSetCookie().join()))).toContain(
    'Failed to Approve Quote',
  )
})

test('an expired quote can only be declined', async () => {
  const cast = await aCast()
  const { quote } = await aQuote(cast)
  await db.update(quotes).set({ validUntil: '2020-01-31' }).where(eq(quotes.id, quote.id))
  const client = await signedInAs(cast.agent)
  const details = await (await client.get(`/quotes/${quote.id}`)).text()
  expect(details).not.toContain('Approve Quote')
  expect(details).toContain('Decline Quote')
  expect(details).toContain('Expired on 31/01/2020: decline it for a new price, or ask its contractor to change it')
  expect(details).not.toContain('Ask the Landlord')
  const asked = await client.submit(`/quotes/${quote.id}/landlord`, { email: 'lorna@landlords.example' })
  expect([asked.status, await asked.text()]).toEqual([409, expect.stringContaining('This quote expired on 31/01/2020')])
  const history = await (await (await signedInAs(cast.contractor)).get('/history?show=quotes')).text()
  expect(history).toMatch(/Pending<\/span><span class="badge amber">Expired</)
  const response = await client.htmx(`/quotes/${quote.id}/approve`, {
    method: 'POST',
    form: { back: '/', confirmed: 'yes' },
  })
  expect(response.status).toBe(409)
  expect(response.headers.get('hx-trigger')).toContain('This quote expired on 31/01/2020')
})

test('the dialog leads back to the list it was opened over', async () => {
  const cast = await aCast()
  const { quote } = await aQuote(cast)
  const client = await signedInAs(cast.agent)
  const from = async (url: string) =>
    (await client.htmx(`/quotes/${quote.id}`, { headers: { 'hx-current-url': `http://localhost${url}` } })).text()
  for (const list of ['/', '/completed-jobs', '/quotes?search=rose']) {
    const text = await from(list)
    expect(text).toContain(`name="back" value="${list}"`)
    expect(text.match(/data-dialog=""[^>]*>(<[^>]+>)*(Approve|Decline) Quote/g)).toHaveLength(2)
  }
  // Over anything else no region could be answered: the form leaves the page.
  expect(await from('/profile')).not.toMatch(/data-dialog=""[^>]*>(<[^>]+>)*(Approve|Decline) Quote/)
  expect(await (await client.get(`/quotes/${quote.id}`)).text()).not.toContain(`hx-post="/quotes`)
})
