import type { Page } from '@playwright/test'
import { expect, type People, type Person, test } from '#tests/e2e/support/app.ts'
import { keepsTyped, WITHOUT_WORKER } from '#tests/e2e/support/phone.ts'
import { dialogOf, itemOf, noteToasts, says, signIn } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

/** Ends every session of an agent, as a reset of the password does, and returns what they sign in with from now on. */
async function endSessions(people: People, agent: Person) {
  const path = `/api/estate-agents/${agent.id}/reset-password`
  const { newPassword } = await people.admin.api.post<{ newPassword: string }>(path)
  return { ...agent, password: newPassword }
}

/** Whether the page says that it is signed out and goes to sign in half a second later. */
async function isSentAway<Done>(page: Page, act: () => Promise<Done>): Promise<Done> {
  const toldLast = await noteToasts(page)
  const leaving = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/login')
  const done = await act()
  await leaving
  await expect(page).toHaveURL(/\/login(\?next=.*)?$/)
  const told = await toldLast()
  expect(told.words).toContain('Unauthorized')
  expect(told.words).toContain('You are logged out. Logging in again...')
  expect(told.readable).toBeGreaterThanOrEqual(499)
  return done
}

test('a dashboard that polls hears that its session ended', { tag: '@phone' }, async ({ people, watch }) => {
  watch.allow(/^401 GET \/$/)
  const agent = await people.agent()
  const page = await agent.open('/')
  // It may ask while its sessions are being ended.
  const again = await isSentAway(page, () => endSessions(people, agent))
  await signIn(page, again)
  await expect(page).toHaveURL('/')
  await says(page, 'Hello, Olivia')
})

test('who logs out comes home, also where a poll was refused meanwhile', { tag: '@desktop' }, async ({
  people,
  watch,
}) => {
  watch.allow(/^401 GET \/$/)
  const page = await (await people.agent()).open('/', WITHOUT_WORKER)
  await page.route('**/api/logout', async (route) => {
    const refused = page.waitForResponse((answer) => answer.status() === 401)
    const response = await route.fetch({ maxRedirects: 0 })
    await refused
    // What leads to Login does so after half of it.
    await page.waitForTimeout(1000)
    await route.fulfill({ response })
  })
  await page.getByRole('link', { name: 'Log Out' }).click({ noWaitAfter: true })
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a button of a list that meets an ended session does nothing, and leads back to the question', {
  tag: '@phone',
}, async ({ people, watch }) => {
  watch.allow(/^401 POST \/quotes\//)
  const crew = await people.crew()
  const job = await aJob(crew, 'quote_pending')
  const page = await crew.agent.open('/quotes?status=pending')
  await itemOf(page, job.propertyName)
    .getByRole('button', { name: /Approve/ })
    .click()
  await expect(dialogOf(page)).toBeVisible()
  const again = await endSessions(people, crew.agent)
  await isSentAway(page, () => dialogOf(page).getByRole('button', { name: 'Approve Quote' }).click())
  await signIn(page, again)
  // Back at the question, which was not answered.
  await expect(page).toHaveURL(/\/approve\?back=%2Fquotes/)
  await page.goto('/quotes?status=pending')
  await says(itemOf(page, job.propertyName), 'Pending')
})

test('what was typed into Create Job is there after signing in again', { tag: '@phone' }, async ({ people }) => {
  const agent = await people.agent()
  const page = await agent.open('/create-job')
  const lookedUp = page.waitForResponse(/\/jobs\/at-property/)
  await page.getByLabel('Estate Agency').fill('Rightway Lettings')
  await page.getByLabel('Property Name').fill('Rose Cottage')
  await page.getByLabel('Property Address').fill('12 Mill Lane\nGuildford')
  await page.getByLabel('What needs fixing?').fill('The boiler loses pressure every night.')
  await page.getByLabel('Urgency').selectOption('high')
  // Asked for later, it would meet the ended session first.
  await lookedUp
  await keepsTyped(page, '"high"')
  const again = await endSessions(people, agent)
  await page.getByRole('button', { name: 'Create Job' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fcreate-job/)
  await signIn(page, again)
  await expect(page).toHaveURL('/create-job')
  await expect(page.getByLabel('Estate Agency')).toHaveValue('Rightway Lettings')
  await expect(page.getByLabel('Property Name')).toHaveValue('Rose Cottage')
  await expect(page.getByLabel('Property Address')).toHaveValue('12 Mill Lane\nGuildford')
  await expect(page.getByLabel('What needs fixing?')).toHaveValue('The boiler loses pressure every night.')
  await expect(page.getByLabel('Urgency')).toHaveValue('high')
  await page.getByRole('button', { name: 'Create Job' }).click()
  await says(itemOf(page, 'Rose Cottage'), 'URGENT')
  // What the server has taken is not offered again.
  await page.goto('/create-job')
  await expect(page.getByLabel('Property Name')).toHaveValue('')
})

test('Log Out ends the session everywhere in this browser, and Back shows nothing of it', { tag: '@phone' }, async ({
  people,
  watch,
}) => {
  const agent = await people.agent()
  await aJob({ ...(await people.crew()), agent })
  const page = await agent.open('/jobs')
  await says(page, 'Rose Cottage')
  const small = (page.viewportSize()?.width ?? 0) < 768
  if (small) await page.getByLabel('Menu').click()
  await page.getByRole('link', { name: 'Log Out' }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/')
  await says(page, 'Get Started')
  watch.allow(/^302/)
  await page.goBack()
  await expect(page.getByText('Rose Cottage')).toHaveCount(0)
  expect((await agent.api.send('GET', '/api/auth/user')).status).toBe(401)
})

/** Each form in which something is typed: where it stands, its field, what is pressed, and where it is again. */
test('what was typed is there for the same person after signing in again, and never for another', {
  tag: '@phone',
}, async ({ people, server, watch }) => {
  watch.allow(/^401 /)
  const crew = await people.crew()
  const job = await aJob(crew, 'pending')
  const page = await crew.agent.open(`/jobs/${job.id}`)
  const message = page.getByLabel('Write a message')
  await message.fill('The key is with the neighbour now.')
  await keepsTyped(page, 'The key is with the neighbour now.')
  const again = await endSessions(people, crew.agent)
  await isSentAway(page, () => page.getByRole('button', { name: 'Send', exact: true }).click())
  const other = await people.agent()
  const secondPage = await page.context().newPage()
  await signIn(page, again)
  await expect(page).toHaveURL(`/jobs/${job.id}`)
  await says(page, 'Your unsent text is back.')
  await expect(message).toHaveValue('The key is with the neighbour now.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await says(page.getByRole('log'), 'The key is with the neighbour now.')
  await expect(message).toHaveValue('')
  await expect(page.getByText('Your unsent text is back.')).toHaveCount(0)
  await message.fill('And the alarm is off.')
  await keepsTyped(page, 'alarm')
  await page.context().clearCookies()
  const session = { name: 'session', value: other.api.session, url: server.url, httpOnly: true }
  await page.context().addCookies([session])
  await secondPage.goto('/')
  await expect.poll(() => secondPage.evaluate(() => JSON.stringify(localStorage))).not.toContain('alarm')
})

test('a plain form that meets an ended session has its text again, and a password is never kept', {
  tag: '@phone',
}, async ({ people }) => {
  const page = await people.admin.open('/admin/webhooks/new')
  await page.getByLabel('Name').fill('Accounting')
  await page.getByLabel('Address').fill('https://accounting.example/hook')
  await page.getByText(/^Job/).first().click()
  await keepsTyped(page, 'https://accounting.example/hook')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Create Webhook' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fadmin%2Fwebhooks%2Fnew/)
  await signIn(page, people.admin)
  await says(page, 'Your unsent text is back.')
  await expect(page.getByLabel('Address')).toHaveValue('https://accounting.example/hook')
  await page.goto('/profile')
  await page.getByLabel('Current Password').fill('battery staple one')
  await page.getByRole('button', { name: 'Show current password' }).click()
  await page.getByLabel('Current Password').pressSequentially(' two')
  await page.getByLabel('Token Name').fill('Nightly export')
  await keepsTyped(page, 'Nightly export')
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).not.toContain('battery')
})
