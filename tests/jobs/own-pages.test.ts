import { describe, expect, test } from 'bun:test'
import { cancelJob } from '#src/jobs/actions.ts'
import { answerOf } from '#tests/api/shape.ts'
import { toastOf } from '#tests/checklist/reading.ts'
import { hiddenIn, queryOf } from '#tests/support/answers.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, finishedQuoteWork, quoteWork, statusOf } from '#tests/support/world.ts'
import { timeline } from './notified.ts'

// What an estate agent does with a job of their own, by its page.

const cast = castOfEachTest()
const olivia = signedInOfEachTest(cast, 'agent')

const VERBS = ['edit', 'cancel', 'reopen']

/** What the job's page offers, and what its dialog does. */
async function offered(id: string): Promise<string> {
  const answers = [await olivia.get(`/jobs/${id}`), await olivia.htmx(`/jobs/${id}`)]
  const [page, dialog] = await Promise.all(
    answers.map(async (answer) => {
      const html = await answer.text()
      return VERBS.filter((verb) => html.includes(`href="/jobs/${id}/${verb}`)).join(' ')
    }),
  )
  expect(dialog).toBe(page!)
  return page!
}

describe('the job’s page offers what is possible', () => {
  test.each([
    ['pending', 'edit cancel'],
    ['assigned', 'edit cancel'],
    ['in_progress', 'cancel'],
    ['quote_pending', ''],
    ['quote_approved', ''],
    ['completed', 'reopen'],
  ] as const)('%s: %s', async (status, verbs) => {
    const { id } = await aJob(cast, status)
    expect(await offered(id)).toBe(verbs)
    for (const verb of VERBS)
      expect([verb, (await olivia.get(`/jobs/${id}/${verb}`)).status]).toEqual([verb, verbs.includes(verb) ? 200 : 409])
    if (!verbs) expect(await (await olivia.get(`/jobs/${id}`)).text()).not.toContain('card-foot')
  })

  test('cancelled: reopen', async () => {
    const { id } = await aJob(cast)
    await cancelJob(cast.admin, id, 'Sold')
    expect(await offered(id)).toBe('reopen')
  })

  test('quote work: what belongs to its state, and never reopen', async () => {
    expect(await offered((await quoteWork(cast)).work.id)).toBe('edit cancel')
    expect(await offered((await finishedQuoteWork(cast)).work.id)).toBe('')
  })

  test('contractors: nothing of it', async () => {
    const { id } = await aJob(cast, 'assigned')
    const html = await (await (await signedInAs(cast.contractor)).get(`/jobs/${id}`)).text()
    for (const verb of VERBS) expect(html).not.toContain(`/jobs/${id}/${verb}"`)
  })
})

describe('cancelling', () => {
  test('takes a reason, which everybody reads on the job', async () => {
    const { id } = await aJob(cast, 'in_progress')
    const form = await (await olivia.get(`/jobs/${id}/cancel`)).text()
    for (const words of ['Rose Cottage', 'The contractor reads it in an e-mail.', `action="/jobs/${id}/cancel"`])
      expect(form).toContain(words)
    const refused = await olivia.submit(`/jobs/${id}/cancel`, { reason: '' })
    expect([refused.status, (await refused.text()).includes('Please give a reason')]).toEqual([422, true])
    expect(await toastOf(olivia.submit(`/jobs/${id}/cancel`, { reason: 'The tenant mended it.' }))).toBe(
      'Job Cancelled / The job has been cancelled.',
    )
    expect((await timeline(id)).at(-1)).toBe('cancelled: in_progress > cancelled')
    for (const who of ['agent', 'contractor'] as const)
      expect(await (await (await signedInAs(cast[who])).get(`/jobs/${id}`)).text()).toContain('The tenant mended it.')
  })

  test('quote work in hand calls it off, and completes the job that it came from', async () => {
    const { parent, work } = await quoteWork(cast)
    const { status, body } = await answerOf(olivia.post(`/api/jobs/${work.id}/cancel`, { reason: 'Sold' }))
    expect([status, body]).toMatchObject([200, { status: 'cancelled', cancelReason: 'Sold' }])
    expect(await statusOf(parent.id)).toBe('completed')
    expect((await answerOf(olivia.get(`/api/jobs/${parent.id}`))).body.quotes).toMatchObject([
      { status: 'approved', workStatus: 'cancelled' },
    ])
  })

  test('by htmx in a list brings the list again and closes the dialog', async () => {
    const { id } = await aJob(cast)
    const answer = await olivia.htmx(`/jobs/${id}/cancel`, {
      method: 'POST',
      form: { reason: 'Sold', back: '/jobs?search=rose' },
    })
    expect(JSON.parse(answer.headers.get('hx-trigger')!)).toMatchObject({ closeDialog: {} })
    expect(await answer.text()).toContain('Cancelled')
  })
})

test('deleting says that the contractor is told, while one has the job', async () => {
  const asked = async (id: string) => (await olivia.submit(`/jobs/${id}/delete`)).text()
  const words = 'This action cannot be undone. The contractor is told that it is cancelled.'
  for (const status of ['assigned', 'in_progress'] as const)
    expect(await asked((await aJob(cast, status)).id)).toContain(words)
  for (const status of ['pending', 'completed'] as const)
    expect(await asked((await aJob(cast, status)).id)).not.toContain('The contractor is told')
})

test('deleting quote work says that the visit job goes from the agent’s screens with it, in the list as well', async () => {
  const { work } = await quoteWork(cast)
  const words = 'The visit job it came from and its photos go from your screens too.'
  for (const page of [olivia.submit(`/jobs/${work.id}/delete`), olivia.get('/')])
    expect(await (await page).text()).toContain(words)
  const { id } = await aJob(cast, 'assigned')
  expect(await (await olivia.submit(`/jobs/${id}/delete`)).text()).not.toContain('The visit job')
})

test('a search keeps what the link of a figure narrowed, and says so', async () => {
  await aJob(cast, 'pending', { job: { urgency: 'high' } })
  await aJob(cast, 'pending', { job: { urgency: 'low' } })
  const [, form = ''] = /<form[^>]*action="\/jobs"(.*?)<\/form>/s.exec(
    await olivia.get('/jobs?urgency=high').then((a) => a.text()),
  )!
  const kept = queryOf(Object.fromEntries(Object.entries(hiddenIn(form)).map(([name, value]) => [name, [value]])))
  const found = await olivia.get(`/jobs?${kept}&search=mill`).then((answer) => answer.text())
  expect(found.match(/id="job-[0-9a-f-]{36}"/g)).toHaveLength(1)
  expect(await olivia.get('/jobs?urgency=medium').then((answer) => answer.text())).toContain(
    'No jobs match your search',
  )
})
