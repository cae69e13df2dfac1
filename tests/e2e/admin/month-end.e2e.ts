import type { Locator } from '@playwright/test'
import { expect, type Person, test } from '#tests/e2e/support/app.ts'
import { dialogOf, examine, says, toastOf } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// An administrator's month's end, by a mouse of which each click is counted.

const AGENCIES = 10
const VISITS = 6
/** With the visit at which each was made. */
const QUOTES = 2

test('a hundred visits and quotes of ten agencies are invoiced, checked, downloaded for Xero and told in statements by 12 clicks (33 before for 30 visits alone)', async ({
  people,
}) => {
  test.slow()
  const run = crypto.randomUUID().slice(0, 8)
  const contractor = await people.contractor()
  const agencyOf = (at: number) => `Larkfield ${run} ${at}`
  const agents: Person[] = []
  for (let at = 0; at < AGENCIES; at++)
    agents.push(await people.agent({ company: agencyOf(at), email: `books${at}.${run}@larkfield.example` }))
  const crewOf = (agent: Person) => ({ agent, contractor, admin: people.admin })
  await Promise.all(
    agents.map(async (agent, at) => {
      const job = { estateAgency: agencyOf(at), propertyName: `Ivy House ${run} ${at}` }
      for (let made = 0; made < VISITS; made++) await aJob(crewOf(agent), 'completed', { job })
      for (let made = 0; made < QUOTES; made++) await aJob(crewOf(agent), 'quote_work_done', { job })
    }),
  )

  let clicks = 0
  const click = (control: Locator) => {
    clicks++
    return control.click()
  }
  const page = await people.admin.open('/')
  const dialog = dialogOf(page)
  for (const [tab, asked] of [
    ['Contractor Visits', /^Send \d+ Visits to Invoiced$/],
    ['Quote Work Completed', /^Send \d+ Quotes to Invoiced$/],
  ] as const) {
    await click(page.getByRole('link', { name: new RegExp(`^${tab}`) }))
    await click(page.getByRole('button', { name: /^Send All \d+$/ }))
    await says(dialog, 'invoices of £', 'together')
    await click(dialog.getByRole('button', { name: asked }))
    await says(toastOf(page), 'Sent to Invoiced')
    await expect(dialog).toBeHidden()
  }
  await click(page.getByRole('link', { name: /^Invoiced Items/ }))
  await click(page.getByRole('link', { name: 'Accounting File' }))
  await says(page.getByRole('main'), 'Codes of Xero', 'The first rows')
  await examine(page)
  const download = page.waitForEvent('download')
  await click(page.getByRole('button', { name: 'Download' }))
  const rows: string[] = []
  for await (const chunk of await (await download).createReadStream()) rows.push(String(chunk))
  expect(rows.join('').match(/INV-\d{6}/g)?.length).toBeGreaterThanOrEqual(AGENCIES * (VISITS + 2 * QUOTES))
  await click(page.getByRole('link', { name: 'Statements' }))
  await click(page.getByText('Select all shown'))
  await click(page.getByRole('button', { name: 'Send Statements' }))
  await says(toastOf(page), 'Statements Sent')
  expect(clicks).toBe(12)
  const mailbox = await people.stranger('/dev/mail')
  for (let at = 0; at < AGENCIES; at++) {
    const told = mailbox.getByRole('row').filter({ hasText: `books${at}.${run}@larkfield.example` })
    await expect(async () => {
      await mailbox.goto('/dev/mail')
      await expect(told.filter({ hasText: 'Statement of' })).toHaveCount(1, { timeout: 500 })
    }).toPass()
  }

  const query = new URLSearchParams({ agency: agencyOf(0) })
  const invoices = await people.admin.api.get<unknown[]>(`/api/invoices?${query}`)
  expect(invoices).toHaveLength(VISITS + 2 * QUOTES)
})
