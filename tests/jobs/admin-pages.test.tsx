import { describe, expect, test } from 'bun:test'
import { markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { jobTimeline } from '#src/jobs/timeline.ts'
import { html } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, finishedQuoteWork, quoteWork, statusOf } from '#tests/support/world.ts'
import { manyJobs } from './many.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const tiles = (text: string) =>
  [...text.matchAll(/class="stat-value">(\d+)<\/span><span class="stat-label">(\w+)/g)].map(
    ([, n, label]) => `${label} ${n}`,
  )

describe('the list', () => {
  test('counts everything, whatever the filter shows', async () => {
    await aJob(cast)
    await aJob(cast, 'pending', { job: { propertyName: 'Mill House' } })
    await aJob(cast, 'in_progress')
    await aJob(cast, 'completed')
    await aJob(cast, 'assigned')
    const all = await html(ada.get('/admin/jobs'))
    expect(tiles(all)).toEqual(['Total 5', 'Pending 2', 'Active 2', 'Completed 1'])
    expect(all).toContain('Showing 5 of 5 jobs')
    expect(all).toContain('Awaiting assignment')
    const narrowed = await html(ada.get('/admin/jobs?search=MILL%20hou&status=pending'))
    expect(tiles(narrowed)).toEqual(['Total 5', 'Pending 2', 'Active 2', 'Completed 1'])
    expect(narrowed).toContain('Showing 1 of 5 jobs')
    expect(narrowed).toContain('/admin/jobs/export.csv?search=MILL+hou&amp;status=pending')
    expect(await html(ada.get('/admin/jobs?search=%25'))).toContain('No jobs match your search')
  })

  test('counts again what its filter finds when a job has changed', async () => {
    const job = await aJob(cast)
    await aJob(cast)
    await aJob(cast)
    const contractor = await aContractor()
    const change = (path: string, list: string, form: Record<string, string> = { confirmed: 'yes' }) =>
      html(ada.htmx(path, { method: 'POST', form, headers: { 'hx-current-url': `http://localhost${list}` } }))
    const form = { contractorId: contractor.id }
    const assigned = await change(`/admin/jobs/${job.id}/assign`, '/admin/jobs?status=pending', form)
    expect(assigned).toContain('of 3 jobs, 2 found')
    expect(assigned).toMatch(/id="many-jobs-all".*All 2</s)
    const whole = await change(`/admin/jobs/${job.id}/unassign`, '/admin/jobs?sort=waiting')
    expect(whole).toContain('of 3 jobs</p>')
    expect(whole).toMatch(/id="many-jobs-all".*All 3</s)
    const deleted = await change(`/admin/jobs/${job.id}/delete`, '/admin/jobs?status=pending')
    expect(deleted).toContain('of 2 jobs, 2 found')
    expect(deleted).toMatch(/id="many-jobs-all".*All 2</s)
  })

  test('offers to invoice a visit, and then finished quote work, on the job’s page', async () => {
    const { quote, parent } = await finishedQuoteWork(cast)
    const page = () => html(ada.get(`/admin/jobs/${parent.id}`))
    const visit = parent.visits[0]!.id
    const [ofVisit, ofQuote] = [`href="/admin/visits/${visit}/invoice"`, `action="/admin/quotes/${quote.id}/invoice"`]
    expect(await page()).toContain(`<a class="button primary" ${ofVisit}`)
    await markVisitInvoiced(cast.admin, visit)
    expect(await page()).toContain(ofQuote)
    await markQuoteInvoiced(cast.admin, quote.id)
    for (const done of [ofVisit, ofQuote]) expect(await page()).not.toContain(done)
  })

  test('offers to edit and assign only what is pending', async () => {
    await aJob(cast, 'assigned')
    const without = await html(ada.get('/admin/jobs'))
    expect(without).toContain('View Details')
    expect(without).not.toContain('Edit Job')
    await aJob(cast)
    const text = await html(ada.get('/admin/jobs'))
    expect(text).toContain('Edit Job')
    expect(text).toContain('Assign Contractor')
  })

  test('reads whom to choose from when the filters are opened, or when the address names somebody', async () => {
    const { contractor } = await aJob(cast, 'assigned')
    const named = (text: string) => text.includes(`<option value="${contractor!.id}"`)
    const shut = await html(ada.get('/admin/jobs'))
    expect(named(shut)).toBe(false)
    expect(shut).toContain('hx-get="/admin/jobs/filters/contractor"')
    const field = await html(ada.htmx('/admin/jobs/filters/contractor'))
    expect(named(field)).toBe(true)
    expect(field).toStartWith('<div class="field"><label for="filter-contractor">Contractor</label>')
    expect(await html(ada.htmx('/admin/jobs/filters/agent'))).toContain(`<option value="${cast.agent.id}"`)
    // Without JavaScript.
    const open = await html(ada.get('/admin/jobs?filters=all'))
    expect(open).toContain('<details class="filters" open="">')
    expect(named(open)).toBe(true)
    expect(await html(ada.get(`/admin/jobs?contractor=${contractor!.id}`))).toContain(
      `<option value="${contractor!.id}" selected="">`,
    )
  })

  test('goes on after fifty', async () => {
    await manyJobs(cast, 53)
    const first = await html(ada.get('/admin/jobs'))
    const more = /hx-get="(\/admin\/jobs\?cursor=[^"]+)"/.exec(first)![1]!
    const rows = (text: string) => text.match(/id="job-row-/g)?.length
    expect([rows(first), rows(await html(ada.htmx(more))), rows(await html(ada.get(more)))]).toEqual([50, 3, 3])
    expect(first).toContain('Showing 50 of 53 jobs')
  })

  test('htmx gets the list alone', async () => {
    expect(await html(ada.htmx('/admin/jobs?search=x'))).toStartWith('<section id="admin-jobs"')
  })
})

describe('the details', () => {
  test('tell everything, as a page and in the dialog', async () => {
    const { parent } = await quoteWork(cast)
    for (const text of [
      await html(ada.get(`/admin/jobs/${parent.id}`)),
      await html(ada.htmx(`/admin/jobs/${parent.id}`)),
    ]) {
      for (const words of ['12 Mill Lane', parent.issueDescription, 'Key at the office', 'Olivia Hart', 'Carl Mason'])
        expect(text).toContain(words)
      for (const words of ['Job Created', 'Contractor Assigned', 'Quote Submitted', 'Last Visit', 'Last Updated'])
        expect(text).toContain(words)
      for (const words of ['£480.00', 'Topped up the pressure', 'tel:07700900123', 'aria-current="step"'])
        expect(text).toContain(words)
    }
    const history = await html(ada.htmx(`/admin/jobs/${parent.id}/history`))
    expect(history).toContain('Quote Pending → Quote Approved')
  })

  test('of a job that is not there', async () => {
    expect((await ada.get('/admin/jobs/nonsense')).status).toBe(404)
    expect((await ada.get(`/admin/jobs/${crypto.randomUUID()}`)).status).toBe(404)
  })
})

describe('editing', () => {
  test('changes the job and shows it', async () => {
    const job = await aJob(cast)
    const form = await html(ada.get(`/admin/jobs/${job.id}/edit`))
    expect(form).toContain('value="Rose Cottage"')
    const fields = {
      ...{ estateAgentName: 'Olivia Hart', estateAgency: 'Rightway', propertyName: 'Rosé Cottage' },
      ...{ propertyAddress: '1 New Road', issueDescription: 'The roof leaks badly', urgency: 'high', accessNotes: '' },
    }
    const response = await ada.submit(`/admin/jobs/${job.id}/edit`, fields)
    expect([response.status, response.headers.get('location')]).toEqual([303, `/admin/jobs/${job.id}`])
    const edited = await jobVisibleTo(cast.admin, job.id)
    expect(edited).toMatchObject({ propertyName: 'Rosé Cottage', urgency: 'high' })
    expect(edited.accessNotes || null).toBeNull()
  })

  test('keeps what was typed when it is refused', async () => {
    const job = await aJob(cast)
    const fields = { propertyName: 'Typed name', issueDescription: 'short', propertyAddress: '' }
    for (const partial of [false, true]) {
      const path = `/admin/jobs/${job.id}/edit`
      const response = await (partial ? ada.htmx(path, { method: 'POST', form: fields }) : ada.submit(path, fields))
      expect(response.status).toBe(422)
      const text = await response.text()
      for (const words of ['value="Typed name"', '>short</textarea>', 'There is a problem', 'min 10 characters'])
        expect(text).toContain(words)
      expect(text.includes('<title>Error: ')).toBe(!partial)
    }
    expect((await jobVisibleTo(cast.admin, job.id)).propertyName).toBe('Rose Cottage')
  })

  test('is refused once the job is finished', async () => {
    const job = await aJob(cast, 'completed')
    expect((await ada.get(`/admin/jobs/${job.id}/edit`)).status).toBe(409)
    const form = { propertyName: 'Other' }
    expect((await ada.htmx(`/admin/jobs/${job.id}/edit`, { method: 'POST', form })).status).toBe(409)
  })
})

describe('assigning', () => {
  test('shows how many open jobs each contractor has', async () => {
    await aJob(cast, 'assigned')
    await aJob(cast, 'in_progress')
    await aJob(cast, 'completed')
    await aContractor({ firstName: 'Idle', lastName: 'Ivy', company: null })
    const job = await aJob(cast)
    const text = await html(ada.htmx(`/admin/jobs/${job.id}/assign`))
    expect(text).toMatch(/<strong>Carl Mason<\/strong>(?:(?!<\/label>).)*2 open/)
    expect(text).toMatch(/<strong>Idle Ivy<\/strong>(?:(?!<\/label>).)*0 open/)
  })

  test('by htmx changes the row and the counters and closes the dialog', async () => {
    const job = await aJob(cast)
    const response = await ada.htmx(`/admin/jobs/${job.id}/assign`, {
      method: 'POST',
      form: { contractorId: cast.contractor.id },
    })
    const trigger = JSON.parse(response.headers.get('hx-trigger')!)
    expect(trigger).toMatchObject({ closeDialog: {}, toast: { title: 'Contractor Assigned' } })
    const text = await response.text()
    expect(text).toContain(`hx-target="#job-row-${job.id}"`)
    expect(text).toContain('Carl Mason')
    expect(tiles(text)).toEqual(['Total 1', 'Pending 0', 'Active 1', 'Completed 0'])
  })

  test('wants a contractor', async () => {
    const job = await aJob(cast)
    for (const contractorId of ['', 'nobody', cast.agent.id]) {
      const response = await ada.submit(`/admin/jobs/${job.id}/assign`, { contractorId })
      expect(response.status).toBe(422)
    }
    expect(await statusOf(job.id)).toBe('pending')
  })

  test('can be taken back, after a question', async () => {
    const job = await aJob(cast, 'assigned')
    const path = `/admin/jobs/${job.id}/unassign`
    expect(await html(ada.submit(path))).toContain(`Withdraw ${job.jobRef} from Carl Mason?`)
    expect(await statusOf(job.id)).toBe('assigned')
    await ada.submit(path, { confirmed: 'yes' })
    expect(await statusOf(job.id)).toBe('pending')
    const again = await ada.htmx(path, { method: 'POST', form: { confirmed: 'yes' } })
    expect(again.status).toBe(409)
    expect(await again.text()).toContain('the job is now Pending')
  })
})

test('cancelling wants a reason', async () => {
  const job = await aJob(cast, 'in_progress')
  const refused = await ada.submit(`/admin/jobs/${job.id}/cancel`, { reason: '  ' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('Please give a reason')
  await ada.submit(`/admin/jobs/${job.id}/cancel`, { reason: 'The tenant moved out' })
  expect(await statusOf(job.id)).toBe('cancelled')
  expect((await jobTimeline(cast.admin, job.id)).at(-1)?.detail).toEqual({ reason: 'The tenant moved out' })
  expect(await html(ada.get(`/admin/jobs/${job.id}`))).toContain('Cancelled: The tenant moved out')
})

describe('deleting', () => {
  test('asks first, in the words of the dashboard', async () => {
    const job = await aJob(cast, 'in_progress')
    const path = `/admin/jobs/${job.id}/delete`
    const asked = await html(ada.submit(path, { from: 'dashboard' }))
    expect(asked).toContain(`Delete Job ${job.jobRef}`)
    expect(asked).toContain('This will also delete all related visits and quotes.')
    expect(asked).toContain('name="from" value="dashboard"')
    const response = await ada.submit(path, { from: 'dashboard', confirmed: 'yes' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
    expect(await statusOf(job.id)).toBeNull()
  })

  test('takes its visits and quotes out of the dashboard’s tabs, to the last', async () => {
    const [{ parent, quote }, second] = [await finishedQuoteWork(cast), await finishedQuoteWork(cast)]
    const other = await aJob(cast, 'completed')
    const deleted = (id: string) =>
      html(ada.htmx(`/admin/jobs/${id}/delete`, { method: 'POST', form: { confirmed: 'yes' } }))
    const visitsOf = async (id: string) => (await jobVisibleTo(cast.admin, id)).visits.map((visit) => visit.id)
    const [visits, last] = [await visitsOf(parent.id), await visitsOf(other.id)]
    expect([visits.length, last.length]).toEqual([1, 1])
    const first = await deleted(parent.id)
    for (const id of [`visit-${visits[0]}`, `quote-work-${quote.id}`])
      expect(first).toContain(`<hx-partial hx-target="#${id}" hx-swap="delete">`)
    expect(first).not.toContain('ready for invoicing')
    const next = await deleted(second.parent.id)
    expect(next).toContain('No quote work ready for invoicing')
    expect(next).not.toContain('No contractor visits ready for invoicing')
    expect(await deleted(other.id)).toContain('No contractor visits ready for invoicing')
  })

  test('twice says so', async () => {
    const job = await aJob(cast)
    const send = () => ada.htmx(`/admin/jobs/${job.id}/delete`, { method: 'POST', form: { confirmed: 'yes' } })
    expect(await html(send())).toContain(`hx-target="#job-row-${job.id}" hx-swap="delete"`)
    const again = await send()
    expect(again.status).toBe(404)
    expect(await again.text()).toContain('Failed to Delete Job')
  })
})
