import type { Locator, Page } from '@playwright/test'
import { expect, type People, type Person, test } from '#tests/e2e/support/app.ts'
import { dialogOf, examine, says, toastOf } from '#tests/e2e/support/screen.ts'
import { aJob, type JobJson } from '#tests/e2e/support/world.ts'

// An administrator asks after jobs and answers messages; each click and key is counted.

function counted(page: Page) {
  let count = 0
  return {
    click: (on: Locator, options?: Parameters<Locator['click']>[0]) => {
      count++
      return on.click(options)
    },
    press: (key: string) => {
      count++
      return page.keyboard.press(key)
    },
    count: () => count,
    startAnew: () => {
      count = 0
    },
  }
}

const rows = (page: Page) => page.locator('main tbody tr[id]')
const rowOf = (page: Page, { jobRef }: JobJson) => rows(page).filter({ hasText: jobRef })
const inDialog = (page: Page, name: string | RegExp) => dialogOf(page).getByRole('button', { name })

async function jobsOf(people: People, count: number) {
  const crew = await people.crew({ email: `olivia${Date.now().toString(36)}@rightway.example` })
  const propertyName = `Oak House ${crew.agent.id.slice(-12)}`
  const jobs: JobJson[] = []
  for (let made = 0; made < count; made++)
    jobs.push(await aJob(crew, made % 2 ? 'quote_pending' : 'assigned', { job: { propertyName } }))
  return { ...crew, jobs, propertyName, path: `/admin/jobs?search=${encodeURIComponent(propertyName)}` }
}

test('one job is chased by two clicks or three keys, six of two people by four, where each took a letter; nobody twice a day unasked', async ({
  people,
}) => {
  const { admin, agent, contractor, jobs, path } = await jobsOf(people, 6)
  const [first, second] = jobs as [JobJson, JobJson]
  const page = await admin.open(path)
  await expect(rows(page)).toHaveCount(6)
  const { click, press, count, startAnew } = counted(page)

  await click(rowOf(page, first).getByRole('link', { name: /^Chase/ }))
  await says(dialogOf(page), `Chase ${contractor.name}`, /^One e-mail, /)
  await expect(dialogOf(page).getByLabel('Text')).toHaveValue(/^Please see to these/)
  await examine(page)
  await click(inDialog(page, `Chase ${contractor.name}`))
  await says(toastOf(page), 'Jobs Chased', '1 job chased.')
  await expect(dialogOf(page)).toBeHidden()
  await says(rowOf(page, first), /Chased today/)
  expect(count()).toBe(2)

  startAnew()
  await rowOf(page, second).getByRole('link').first().focus()
  await press('c')
  await says(dialogOf(page), `Chase ${agent.name}`)
  await dialogOf(page).getByLabel('Text').fill('Is the price all right?')
  await inDialog(page, `Chase ${agent.name}`).focus()
  await press('Enter')
  await says(rowOf(page, second), /Chased today/)
  expect(count()).toBeLessThanOrEqual(3)
  await expect(rowOf(page, second).getByRole('link').first()).toBeFocused()

  startAnew()
  await click(page.locator('[data-tick]').first())
  await click(page.locator('[data-tick]').last(), { modifiers: ['Shift'] })
  await press('c')
  await says(dialogOf(page), 'Chase 2 People', /^One e-mail to each/, /Chase again: .*Chased today/)
  await expect(dialogOf(page).getByRole('checkbox', { name: /^Chase again/ })).toHaveCount(2)
  await examine(page)
  await click(inDialog(page, 'Chase 2 People'))
  await says(toastOf(page), 'Jobs Chased', '4 jobs chased.')
  await expect(page.getByText(/Chased today/)).toHaveCount(6)
  expect(count()).toBe(4)
  await examine(page)

  await page.goto(`/admin/jobs/${first.id}`)
  await says(page, /Chased today/)
  await page.getByRole('link', { name: 'Chase', exact: true }).click()
  await page.getByRole('checkbox', { name: /^Chase again/ }).check()
  await page.setViewportSize({ width: 360, height: 740 })
  await examine(page)
  await page.getByRole('button', { name: `Chase ${contractor.name}` }).click()
  await says(toastOf(page), 'Jobs Chased')
})

const write = ({ api }: Person, { id }: JobJson, text: string) => api.post(`/api/jobs/${id}/messages`, { text })

test('three new messages are read and answered beside their list by three clicks each, and set unread again; agents and contractors have the same', async ({
  people,
}) => {
  const { admin, agent, contractor, jobs, propertyName } = await jobsOf(people, 3)
  for (const job of jobs) await write(agent, job, `When does somebody come to ${job.jobRef}?`)
  const page = await admin.open('/')
  await page
    .getByRole('link', { name: /^Messages/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
  await page.getByRole('searchbox').fill(propertyName)
  await expect(rows(page)).toHaveCount(3)
  await examine(page)
  const { click, press, count } = counted(page)
  for (const job of jobs) {
    await says(rowOf(page, job), '1 new message')
    await click(rowOf(page, job).getByRole('link').first())
    await says(dialogOf(page), `When does somebody come to ${job.jobRef}?`)
    await expect(rowOf(page, job).getByText('1 new message')).toHaveCount(0)
    await click(dialogOf(page).getByLabel('Write a message'))
    await page.keyboard.insertText('On Monday.')
    await click(inDialog(page, 'Send'))
    await says(rowOf(page, job), 'On Monday.')
  }
  expect(count()).toBe(9)
  await examine(page)
  await press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await rows(page).first().getByRole('link').first().click()
  await inDialog(page, 'Mark unread').click()
  await says(toastOf(page), 'Marked Unread')
  await expect(dialogOf(page)).toBeHidden()
  await says(rows(page).first(), '1 new message')

  for (const person of [agent, contractor]) {
    const own = await person.open('/messages', { viewport: { width: 360, height: 740 } })
    const card = own.locator('li.card').filter({ hasText: jobs[0]?.jobRef })
    await says(card, /new message/)
    await examine(own)
    await card.getByRole('link', { name: /^Read and answer/ }).click()
    await says(dialogOf(own), 'On Monday.')
    await examine(own)
    await dialogOf(own).getByLabel('Write a message').fill(`Good, says ${person.name}.`)
    await inDialog(own, 'Send').click()
    await says(card, `Good, says ${person.name}.`)
    await inDialog(own, 'Mark unread').click()
    await says(card, /new message/)
    await own.setViewportSize({ width: 1280, height: 800 })
    await examine(own)
  }
})
