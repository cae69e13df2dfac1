import type { Locator, Page } from '@playwright/test'
import { expect, type People, test } from '#tests/e2e/support/app.ts'
import { chooseContractor, dialogOf, examine, says, toastOf } from '#tests/e2e/support/screen.ts'
import { aJob, type JobJson } from '#tests/e2e/support/world.ts'

// An administrator changes many at once, by a mouse of which each click is counted, and by keys.

/** Counts each click, as a mouse's owner would. */
function mouse() {
  let clicks = 0
  return {
    click: (control: Locator, options?: Parameters<Locator['click']>[0]) => {
      clicks++
      return control.click(options)
    },
    clicks: () => clicks,
    startAnew: () => {
      clicks = 0
    },
  }
}

const many = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
/** A row is pressed. */
const CHOOSING = 1

const bar = (page: Page) => page.getByRole('form', { name: /^Selected/ })
const boxOf = (page: Page, { jobRef }: { jobRef: string }) =>
  page.getByRole('checkbox', { name: new RegExp(`Select .*${jobRef}`) })
const boxes = (page: Page) => page.locator('[data-tick]')
const ticked = (page: Page) => page.locator('[data-tick]:checked')

async function jobsOf(people: People, count: number, trades: readonly string[] = ['']) {
  const crew = await people.crew()
  const propertyName = `Ivy House ${crew.agent.id.slice(-12)}`
  const jobs = await many(count, (index) =>
    aJob(crew, 'pending', { job: { propertyName, contractorType: trades[index % trades.length] ?? '' } }),
  )
  return { ...crew, jobs, path: `/admin/jobs?search=${encodeURIComponent(propertyName)}` }
}

test('twenty mixed jobs go each to its best in 6 clicks of 12 (80 before), twelve to one in 5 (16 before), and back', async ({
  people,
}) => {
  const { admin, contractor, jobs, path } = await jobsOf(people, 20, ['plumbing', 'roofing', 'electrical'])
  const page = await admin.open(path)
  const { click, clicks, startAnew } = mouse()
  const dialog = dialogOf(page)
  const statuses = async () => {
    const now = await Promise.all(jobs.map(({ id }) => admin.api.get<JobJson>(`/api/jobs/${id}`)))
    return [...new Set(now.map(({ status }) => status))]
  }
  await expect(bar(page)).toBeHidden()
  await click(boxes(page).first())
  await click(boxes(page).nth(19), { modifiers: ['Shift'] })
  await says(bar(page), '20 selected')
  await click(bar(page).getByRole('button', { name: 'Assign' }))
  await says(dialog, 'Assign 20 Jobs', '20 jobs will be assigned. 20 e-mails will be sent.', 'Each to its best')
  await expect(dialog.getByRole('radio', { name: /^Each to its best/ })).toBeFocused()
  await examine(page)
  const second = dialog.locator('.each-choice details').nth(1)
  await click(second.locator('summary'))
  await click(second.getByText('Leave as it is').last())
  await second.getByRole('radio').first().check()
  await click(dialog.getByRole('button', { name: 'Assign 20 Jobs' }))
  await expect(dialog).toBeHidden()
  await says(toastOf(page), 'Jobs Assigned', '20 jobs assigned.')
  expect(clicks()).toBeLessThanOrEqual(12)
  expect(await statuses()).toEqual(['assigned'])
  await examine(page)

  await page.getByRole('button', { name: 'Take back' }).click()
  await says(toastOf(page), 'Taken Back', '20 jobs taken back.')
  expect(await statuses()).toEqual(['pending'])

  startAnew()
  await click(boxes(page).first())
  await click(boxes(page).nth(11), { modifiers: ['Shift'] })
  await click(bar(page).getByRole('button', { name: 'Assign' }))
  await chooseContractor(dialog, contractor.id, contractor.identifier)
  await click(dialog.getByRole('button', { name: 'Assign 12 Jobs' }))
  await says(toastOf(page), 'Jobs Assigned', '12 jobs assigned.')
  expect(clicks() + CHOOSING).toBeLessThanOrEqual(5)
  expect(await contractor.api.get<JobJson[]>('/api/jobs')).toHaveLength(12)
  await page.getByRole('link', { name: '12 jobs assigned.' }).click()
  await says(page, '12 assigned', /by /, contractor.name)
  await examine(page)
})

test('Take back goes after a minute where the reader asked for less motion, and nothing moves', async ({ people }) => {
  const { admin, contractor, jobs, path } = await jobsOf(people, 2)
  const page = await admin.open(path)
  await boxes(page).first().click()
  await boxes(page).nth(1).click()
  await bar(page).getByRole('button', { name: 'Assign' }).click()
  await chooseContractor(dialogOf(page), contractor.id, contractor.identifier)
  await dialogOf(page).getByRole('button', { name: 'Assign 2 Jobs' }).click()
  await says(toastOf(page), 'Jobs Assigned')
  expect(jobs).toHaveLength(2)
  const last = page.locator('#last-action')
  const afterwards = (seconds: number) =>
    last.evaluate((one, ms) => {
      for (const clock of one.getAnimations()) clock.currentTime = ms
    }, seconds * 1000)
  await afterwards(59)
  await expect(last.getByRole('button', { name: 'Take back' })).toBeVisible()
  await afterwards(60)
  await expect(last.getByRole('button', { name: 'Take back', includeHidden: true })).toBeHidden()
  await expect(last).toBeHidden()
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().activeDuration !== 0).length,
  )
  expect(moving).toBe(0)
})

test('by keys: space and shift take a range, arrows move, Escape clears; what is refused stays ticked and is read out', async ({
  people,
}) => {
  const { admin, agent, jobs, path } = await jobsOf(people, 5)
  const page = await admin.open(path)
  await boxes(page).first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+Space')
  await expect(ticked(page)).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(ticked(page)).toHaveCount(0)
  await expect(boxes(page).nth(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByRole('link', { name: 'Assign Contractor' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select all shown' }).focus()
  await page.keyboard.press('Space')
  await says(bar(page), '5 selected')
  await examine(page)

  await bar(page).getByRole('button', { name: 'Cancel Jobs' }).press('Enter')
  await says(dialogOf(page), 'Cancel 5 Jobs', /This cannot be undone/, ...jobs.map(({ jobRef }) => new RegExp(jobRef)))
  await examine(page)
  // Meanwhile its agent cancels one of them.
  await agent.api.post(`/api/jobs/${jobs[0]?.id}/cancel`, { reason: 'Sold' })
  await dialogOf(page).getByLabel('Reason').fill('The house is sold')
  await dialogOf(page).getByRole('button', { name: 'Cancel 5 Jobs' }).press('Enter')
  await expect(dialogOf(page)).toBeHidden()
  await says(toastOf(page), 'Jobs Cancelled', '4 jobs cancelled. 1 job not cancelled.')
  await expect(page.getByRole('heading', { name: '1 job not cancelled.' })).toBeFocused()
  await says(
    page.locator('#ticked-result'),
    `${jobs[0]?.jobRef}`,
    'This is no longer possible: the job is now Cancelled.',
  )
  await expect(ticked(page)).toHaveCount(1)
  await expect(boxOf(page, jobs[0] as JobJson)).toBeChecked()
  await examine(page)

  await page.goto('/admin/actions')
  await page.getByRole('link', { name: '4 cancelled, 1 refused' }).first().click()
  await says(page, ...jobs.map(({ jobRef }) => jobRef), /^Refused: This is no longer possible/)
  await examine(page)
})

test('thirty visits with five different fees are invoiced with at most 35 clicks', async ({ people }) => {
  const crew = await people.crew()
  const propertyName = `Elm House ${crew.agent.id.slice(-12)}`
  const made = await many(30, () => aJob(crew, 'completed', { job: { propertyName } }))
  const page = await crew.admin.open('/?tab=visits')
  await expect(boxes(page)).not.toHaveCount(0)
  const { click, clicks } = mouse()
  const own = page.locator('tbody tr').filter({ hasText: propertyName })
  await expect(own).toHaveCount(30)
  for (const [index, fee] of ['70', '72.50', '80', '95', '120'].entries()) {
    const field = own.nth(index).getByRole('textbox')
    await click(field)
    await field.fill(fee)
  }
  // The row's own button takes its fee along.
  await expect(own.nth(1).getByRole('link', { name: /^Send to Invoiced/ })).toHaveAttribute('href', /amount=72.50$/)
  await click(own.first().getByRole('checkbox'))
  await click(own.last().getByRole('checkbox'), { modifiers: ['Shift'] })
  await says(bar(page), '30 selected, £1,937.50')
  await examine(page)
  await own.first().getByRole('textbox').fill('45,50')
  await expect(bar(page)).toContainText('30 selected')
  await expect(bar(page)).not.toContainText('£')
  await own.first().getByRole('textbox').fill('£70')
  await click(bar(page).getByRole('button', { name: 'Send to Invoiced' }))
  await says(dialogOf(page), 'Send 30 Visits to Invoiced', '30 invoices of £1,937.50 together will be created.')
  await examine(page)
  await click(dialogOf(page).getByRole('button', { name: 'Send 30 Visits to Invoiced' }))
  await expect(dialogOf(page)).toBeHidden()
  await says(toastOf(page), 'Sent to Invoiced', '30 invoices were created.')
  await expect(own).toHaveCount(0)
  expect(clicks()).toBeLessThanOrEqual(35)
  const invoices = await crew.admin.api.get<{ amount: string; jobId: string }[]>('/api/invoiced-items')
  const ids = new Set(made.map(({ id }) => id))
  const amounts = invoices.filter(({ jobId }) => ids.has(jobId)).map(({ amount }) => amount)
  expect(amounts.toSorted()).toEqual(['120.00', ...Array(25).fill('60.00'), '70.00', '72.50', '80.00', '95.00'])
})

test('a list with ticked rows is left without a question, one with a typed fee is not', async ({ people }) => {
  const crew = await people.crew()
  await aJob(crew, 'completed')
  const page = await crew.admin.open('/?tab=visits')
  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    return question.accept()
  })
  await boxes(page).first().click()
  await says(bar(page), '1 selected, £60.00')
  await page.goto('/admin/jobs')
  await boxes(page).first().click()
  await page.goto('/?tab=visits')
  expect(asked).toEqual([])
  await page.locator('[data-fee]').first().fill('75')
  await page.goto('/admin/jobs')
  expect(asked).toEqual(['beforeunload'])
})

test('a question about many that is left leaves nothing behind: Back leads to the page before', async ({ people }) => {
  const { admin, path } = await jobsOf(people, 1)
  const page = await admin.open('/admin/quotes')
  await page.goto(path)
  await boxes(page).click()
  for (let time = 0; time < 2; time++) {
    await bar(page).getByRole('button', { name: 'Cancel Jobs' }).click()
    await says(dialogOf(page), 'Cancel 1 Job')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
  }
  await bar(page).getByRole('button', { name: 'Cancel Jobs' }).click()
  await says(dialogOf(page), 'Cancel 1 Job')
  await page.goBack()
  await expect(dialogOf(page)).toBeHidden()
  await says(bar(page), '1 selected')
  await page.getByRole('searchbox').fill('Ivy')
  await expect(page).toHaveURL(/search=Ivy$/)
  await page.goForward()
  await expect(page).toHaveURL(path)
  await says(page, '1 job')
  await page.locator('tr:has([data-tick])').getByRole('link').first().click()
  await expect(page).not.toHaveURL(path)
  await expect(dialogOf(page)).toBeVisible()
  await page.goBack()
  await expect(dialogOf(page)).toBeHidden()
  await page.waitForTimeout(300)
  await expect(page).toHaveURL(path)
  await page.goBack()
  await expect(page).toHaveURL(/search=Ivy$/)
  await page.goBack()
  await expect(page).toHaveURL('/admin/quotes')
  await expect(dialogOf(page)).toBeHidden()
})
