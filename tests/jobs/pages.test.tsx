import { expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { toastOf } from '#tests/support/answers.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, anAgent, jobInput, quoteWork, statusOf } from '#tests/support/world.ts'

const form = (values: Record<string, string> = {}) =>
  ({ ...jobInput(), urgency: 'high', ...values }) as Record<string, string>

test('the form of a new job knows its agent', async () => {
  const text = await (await (await signedInAs(await anAgent())).get('/create-job')).text()
  for (const label of [
    'Your Name',
    'Estate Agency',
    'Property Name',
    'Property Address',
    'What needs fixing?',
    'Urgency',
    'Access Notes (Optional)',
    'Create Job',
    'Creating Job...',
  ]) {
    expect(text).toContain(label)
  }
  expect(text).toContain('value="Olivia Hart"')
  expect(text).toContain('value="Rightway Lettings"')
  expect(text).toContain('<option value="medium" selected="">Medium</option>')
})

test('a job is raised and the agent is back at /', async () => {
  const agent = await anAgent()
  const client = await signedInAs(agent)
  const response = await client.submit('/create-job', form({ propertyAddress: '12 Mill Lane\r\nGuildford' }))
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/')
  const [job] = await db.query.jobs.findMany()
  expect(job).toMatchObject({
    ...jobInput(),
    propertyAddress: '12 Mill Lane\nGuildford',
    urgency: 'high',
    status: 'pending',
    jobType: 'visit',
    estateAgentId: agent.id,
  })
  expect(await (await client.get('/')).text()).toContain('Rose Cottage')
})

test('a refused job keeps what was typed and names what is wrong', async () => {
  const client = await signedInAs(await anAgent())
  const typed = form({ propertyName: ' ', issueDescription: 'Too short', accessNotes: 'Beware of "Rex" <dog>' })
  const response = await client.submit('/create-job', typed)
  const text = await response.text()
  expect(response.status).toBe(422)
  expect(text).toContain('<title>Error: Create Job')
  expect(text).toContain('href="#f-propertyName"')
  expect(text).toContain('Property name is required')
  expect(text).toContain('Please provide a detailed description (min 10 characters)')
  expect(text).toContain('Too short</textarea>')
  expect(text).toContain('Beware of &quot;Rex&quot; &lt;dog&gt;')
  expect(text).toContain('<option value="high" selected="">High</option>')
  expect(await db.query.jobs.findMany()).toHaveLength(0)
})

test('every required field has its message', async () => {
  const client = await signedInAs(await anAgent())
  const text = await (await client.submit('/create-job', {})).text()
  for (const message of [
    'Your name is required',
    'Estate agency is required',
    'Property name is required',
    'Property address is required',
    'Please provide a detailed description (min 10 characters)',
  ]) {
    expect(text).toContain(message)
  }
})

test('the details show all of a job, as a page and in the dialog', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'quote_pending', { job: { accessNotes: undefined, urgency: 'high' } })
  const client = await signedInAs(cast.agent)
  const [whole, dialog] = await Promise.all([client.get(`/jobs/${job.id}`), client.htmx(`/jobs/${job.id}`)])
  const [page, fragment] = [await whole.text(), await dialog.text()]
  expect(page).toContain('<!doctype html>')
  expect(fragment).not.toContain('<html')
  expect(fragment).toContain('id="dialog-title"')
  for (const text of [page, fragment]) {
    for (const words of [
      'Rose Cottage',
      job.jobRef,
      '12 Mill Lane, Guildford GU1 3XY',
      job.issueDescription,
      'No access notes provided',
      'Quote Pending',
      'URGENT',
      'VISIT',
      'Carl Mason',
      'Topped up the pressure',
      '£480.00',
      'Replace the expansion vessel.',
      'Approve Quote',
      'aria-current="step"',
    ]) {
      expect(text).toContain(words)
    }
  }
})

test("somebody else's job is not found", async () => {
  const cast = await aCast()
  const job = await aJob(cast)
  const other = await signedInAs(await anAgent())
  expect((await other.get(`/jobs/${job.id}`)).status).toBe(404)
  expect((await other.get('/jobs/no-such-id')).status).toBe(404)
  expect((await other.submit(`/jobs/${job.id}/delete`, { confirmed: 'yes' })).status).toBe(404)
  expect(
    (await other.htmx(`/jobs/${job.id}/delete`, { method: 'POST', form: { confirmed: 'yes', back: '/' } })).status,
  ).toBe(404)
  expect(await statusOf(job.id)).toBe('pending')
})

test("a contractor reads the job they have, in their own words, and not another's", async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'assigned')
  const free = await aJob(cast, 'pending')
  const client = await signedInAs(cast.contractor)
  const text = await (await client.get(`/jobs/${job.id}`)).text()
  for (const words of ['Ready to Start', 'Olivia Hart, Rightway Lettings', '020 7946 0001', `/visit/${job.id}`]) {
    expect(text).toContain(words)
  }
  expect((await client.get(`/jobs/${free.id}`)).status).toBe(404)
})

test('deleting asks first, by a page without JavaScript', async () => {
  const cast = await aCast()
  const job = await aJob(cast)
  const client = await signedInAs(cast.agent)
  const asked = await (await client.submit(`/jobs/${job.id}/delete`, { back: '/jobs?search=rose' })).text()
  expect(asked).toContain('Delete the job for Rose Cottage?')
  expect(asked).toContain('Are you sure you want to delete this job for Rose Cottage? This action cannot be undone.')
  expect(asked).toContain('name="confirmed" value="yes"')
  expect(asked).toContain('name="back" value="/jobs?search=rose"')
  expect(await statusOf(job.id)).toBe('pending')

  const done = await client.submit(`/jobs/${job.id}/delete`, { back: '/', confirmed: 'yes' })
  expect(done.status).toBe(303)
  expect(done.headers.get('location')).toBe('/')
  expect(await statusOf(job.id)).toBeNull()
  expect(toastOf(done)).toEqual({ title: 'Job Deleted', text: 'The job has been successfully deleted.' })
})

test('deleting by htmx answers the dashboard without the job', async () => {
  const cast = await aCast()
  const gone = await aJob(cast, 'pending', { job: { propertyName: 'Rose Cottage' } })
  await aJob(cast, 'pending', { job: { propertyName: 'Oak House' } })
  const client = await signedInAs(cast.agent)
  const call = { method: 'POST', form: { back: '/', confirmed: 'yes' } }
  const response = await client.htmx(`/jobs/${gone.id}/delete`, call)
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(text).toContain('<hx-partial hx-target="#dashboard"')
  expect(text).toContain('Oak House')
  expect(text).not.toContain('Rose Cottage')
  expect(JSON.parse(response.headers.get('hx-trigger')!)).toMatchObject({
    toast: { title: 'Job Deleted', text: 'The job has been successfully deleted.' },
  })

  const again = await client.htmx(`/jobs/${gone.id}/delete`, call)
  expect(again.status).toBe(404)
  expect(JSON.parse(again.headers.get('hx-trigger')!).toast).toMatchObject({ title: 'Failed to Delete Job' })
})

test('a quote_work job in the details of its agent', async () => {
  const cast = await aCast()
  const { work } = await quoteWork(cast)
  const text = await (await (await signedInAs(cast.agent)).get(`/jobs/${work.id}`)).text()
  expect(text).toContain('QUOTE WORK')
  expect(text).toContain('£480.00')
  expect(text).not.toContain('Approve Quote')
})
