import { expect, test } from '#tests/e2e/support/app.ts'
import { dialogOf, examine, itemOf, says, toastOf } from '#tests/e2e/support/screen.ts'
import {
  aStory,
  chooseContractor,
  everybodyTold,
  mailsAbout,
  ON_PHONE,
  openVisit,
  send,
  timelineOf,
} from '#tests/e2e/support/story.ts'

// Jobs with quotes as they really go; what everybody was told, and the timeline as its evidence.
// Contractors are on phones and administrators at desks; agents are here and there.

test('a quote of £12.34 meant as £1,234 is revised, declined for a new price, and approved', async ({
  people,
  watch,
}) => {
  watch.allow(/^409 /)
  const { admin, agent, contractor, property, id, status } = await aStory(people)
  const page = await contractor.open('/jobs', ON_PHONE)
  const quote = async (amount: string) => {
    await openVisit(page, id)
    await page.getByLabel('What work did you complete?').fill('Found a failed vessel.')
    await page.getByLabel('This job needs a quote').check()
    await page.getByLabel('Quote Amount (£)').fill(amount)
    await page.getByLabel('Quote Description').fill('Replace the expansion vessel.')
    await send(page, 'Submit Work & Quote')
    await says(page, 'Quote Submitted')
  }
  await quote('12.34')
  const agentPage = await agent.open('/quotes', ON_PHONE)
  await says(itemOf(agentPage, property), '£12.34')

  await page.goto('/history?show=quotes')
  await itemOf(page, property).getByRole('link', { name: 'Change Quote' }).click()
  await examine(page)
  await page.getByLabel('Quote Amount (£)').fill('1234')
  await send(page, 'Change Quote')
  await says(page, '£1,234.00')

  // What the agent still sees is not what would be approved.
  await itemOf(agentPage, property)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await says(dialogOf(agentPage), 'The quote has changed: it is now £1,234.00.')
  await dialogOf(agentPage).getByText('Cancel', { exact: true }).click()
  await expect(dialogOf(agentPage)).toBeHidden()
  await itemOf(agentPage, property)
    .getByRole('button', { name: /^Decline/ })
    .click()
  await says(dialogOf(agentPage), 'Are you sure you want to decline this quote?')
  await dialogOf(agentPage).getByLabel('Reason (optional)').fill('The landlord pays up to £1,100.')
  await dialogOf(agentPage).getByLabel('Ask for a new price').check()
  await examine(agentPage)
  await dialogOf(agentPage).getByRole('button', { name: 'Decline Quote' }).click()
  await says(agentPage, 'New Price Asked For')
  expect(await status()).toBe('assigned')

  await quote('1080')
  await agentPage.goto('/')
  await itemOf(agentPage, property)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await dialogOf(agentPage).getByRole('button', { name: 'Approve Quote' }).click()
  await says(toastOf(agentPage), 'Quote Approved')
  expect(await status()).toBe('quote_approved')
  const adminPage = await admin.open('/')
  await everybodyTold(adminPage, property, [
    'carl: New job',
    'olivia: Quote of £12.34 for',
    'olivia: Quote changed: £1,234.00 for',
    'carl: New price wanted',
    'olivia: Quote of £1,080.00 for',
    'carl: Quote approved',
  ])
  expect(await timelineOf(adminPage, id)).toEqual([
    ...['Job Created', 'Contractor Assigned', 'Visit Completed, Quote Needed', 'Quote Submitted', 'Quote Revised'],
    ...['New Price Asked For', 'Visit Completed, Quote Needed', 'Quote Submitted', 'Quote Approved'],
  ])
})

test('of three rivals one is approved', async ({ people }) => {
  const { admin, agent, contractor, property, id, status } = await aStory(people, 'quote_pending')
  const [dee, tom] = [
    await people.contractor({ firstName: 'Dee', lastName: 'Whitlock' }),
    await people.contractor({ firstName: 'Tom', lastName: 'Abara' }),
  ]
  const adminPage = await admin.open(`/admin/jobs/${id}`)
  for (const rival of [dee, tom]) {
    await adminPage.goto(`/admin/jobs/${id}`)
    await adminPage.getByRole('link', { name: 'Ask for Another Quote' }).click()
    await examine(adminPage)
    await chooseContractor(adminPage, rival, 'Ask for Another Quote')
    await says(adminPage, 'Another Quote Asked For')
  }
  const agentPage = await agent.open('/', ON_PHONE)
  await says(agentPage, 'Two more were asked and have not quoted yet.')
  for (const [rival, amount] of [
    [dee, '380'],
    [tom, '610'],
  ] as const) {
    const page = await rival.open('/jobs', ON_PHONE)
    await expect(page.getByText(contractor.name)).toHaveCount(0)
    await itemOf(page, property).getByRole('link', { name: 'Log Visit' }).click()
    await page.getByLabel('What work did you complete?').fill('Looked at it.')
    await page.getByLabel('This job needs a quote').check()
    await page.getByLabel('Quote Amount (£)').fill(amount)
    await page.getByLabel('Quote Description').fill('A new vessel.')
    await send(page, 'Submit Work & Quote')
    await says(page, 'No jobs assigned')
  }
  await agentPage.goto('/')
  await says(agentPage, '£380.00', '£480.00', '£610.00', 'Dee Whitlock', 'Tom Abara')
  await examine(agentPage)
  await agentPage.getByRole('button', { name: /^Approve the quote of Dee Whitlock/ }).click()
  await says(dialogOf(agentPage), /2 other quotes will be declined/)
  await dialogOf(agentPage).getByRole('button', { name: 'Approve Quote' }).click()
  await says(toastOf(agentPage), 'Quote Approved')
  await expect(agentPage.getByRole('heading', { name: 'Quotes Pending Approval' })).toHaveCount(0)
  expect(await status()).toBe('completed')
  await mailsAbout(adminPage, property, (told) =>
    expect(told.slice(-3).sort()).toEqual(['carl: Quote approved', 'carl: Quote declined', 'carl: Quote declined']),
  )
  expect(await timelineOf(adminPage, id)).toEqual([
    ...['Job Created', 'Contractor Assigned', 'Visit Completed, Quote Needed', 'Quote Submitted'],
    ...['Another Quote Asked For', 'Another Quote Asked For', 'Quote Declined'],
  ])
})
