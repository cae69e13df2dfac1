import { expect, test } from '#tests/e2e/support/app.ts'
import { addPhotos } from '#tests/e2e/support/completion.ts'
import { filledPhone, outboxIsLoaded, waiting } from '#tests/e2e/support/phone.ts'
import { examine, itemOf, says, toastOf } from '#tests/e2e/support/screen.ts'
import { aJob, type JobJson } from '#tests/e2e/support/world.ts'

test('what a contractor did in a cellar waits, is shown, and arrives once when there is a line', async ({
  people,
  line,
  watch,
}) => {
  watch.allow(/ERR_|console error/)
  const crew = await people.crew()
  const [job, other] = [await aJob(crew, 'assigned'), await aJob(crew, 'in_progress')]
  const page = await filledPhone(crew.contractor, line)
  line.cut()
  await page.goto(`${line.url}/jobs`)
  await says(page, /^Offline/)
  await page.getByRole('button', { name: 'Start' }).click()
  await says(toastOf(page), 'Kept on this phone')
  await says(page, 'Started here, not sent yet', '1 waiting to send')
  await page.goto(`${line.url}/jobs/${job.id}`)
  await page.getByLabel('Write a message').fill('On my way')
  await page.getByRole('button', { name: 'Send' }).click()
  await says(page, '2 waiting to send', 'Message written here, not sent yet')
  await expect(page.getByLabel('Write a message')).toHaveValue('')
  await examine(page)

  await page.goto(`${line.url}/visit/${other.id}`)
  await page.getByLabel('What work did you complete?').fill('Changed the valve.')
  await page.context().setOffline(true)
  await addPhotos(page).setInputFiles(['docs/agent-phone.png', 'docs/agent-phone.png'])
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await says(page, 'Kept on this phone. It is sent as soon as there is a line, also when you leave this page.')
  await says(page, 'Finished here, not sent yet', '3 waiting to send')
  await page.goto(`${line.url}/waiting`)
  await says(page, 'Work done', 'Changed the valve.', 'On my way', 'Waiting to send')
  await examine(page)

  line.mend()
  await page.context().setOffline(false)
  await says(page, /Sent at \d\d:\d\d/)
  await expect.poll(() => waiting(page)).toBe(0)
  const { api } = crew.contractor
  const done = await api.get<{ status: string; visits: { photosUrls: string[] }[] }>(`/api/jobs/${other.id}`)
  expect([done.status, done.visits[0]!.photosUrls.length]).toEqual(['completed', 2])
  await says(page, 'Work done')
  expect(await api.get(`/api/jobs/${job.id}`)).toMatchObject({ status: 'in_progress' })
})

test('what was started or finished without a line is marked on every card, and not offered again after a reload', async ({
  people,
  line,
  watch,
}) => {
  watch.allow(/ERR_|console error/)
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  await crew.agent.api.patch(`/api/jobs/${job.id}/hazard`, { level: 'emergency', kinds: ['gas'] })
  await aJob(crew, 'quote_approved', { job: { propertyName: 'Ivy House' } })
  const jobs = await crew.contractor.api.get<JobJson[]>('/api/jobs?status=assigned')
  const work = jobs.find(({ id }) => id !== job.id)!
  const page = await filledPhone(crew.contractor, line)
  const button = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}(,|$)`) })
  await expect(button('Start')).toBeVisible()
  line.cut()
  await page.goto(`${line.url}/jobs`)
  await says(page, /^Offline/)
  await outboxIsLoaded(page)
  await itemOf(page, job.propertyName)
    .getByRole('button', { name: /^Start,/ })
    .click()
  await says(page, '1 waiting to send')
  await button('Mark Complete').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark Complete' }).click()
  await says(page, '2 waiting to send')
  for (const path of ['/', '/visit', '/jobs']) {
    await page.goto(line.url + path)
    await says(itemOf(page, job.propertyName), 'Started here, not sent yet')
    await says(itemOf(page, work.propertyName), 'Finished here, not sent yet')
    for (const name of ['Start', 'Mark Complete']) await expect(button(name)).toHaveCount(0)
  }
  await page.goto(`${line.url}/visit/${work.id}`)
  await says(page, 'Finished here, not sent yet')
  await expect(button('Mark Complete')).toHaveCount(0)
  await page.goto(`${line.url}/visit/${job.id}`)
  await says(page, 'Started here, not sent yet')
  await expect(button('Complete Job')).toBeVisible()
})

test('a message that goes on being written while its answer is lost is kept as it was sent, and the rest stays typed', async ({
  people,
  line,
  watch,
}) => {
  watch.allow(/ERR_|console error|htmx:error|^409 /)
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const path = `/jobs/${job.id}/messages`
  const page = await filledPhone(crew.contractor, line, `/jobs/${job.id}`)
  await outboxIsLoaded(page)
  const message = page.getByLabel('Write a message')
  line.lose((asked, method) => asked === path && method === 'POST')
  await message.fill('Got it')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(message).toHaveValue('')
  await expect.poll(() => waiting(page)).toBe(0)
  const letGo = line.hold(path)
  await message.fill('On my way')
  const from = line.asked.length
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => line.asked.slice(from)).toContain(`POST ${path}`)
  await message.fill('On my way, the stopcock is leaking')
  letGo()
  await expect.poll(() => line.asked.slice(from)).toContain(`POST /api${path}`)
  await expect.poll(() => waiting(page)).toBe(0)
  await expect(message).toHaveValue('On my way, the stopcock is leaking')
  line.lose(null)
  await page.goto(`${line.url}/waiting`)
  await says(page.locator('#waiting'), 'Got it', 'On my way', /Sent at/)
  await expect(page.locator('#waiting')).not.toContainText('stopcock')

  await page.goto(`${line.url}/jobs/${job.id}`)
  await says(page, 'Your unsent text is back.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(message).toHaveValue('')
  const messages = await crew.admin.api.get<{ text: string }[]>(`/api/jobs/${job.id}/messages`)
  expect(messages.map(({ text }) => text)).toEqual(['Got it', 'On my way', 'On my way, the stopcock is leaking'])
})
