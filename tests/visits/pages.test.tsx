import { describe, expect, test } from 'bun:test'
import { pounds } from '#src/domain/money.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, quoteWork, statusOf } from '#tests/support/world.ts'

const cast = castOfEachTest()
const carl = signedInOfEachTest(cast, 'contractor')

const read = async (response: Response | Promise<Response>) => {
  const { status, headers } = await response
  return { status, headers, html: (await (await response).text()).replaceAll('&#x27;', "'").replaceAll('&amp;', '&') }
}
/** The words of some HTML, with one space between them. */
const wordsOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('Your Jobs', () => {
  test('counts and shows the jobs in hand in the contractor’s words', async () => {
    const visit = await aJob(cast, 'assigned', { job: { urgency: 'high', propertyName: 'Mill House' } })
    await aJob(cast, 'in_progress')
    await aJob(cast, 'completed')
    await quoteWork(cast)
    const words = wordsOf((await read(carl.get('/jobs'))).html)
    expect(words).toContain('3 jobs for review')
    for (const label of ['Ready to Start', 'In Progress', 'Quote Approved', 'Urgent', 'Mark Complete', 'Created:'])
      expect(words).toContain(label)
    for (const value of [visit.jobRef, 'Mill House', visit.propertyAddress, visit.issueDescription])
      expect(words).toContain(value)
    expect(words.match(/Urgent/g)).toHaveLength(1)
    expect(words.match(/Mark Complete/g)).toHaveLength(1)
  })

  test('says what was quoted, and for how much, on every card and form of quote work', async () => {
    const { work, quote } = await quoteWork(cast)
    const said = new RegExp(`To do for ${pounds(quote.amount)} ?:? ${quote.description}`, 'i')
    for (const path of ['/', '/jobs', '/visit', `/visit/${work.id}`])
      expect([path, wordsOf((await read(carl.get(path))).html)]).toEqual([path, expect.stringMatching(said)])
  })

  test('one job is one job, and none is told', async () => {
    expect(wordsOf((await read(carl.get('/jobs'))).html)).toContain(
      'No jobs assigned New jobs will appear here when assigned to you',
    )
    await aJob(cast, 'assigned')
    expect((await read(carl.get('/jobs'))).html).toContain('1 job for review')
  })

  test('shows nobody else’s jobs', async () => {
    await aJob({ ...cast, contractor: await aContractor() }, 'assigned')
    expect((await read(carl.get('/jobs'))).html).toContain('No jobs assigned')
  })

  test('goes on after fifty', async () => {
    for (let i = 0; i < 51; i++) await aJob(cast, 'assigned', { job: { propertyName: `Flat ${i}.` } })
    const { html } = await read(carl.get('/jobs'))
    expect(html).toContain('51 jobs for review')
    expect(html.match(/id="job-in-hand-/g)).toHaveLength(50)
    const more = /href="(\/jobs\?cursor=[^"]+)"/.exec(html)![1]!
    const part = await read(carl.htmx(more))
    expect(part.html.match(/id="job-in-hand-/g)).toHaveLength(1)
    expect(part.html).toContain('Flat 50.')
    expect(part.html).not.toContain('<html')
  })
})

test('the dashboard shows the figures, the jobs and every way on', async () => {
  await aJob(cast, 'assigned')
  await aJob(cast, 'in_progress')
  await aJob(cast, 'quote_pending')
  const { html } = await read(carl.get('/'))
  expect(wordsOf(html)).toContain('Hello, Carl')
  expect(wordsOf(html)).toContain('2 Active Jobs assigned or in progress 1 Pending Quotes')
  for (const path of ['/visit', '/jobs', '/history', '/completed-jobs', '/profile'])
    expect(html).toContain(`href="${path}"`)
})

describe('the completion form', () => {
  test('tells what the contractor must know, as a page and in the list', async () => {
    const job = await aJob(cast, 'assigned')
    const page = await read(carl.get(`/visit/${job.id}`))
    const inline = await read(carl.htmx(`/visit/${job.id}`))
    for (const { html } of [page, inline]) {
      for (const label of [
        'Access Instructions',
        'Key at the office',
        'What work did you complete?',
        'This job needs a quote',
        'Add Photos (Optional)',
        'Quote Details',
        'Quote Amount (£)',
        'Quote Description',
        'More detail',
        'Complete Job',
        'Submit Work & Quote',
        'Cancel',
        job.jobRef,
      ])
        expect(html).toContain(label)
      expect(html).toMatch(/<input[^>]*type="text"[^>]*inputMode="decimal"[^>]*placeholder="0.00"/i)
    }
    expect(inline.html).not.toContain('<html')
    expect(inline.html).toContain(`id="job-in-hand-${job.id}"`)
  })

  test('is chosen on Log Visit', async () => {
    const job = await aJob(cast, 'assigned')
    expect((await read(carl.get('/visit'))).html).toContain(`href="/visit/${job.id}"`)
  })

  test('records the visit without JavaScript and says so on the next page', async () => {
    const job = await aJob(cast, 'assigned')
    const sent = await carl.submit(`/jobs/${job.id}/complete`, { workDone: 'Bled the radiators.' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/jobs'])
    expect(sent.headers.get('set-cookie')).toContain(encodeURIComponent(encodeURIComponent('Job Completed')))
    expect(await statusOf(job.id)).toBe('completed')
  })

  test('records the quote with its details', async () => {
    const job = await aJob(cast, 'assigned')
    await carl.submit(`/jobs/${job.id}/complete`, {
      workDone: 'Looked at it.',
      needsQuote: 'yes',
      quoteAmount: '1,234.50',
      quoteDescription: 'New vessel',
      materialsCost: '200',
      laborCost: '',
      estimatedDuration: '2 days',
      validUntil: '2999-12-31',
    })
    const { quotes } = await (await carl.get(`/api/jobs/${job.id}`)).json()
    expect(quotes).toMatchObject([
      { amount: '1234.50', materialsCost: '200.00', laborCost: null, estimatedDuration: '2 days' },
    ])
  })

  test('an unticked box leaves the quote’s fields out, whatever stands in them', async () => {
    const job = await aJob(cast, 'assigned')
    await carl.submit(`/jobs/${job.id}/complete`, { workDone: 'Done.', quoteAmount: 'nonsense'.repeat(9) })
    expect(await statusOf(job.id)).toBe('completed')
  })

  test('comes back with its errors and all that was typed', async () => {
    const job = await aJob(cast, 'assigned')
    const typed = { workDone: ' ', needsQuote: 'yes', quoteAmount: '-3', quoteDescription: 'A <new> vessel' }
    const empty = await read(carl.submit(`/jobs/${job.id}/complete`, typed))
    expect(empty.status).toBe(422)
    expect(empty.html).toContain('<title>Error: ')
    expect(empty.html).toContain('Please describe the work you completed')
    expect(empty.html).toContain('A &lt;new&gt; vessel')
    expect(empty.html).toMatch(/<input[^>]*name="needsQuote"[^>]*checked|<input[^>]*checked[^>]*name="needsQuote"/)
    const amount = await read(carl.submit(`/jobs/${job.id}/complete`, { ...typed, workDone: 'Looked.' }))
    expect(amount.status).toBe(422)
    expect(amount.html).toContain('Amount must be a positive number')
    expect(amount.html).toContain('value="-3"')
    expect(await statusOf(job.id)).toBe('assigned')
  })

  test('names a photo that is not there, and records nothing', async () => {
    const job = await aJob(cast, 'assigned')
    const images = [`/objects/${crypto.randomUUID()}`]
    const { status, html } = await read(carl.submit(`/jobs/${job.id}/complete`, { workDone: 'Done.', images }))
    expect(status).toBe(422)
    expect(html).toContain(images[0]!)
    expect(await statusOf(job.id)).toBe('assigned')
  })

  test('a second time is refused with what was typed', async () => {
    const job = await aJob(cast, 'completed')
    const { status, html } = await read(carl.submit(`/jobs/${job.id}/complete`, { workDone: 'Once more.' }))
    expect(status).toBe(409)
    expect(html).toContain('the job is now Completed.')
    expect(html).toContain('Once more.')
  })

  test('opens only for a job in hand', async () => {
    const done = await aJob(cast, 'completed')
    expect((await carl.get(`/visit/${done.id}`)).status).toBe(409)
    const others = await aJob({ ...cast, contractor: await aContractor() }, 'assigned')
    const unknown = await read(carl.get(`/visit/${crypto.randomUUID()}`))
    const foreign = await read(carl.get(`/visit/${others.id}`))
    expect([unknown.status, foreign.status]).toEqual([404, 404])
    expect(wordsOf(foreign.html.replaceAll(others.id, ''))).toBe(wordsOf(unknown.html))
  })
})

describe('starting', () => {
  test('without JavaScript leads back to the list', async () => {
    const job = await aJob(cast, 'assigned')
    const sent = await carl.submit(`/jobs/${job.id}/start`)
    expect([sent.status, sent.headers.get('location'), await statusOf(job.id)]).toEqual([303, '/jobs', 'in_progress'])
  })

  test('by htmx answers the card alone', async () => {
    const { work } = await quoteWork(cast)
    const { html, headers } = await read(carl.htmx(`/jobs/${work.id}/start`, { method: 'POST' }))
    expect(html).toStartWith('<li id="job-in-hand-')
    expect(wordsOf(html)).toContain('In Progress')
    expect(html).not.toContain('/start')
    expect(headers.get('hx-trigger')).toContain('Job Started')
  })
})

describe('Mark Complete', () => {
  const yes = { confirmed: 'yes' }

  test('works with nothing at all', async () => {
    const { work, parent } = await quoteWork(cast)
    const sent = await carl.submit(`/jobs/${work.id}/mark-complete`, yes)
    expect([sent.status, await statusOf(work.id), await statusOf(parent.id)]).toEqual([303, 'completed', 'completed'])
  })

  test('by htmx answers the list with its new count', async () => {
    const { work } = await quoteWork(cast)
    await aJob(cast, 'assigned')
    const { html } = await read(carl.htmx(`/jobs/${work.id}/mark-complete`, { method: 'POST', form: yes }))
    expect(html).toContain('hx-target="#your-jobs"')
    expect(html).toContain('1 job for review')
  })

  test('and the form that opens in the list lead back to what was searched', async () => {
    const { work } = await quoteWork(cast)
    const { id } = await aJob(cast, 'assigned')
    await aJob(cast, 'assigned', { job: { propertyName: 'Ivy House' } })
    const headers = { 'hx-current-url': 'http://localhost/jobs?search=rose' }
    const opened = await read(carl.htmx(`/visit/${id}`, { headers }))
    expect(opened.html).toContain('href="/jobs?search=rose" hx-get="/jobs?search=rose" hx-target="#your-jobs"')
    expect(opened.html).toContain('&quot;list&quot;:&quot;/jobs?search=rose&quot;')
    const { html } = await read(carl.htmx(`/jobs/${work.id}/mark-complete`, { method: 'POST', form: yes, headers }))
    expect(html).toContain('1 job for review')
    expect(html).not.toContain('Ivy House')
  })

  test('with words records a visit; photos want words', async () => {
    const { work } = await quoteWork(cast)
    const images = [`/objects/${crypto.randomUUID()}`]
    const refused = await read(carl.submit(`/jobs/${work.id}/mark-complete`, { workDone: '', images }))
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('Please describe the work you completed')
    await carl.submit(`/jobs/${work.id}/mark-complete`, { workDone: 'Replaced the vessel.' })
    const { visits } = await (await carl.get(`/api/jobs/${work.id}`)).json()
    expect(visits).toMatchObject([{ workDescription: 'Replaced the vessel.', invoicingStatus: 'not_billable' }])
  })

  test('a failure is told: by htmx in a toast, else at the form', async () => {
    const { work } = await quoteWork(cast)
    await carl.submit(`/jobs/${work.id}/mark-complete`, yes)
    const toast = await read(carl.htmx(`/jobs/${work.id}/mark-complete`, { method: 'POST', form: yes }))
    expect([toast.status, toast.headers.get('hx-retarget')]).toEqual([409, '#toasts'])
    expect(toast.html).toContain('Failed to complete job')
    const page = await read(carl.submit(`/jobs/${work.id}/mark-complete`, yes))
    expect(page.status).toBe(409)
    expect(page.html).toContain('the job is now Completed.')
  })
})

describe('History', () => {
  test('shows own visits and quotes with their states', async () => {
    const quoted = await aJob(cast, 'quote_pending', { completion: { workDone: 'Looked at the vessel.' } })
    await aJob(cast, 'completed', { completion: { workDone: 'Bled the radiators.' } })
    await aJob({ ...cast, contractor: await aContractor() }, 'completed', { completion: { workDone: 'Not Carl.' } })
    const visits = wordsOf((await read(carl.get('/history'))).html)
    for (const word of [
      'Visits 2',
      'Quotes 1',
      'Looked at the vessel.',
      'Bled the radiators.',
      'Completed',
      quoted.jobRef,
    ])
      expect(visits).toContain(word)
    expect(visits).not.toContain('Not Carl.')
    const quotes = wordsOf((await read(carl.htmx('/history?show=quotes'))).html)
    for (const word of ['£480.00', 'Pending', 'Replace the expansion vessel.']) expect(quotes).toContain(word)
  })

  test('says when there is nothing', async () => {
    expect((await read(carl.get('/history'))).html).toContain('No visits yet')
    expect((await read(carl.get('/history?show=quotes'))).html).toContain('No quotes yet')
  })
})

describe('others', () => {
  const posts = ['start', 'complete', 'mark-complete'] as const

  test('other contractors get 404, and one who had the job before reads that it is no longer theirs', async () => {
    const job = await aJob(cast, 'assigned')
    const dora = await aContractor()
    const asDora = await signedInAs(dora)
    for (const post of posts)
      expect((await asDora.submit(`/jobs/${job.id}/${post}`, { workDone: 'Done.' })).status).toBe(404)
    await assignJob(cast.admin, job.id, dora.id)
    const answer = await carl.get(`/visit/${job.id}`)
    expect([answer.status, (await answer.text()).includes('the job is no longer with you')]).toEqual([409, true])
    expect(await statusOf(job.id)).toBe('assigned')
  })
})
