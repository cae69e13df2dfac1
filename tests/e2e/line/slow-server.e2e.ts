import type { Locator, Page, Request } from '@playwright/test'
import { expect, type People, test } from '#tests/e2e/support/app.ts'
import { intercept } from '#tests/e2e/support/intercept.ts'
import { WITHOUT_WORKER } from '#tests/e2e/support/phone.ts'
import { dialogOf, isBackAt, isSmall, itemOf, questionOf } from '#tests/e2e/support/screen.ts'
import { aJob, type Crew, type Stage } from '#tests/e2e/support/world.ts'

// A server that takes its time: every button that sends is disabled, says what it does, and sends once.

/** Presses `button` twice, answering a question with yes, and looks at it while nothing is answered. */
async function sendsOnce(page: Page, button: Locator, idle: string | RegExp, busy: string, yes?: string) {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const posts: Request[] = []
  const hurry = await intercept(page, '**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    posts.push(route.request())
    // The script looks at the page before a plain form's answer takes it away.
    await answered
    return route.continue()
  })
  await expect(button).toHaveText(idle)
  const response = page.waitForResponse((one) => one.request().method() === 'POST')
  // By its element: its words are about to change. By the script: Playwright waits for the answer to its own clicks.
  const told = await button.evaluate(async (element: HTMLButtonElement, yes) => {
    const soon = () => new Promise((done) => setTimeout(done, 300))
    element.click()
    if (yes) document.querySelector<HTMLButtonElement>('#confirm [value=yes]')?.click()
    await soon()
    const words = element.textContent
    element.click()
    await soon()
    return { words, disabled: element.disabled }
  }, yes)
  expect(told).toEqual({ words: busy, disabled: true })
  await expect.poll(() => posts.length).toBeGreaterThan(0)
  expect(posts).toHaveLength(1)
  let arrived = false
  page.once('domcontentloaded', () => (arrived = true))
  answer()
  const first = await response
  expect(first.status()).toBeLessThan(400)
  // A page that is still on its way would take the place of the one that is opened next.
  if (posts[0]?.isNavigationRequest() || first.headers()['hx-redirect']) await expect.poll(() => arrived).toBe(true)
  hurry()
}

const named = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name })

async function withJob(people: People, stage: Stage) {
  const crew = await people.crew()
  const propertyName = `House ${Math.random().toString(36).slice(2)}`
  return { crew, job: await aJob(crew as Crew, stage, { job: { propertyName } }), propertyName, ...crew }
}

test('of an agent', async ({ people }) => {
  const { agent, propertyName } = await withJob(people, 'quote_pending')
  const page = await agent.open('/create-job', WITHOUT_WORKER)
  await page.getByLabel('Estate Agency').fill('Rightway Lettings')
  await page.getByLabel('Property Name').fill('Rose Cottage')
  await page.getByLabel('Property Address').fill('12 Mill Lane')
  await page.getByLabel('What needs fixing?').fill('The boiler loses pressure every night.')
  await sendsOnce(page, named(page, 'Create Job'), 'Create Job', 'Creating Job...')
  await page.goto('/quotes')
  await named(itemOf(page, propertyName), /Decline/).click()
  await sendsOnce(page, named(dialogOf(page), 'Decline Quote'), 'Decline Quote', 'Declining...')
  await isBackAt(page, '/quotes')
  await page.goto('/completed-jobs')
  await sendsOnce(page, named(page, /Delete All/), 'Delete All 1', 'Deleting...', 'Delete All')
  await page.goto('/profile')
  await page.getByLabel('Token Name').fill('Night report')
  await sendsOnce(page, named(page, 'Create Token'), 'Create Token', 'Creating...')
  await sendsOnce(page, named(page, 'Revoke'), 'Revoke', 'Revoking...', 'Revoke Token')
  await page.getByLabel('Current Password', { exact: true }).fill(agent.password)
  await page.getByLabel('New Password', { exact: true }).fill('another one')
  await page.getByLabel('Confirm New Password', { exact: true }).fill('another one')
  await sendsOnce(page, named(page, 'Change Password'), 'Change Password', 'Changing...')
})

test('of a contractor', async ({ people }) => {
  const visit = await withJob(people, 'assigned')
  const page = await visit.contractor.open('/jobs')
  await sendsOnce(page, named(page, 'Start'), 'Start', 'Starting...')
  await page.goto(`/visit/${visit.job.id}`)
  await expect(page.getByLabel('Add Photos (Optional)')).toBeEnabled()
  await page.getByLabel('What work did you complete?').fill('Bled the radiators.')
  await sendsOnce(page, named(page, 'Complete Job'), 'Complete Job', 'Submitting...')
  const work = await withJob(people, 'quote_approved')
  const other = await work.contractor.open('/jobs')
  await sendsOnce(other, named(other, 'Mark Complete'), 'Mark Complete', 'Submitting...', 'Mark Complete')
})

test('of an administrator', async ({ people }) => {
  const { admin, job, propertyName } = await withJob(people, 'pending')
  const page = await admin.open(`/admin/jobs/${job.id}/edit`)
  await sendsOnce(page, named(page, 'Save Changes'), 'Save Changes', 'Saving...')
  await page.goto(`/admin/jobs?search=${propertyName}`)
  await itemOf(page, propertyName).getByRole('link', { name: propertyName }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('link', { name: 'Assign Contractor' }).click()
  await dialog.locator('.choice .offer').first().click()
  await sendsOnce(page, named(dialog, 'Assign Contractor'), 'Assign Contractor', 'Assigning...')
  // At a desk the job stands beside its list.
  await isBackAt(page, isSmall(page) ? /search=/ : new RegExp(`/admin/jobs/${job.id}$`))
  await page.goto(`/admin/jobs/${job.id}`)
  await sendsOnce(page, named(page, 'Unassign'), 'Unassign', 'Unassigning...', 'Unassign')
  await page.goto(`/admin/jobs/${job.id}/cancel`)
  await page.getByLabel('Reason').fill('Sold')
  await sendsOnce(page, named(page, 'Cancel Job'), 'Cancel Job', 'Cancelling...')
  await page.goto(`/admin/jobs/${job.id}`)
  await sendsOnce(page, named(page, 'Delete Job'), 'Delete Job', 'Deleting...', 'Delete Job')
  await page.goto('/admin/accounts')
  const form = page.locator('form', { hasText: 'Create Estate Agent Account' })
  await expect(form.getByRole('button', { name: 'Generate' })).toHaveAttribute('type', 'button')
  await form.getByLabel('Username').fill(`nia${Date.now()}`)
  await form.getByLabel('First Name').fill('Nia')
  await form.getByLabel('Last Name').fill('Cole')
  await form.getByLabel('Password', { exact: true }).fill('battery staple')
  const create = named(form, 'Create Estate Agent Account')
  await sendsOnce(page, create, 'Create Estate Agent Account', 'Creating...')
  const done = await withJob(people, 'completed')
  await page.goto('/?tab=visits')
  await itemOf(page, done.propertyName).getByRole('link', { name: 'Send to Invoiced' }).click()
  await sendsOnce(page, named(dialog, 'Send to Invoiced'), 'Send to Invoiced', 'Sending...')
})

test('of somebody who signs in', async ({ people }) => {
  const agent = await people.agent()
  const page = await people.stranger('/login')
  await page.getByLabel('Email or Username').fill(agent.identifier)
  await page.getByLabel('Password', { exact: true }).fill(agent.password)
  await sendsOnce(page, named(page, 'Login'), 'Login', 'Logging in...')
})

test('a second new password is another one: its form has a key of its own again', async ({ people }) => {
  const contractor = await people.contractor({ lastName: `Reset${Date.now()}` })
  const page = await people.admin.open(`/admin/contractors?search=${contractor.name.split(' ')[1]}`)
  const row = itemOf(page, contractor.name)
  const reset = async () => {
    await named(row, /Reset Password/).click()
    const answer = page.waitForResponse(/reset-password/)
    await named(questionOf(page), 'Reset Password').click()
    return /<code>([^<]+)<\/code>/.exec(await (await answer).text())?.[1]
  }
  const first = await reset()
  await expect(row).toContainText(first ?? 'none')
  const second = await reset()
  expect(second).toBeTruthy()
  expect(second).not.toBe(first)
})
