import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expect, test } from '#tests/e2e/support/app.ts'
import { openMail } from '#tests/e2e/support/mail.ts'
import { examine, questionOf, says, toastOf } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// What is held on a person, and what somebody complains of.

let made = 0
const unique = (name: string) => `${name}${Date.now().toString(36)}${++made}`

async function find(page: Page, words: string, name: string) {
  await page.goto('/admin/people')
  await examine(page)
  await page.getByRole('searchbox').fill(words)
  await page.getByRole('searchbox').press('Enter')
  await says(page, name)
  await examine(page)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await examine(page)
}

async function downloaded(page: Page): Promise<Record<string, string>> {
  const arriving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^fettle-person-.*\.zip$/)
  const files = unzipSync(new Uint8Array(await readFile(await download.path())))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
}

async function erase(page: Page, label: string) {
  await page.getByRole('button', { name: 'Erase' }).click()
  await says(questionOf(page), 'This cannot be undone.')
  await examine(page)
  await questionOf(page).getByRole('button', { name: 'Erase' }).click()
  await expect(toastOf(page)).toContainText(label)
}

test('an administrator finds a contractor, exports what is held, deletes the account and erases them', async ({
  people,
}) => {
  const lastName = unique('Quill')
  const contractor = await people.contractor({ firstName: 'Xanthippa', lastName })
  const crew = { ...(await people.crew()), contractor }
  await aJob(crew, 'completed')
  const page = await people.admin.open('/admin/accounts')
  await page.getByRole('link', { name: 'Personal Data' }).click()
  await expect(page).toHaveURL(/\/admin\/people$/)
  await find(page, lastName, `Xanthippa ${lastName}`)
  const files = await downloaded(page)
  expect(JSON.parse(files['account.json']!)).toEqual([expect.objectContaining({ last_name: lastName })])
  expect(JSON.parse(files['visits.json']!)).toHaveLength(1)
  await says(page, 'This account is in use.')
  await page.getByRole('link', { name: 'Open the Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName)
  await people.admin.api.delete(`/api/contractors/${contractor.id}`)
  await find(page, lastName, `Xanthippa ${lastName}`)
  await erase(page, 'Former contractor')
  await page.getByRole('searchbox').fill(lastName)
  await page.getByRole('searchbox').press('Enter')
  await says(page, 'Nobody is found')
})

test('an administrator finds a tenant by phone, exports their jobs and erases them', async ({ people }) => {
  const tenantName = `Tom ${unique('Reed')}`
  const tenantPhone = `07700 9${String(Date.now()).slice(-5)}`
  const crew = await people.crew()
  const { id } = await aJob(crew, 'completed', { job: { tenantName, tenantPhone } })
  const page = await people.admin.open('/')
  await find(page, tenantPhone.replaceAll(' ', ''), tenantName)
  expect((await downloaded(page))['jobs.json']).toContain(tenantName)
  await erase(page, 'Former tenant')
  await page.goto(`/admin/jobs/${id}`)
  await expect(page.getByText(tenantName)).toHaveCount(0)
})

test('a stranger complains; an administrator sees its days, answers and closes it', async ({ people, watch }) => {
  watch.allow(/^422 POST /)
  const name = `Tom ${unique('Reed')}`
  const email = `${unique('tom')}@tenants.example`
  const stranger = await people.stranger('/privacy-policy')
  await stranger.getByRole('button', { name: 'Send Complaint' }).click()
  await expect(stranger.locator('.error-summary')).toBeVisible()
  await examine(stranger)
  await stranger.getByLabel('Your Name').fill(name)
  await stranger.getByLabel('Your E-mail').fill(email)
  await stranger.getByLabel('Your Complaint').fill('My number was given to somebody else.')
  await stranger.getByRole('button', { name: 'Send Complaint' }).click()
  await says(stranger, 'We Have Your Complaint')
  await examine(stranger)
  const ref = (await stranger.getByText(/^DC-\d+$/).textContent())!

  const page = await people.admin.open('/')
  await page.getByRole('link', { name: /complaints? to answer/ }).click()
  await expect(page).toHaveURL(/\/admin\/complaints$/)
  await says(page, name, 'To answer, 30 days left')
  await examine(page)
  await page.getByRole('link', { name: ref, exact: true }).click()
  await says(page, 'My number was given to somebody else.', 'To answer, 30 days left')
  await examine(page)
  await page.getByRole('button', { name: 'Send Answer' }).click()
  await says(page.locator('.error-summary'), 'Please write the answer')
  await examine(page)
  await page.getByLabel('Your Answer').fill('We are sorry. It will not happen again.')
  await page.getByRole('button', { name: 'Send Answer' }).click()
  await expect(toastOf(page)).toContainText('Answer Sent')
  await page.getByLabel('Reason').fill('Answered and settled.')
  await page.getByRole('button', { name: 'Close Complaint' }).click()
  await expect(toastOf(page)).toContainText(`${ref} Closed`)
  await page.getByRole('link', { name: 'Closed', exact: true }).click()
  await says(page, name)
  await examine(page)
  await page.getByRole('link', { name: ref, exact: true }).click()
  await says(page, 'We are sorry. It will not happen again.', 'Answered and settled.')
  await examine(page)
  await openMail(stranger, email, 'Our answer')
  await says(stranger, 'We are sorry. It will not happen again.')
})
