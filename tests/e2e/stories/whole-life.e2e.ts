import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import {
  chooseContractor,
  dialogOf,
  examine,
  itemOf,
  questionOf,
  says,
  signIn,
  toastOf,
} from '#tests/e2e/support/screen.ts'
import { jobInput } from '#tests/e2e/support/world.ts'

async function raise(page: Page, property: string) {
  const job = jobInput({ propertyName: property, urgency: 'high' })
  await page
    .getByRole('link', { name: /Create New Job/ })
    .first()
    .click()
  await page.getByLabel('Your Name').fill(job.estateAgentName)
  await page.getByLabel('Estate Agency').fill(job.estateAgency)
  await page.getByLabel('Property Name').fill(property)
  await page.getByLabel('Property Address').fill(job.propertyAddress)
  await page.getByLabel('What needs fixing?').fill(job.issueDescription)
  await page.getByLabel('Urgency').selectOption({ label: 'High' })
  await page.getByLabel('Access Notes (Optional)').fill(job.accessNotes)
  await page.getByRole('button', { name: 'Create Job' }).click()
  await expect(page).toHaveURL('/')
  await says(page, 'Job Created')
  await says(itemOf(page, property), 'URGENT', 'VISIT', job.propertyAddress, job.issueDescription)
  return job
}

async function assign(page: Page, property: string, contractor: { id: string; name: string; identifier: string }) {
  await page.goto(`/admin/jobs?search=${encodeURIComponent(property)}`)
  await says(page, /Showing 1 of \d+ jobs/)
  await says(itemOf(page, property), 'Awaiting assignment', 'Pending')
  await itemOf(page, property)
    .getByRole('link', { name: /Assign Contractor/ })
    .click()
  const dialog = dialogOf(page)
  // Other tests' contractors have the same name.
  await chooseContractor(dialog, contractor.id, contractor.identifier)
  await examine(page)
  await dialog.getByRole('button', { name: 'Assign Contractor' }).click()
  await says(itemOf(page, property), 'Assigned', contractor.name)
}

async function mailTo(page: Page, address: string, subject: RegExp): Promise<Locator> {
  const row = page.getByRole('row').filter({ hasText: address }).filter({ hasText: subject })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(row).toBeVisible({ timeout: 500 })
  }).toPass()
  await row.getByRole('link').click()
  return page.getByRole('main')
}

const pick = (photo: Buffer, ...names: string[]) =>
  names.map((name) => ({ name, mimeType: 'image/jpeg', buffer: photo }))

async function logVisit(page: Page, property: string, photo: Buffer) {
  await page.reload()
  const card = itemOf(page, property)
  await says(card, 'Ready to Start', 'Urgent')
  await card.getByRole('button', { name: 'Start' }).click()
  await says(card, 'In Progress')
  await card.getByRole('link', { name: 'Log Visit' }).click()
  await page.getByLabel('What work did you complete?').fill('Bled the radiators; the vessel has lost its air.')
  const add = page.getByLabel('Add Photos (Optional)')
  await expect(add).toBeEnabled()
  await add.setInputFiles(pick(photo, 'boiler.jpg', 'vessel.jpg'))
  await page.getByLabel('This job needs a quote').check()
  await page.getByLabel('Quote Amount (£)').fill('480')
  await page.getByLabel('Quote Description').fill('Replace the expansion vessel.')
  const submit = page.getByRole('button', { name: 'Submit Work & Quote' })
  await expect(submit).toBeEnabled()
  await examine(page)
  await submit.click()
  await says(page, 'No jobs assigned')
}

async function thumbnails(page: Page): Promise<string[]> {
  const images = dialogOf(page).locator('figure.photos img')
  await expect(images).toHaveCount(2)
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  }
  return Promise.all((await images.all()).map(async (image) => (await image.getAttribute('src')) ?? ''))
}

async function openTab(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name }).click()
}

/** In the list of the open tab: the rows of Next above may show it too. */
const listed = (page: Page, property: string) => itemOf(page.locator('#admin-work'), property)

async function sendToInvoiced(page: Page, tab: string, property: string) {
  await openTab(page, tab)
  // What was told before is not taken for what is told now.
  await expect(toastOf(page)).toHaveCount(0)
  const item = listed(page, property)
  if (tab === 'Contractor Visits') {
    // The fee is filled in and has the focus: one key more sends it.
    await item.getByRole('link', { name: /Send to Invoiced/ }).click()
    await expect(dialogOf(page).getByLabel('Visit Fee')).toBeFocused()
    await page.keyboard.press('Enter')
  } else {
    await item.getByRole('button', { name: 'Send to Invoiced' }).click()
    await questionOf(page).getByRole('button', { name: 'Send to Invoiced' }).click()
  }
  await says(toastOf(page), 'Sent to Invoiced', /INV-\d{6}/)
  // At once: the message goes by itself.
  const told = (await toastOf(page).textContent()) ?? ''
  await expect(item).toHaveCount(0)
  return /INV-\d{6}/.exec(told)?.[0] ?? ''
}

// The stories of a phone are in stories.e2e.ts.
test("a job's whole life, from the report to the invoices", { tag: '@desktop' }, async ({ people, photo }) => {
  test.setTimeout(240_000)
  const { admin, agent, contractor } = await people.crew()
  const stranger = await people.agent()
  const property = `Rose Cottage ${agent.identifier}`

  const agentPage = await people.stranger('/login')
  await signIn(agentPage, agent)
  await says(agentPage, 'Hello, Olivia', 'No recent jobs')
  const job = await raise(agentPage, property)
  await agentPage.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))

  const contractorPage = await contractor.open('/jobs')
  await says(contractorPage, 'No jobs assigned', 'New jobs will appear here when assigned to you')
  const adminPage = await admin.open('/admin/jobs')
  await assign(adminPage, property, contractor)
  await adminPage.goto('/')
  await says(itemOf(adminPage, property), 'Assigned', job.estateAgency, contractor.name, job.accessNotes)

  const mail = await mailTo(adminPage, contractor.identifier, /assigned|new job/i)
  await says(
    mail,
    ...Object.values({ ...job, urgency: 'URGENT' }).map((value) => value),
    /JOB-\d{6}/,
    /\/jobs\/[0-9a-f-]{36}/,
  )
  await examine(adminPage)

  await logVisit(contractorPage, property, photo)

  await test.step('the agent sees the quote without a reload, and approves it', async () => {
    await expect(agentPage.getByRole('heading', { name: 'Quotes Pending Approval' })).toBeVisible()
    const pending = itemOf(agentPage, property)
    await says(pending, '£480.00', `Submitted by ${contractor.name}`, 'Replace the expansion vessel.')
    await says(agentPage, 'No recent jobs')
    await expect(agentPage.locator('body[data-not-reloaded]')).toHaveCount(1)
    await pending.getByRole('link', { name: /View/ }).click()
    await says(dialogOf(agentPage), job.issueDescription, '£480.00', 'Bled the radiators', /permanently deleted/)
    const photos = await thumbnails(agentPage)
    await examine(agentPage)
    for (const path of photos) {
      expect((await agent.api.send('GET', path)).status).toBe(200)
      expect((await stranger.api.send('GET', path)).status).toBe(404)
    }
    await dialogOf(agentPage).getByRole('button', { name: 'Approve Quote' }).click()
    await says(
      dialogOf(agentPage),
      'Are you sure you want to approve this quote for £480.00? The contractor will be notified and can begin work.',
    )
    await dialogOf(agentPage).getByRole('button', { name: 'Approve Quote' }).click()
    await says(toastOf(agentPage), 'Quote Approved', 'The quote has been approved successfully.')
    await expect(agentPage.getByRole('heading', { name: 'Quotes Pending Approval' })).toHaveCount(0)
    await expect(dialogOf(agentPage)).toBeHidden()
    for (const path of photos) await expect.poll(async () => (await agent.api.send('GET', path)).status).toBe(404)
  })

  await test.step('the contractor does the work', async () => {
    await contractorPage.reload()
    const card = itemOf(contractorPage, property)
    await says(card, 'Quote Approved')
    await card.getByRole('link', { name: 'Log Visit' }).click()
    await contractorPage.getByLabel(/What work did you complete/).fill('A new vessel, and the pressure holds.')
    const add = contractorPage.getByLabel('Add Photos (Optional)')
    await expect(add).toBeEnabled()
    await add.setInputFiles(pick(photo, 'new-vessel.jpg'))
    const finish = contractorPage.getByRole('button', { name: 'Mark Complete' })
    await expect(finish).toBeEnabled()
    await finish.click()
    await says(contractorPage, 'No jobs assigned')
    await adminPage.goto(`/admin/quote-work?search=${encodeURIComponent(property)}`)
    await says(itemOf(adminPage, property), '£480.00', '1 photo')
  })

  await test.step('the administrator invoices both', async () => {
    await adminPage.goto('/')
    const visitInvoice = await sendToInvoiced(adminPage, 'Contractor Visits', property)
    const quoteInvoice = await sendToInvoiced(adminPage, 'Quote Work Completed', property)
    expect(quoteInvoice).not.toBe(visitInvoice)
    await openTab(adminPage, 'Invoiced')
    await says(itemOf(adminPage, visitInvoice), 'Visit Fee', '£60.00', contractor.name, job.propertyAddress)
    await says(itemOf(adminPage, quoteInvoice), 'Quote Work', '£480.00', 'Replace the expansion vessel.')
    await examine(adminPage)

    await itemOf(adminPage, visitInvoice)
      .getByRole('button', { name: /Delete/ })
      .click()
    await examine(adminPage)
    await questionOf(adminPage).getByRole('button', { name: 'Delete & Restore' }).click()
    await expect(itemOf(adminPage, visitInvoice)).toHaveCount(0)
    await openTab(adminPage, 'Contractor Visits')
    await expect(listed(adminPage, property)).toBeVisible()

    await openTab(adminPage, 'Invoiced')
    await itemOf(adminPage, quoteInvoice)
      .getByRole('button', { name: /Delete/ })
      .click()
    await questionOf(adminPage).getByLabel('Hard Delete').check()
    await questionOf(adminPage).getByRole('button', { name: 'Permanently Delete' }).click()
    await expect(itemOf(adminPage, quoteInvoice)).toHaveCount(0)
    await openTab(adminPage, 'Quote Work Completed')
    await expect(listed(adminPage, property)).toHaveCount(0)
  })
})
