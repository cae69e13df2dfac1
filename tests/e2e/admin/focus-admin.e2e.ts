import type { Locator, Page } from '@playwright/test'
import { button, confirm, inside, onHeading, press } from '#tests/e2e/support/focus.ts'
import { expect, test } from '#tests/e2e/support/hard-world.ts'
import { dialogOf, says, toastOf } from '#tests/e2e/support/screen.ts'

// As focus.e2e.ts, on the administrator's screens.

test.use({ changing: true })
// One worker makes that world once: filling it takes longer than a test.
test.describe.configure({ mode: 'default' })

/** The items of a list by the ids of their elements, as they stand now. */
const idsOf = async (page: Page, list: string) => {
  await page.locator(`${list} > [id]`).first().waitFor()
  return page.locator(`${list} > [id]`).evaluateAll((items) => items.map(({ id }) => id))
}

/** Does something to an item in the middle of a list, then expects the focus on the one after it. */
async function leaves(page: Page, list: string, act: (item: Locator) => Promise<void>) {
  const ids = await idsOf(page, list)
  const item = page.locator(`[id="${ids[1]}"]`)
  await act(item)
  await expect(item).toHaveCount(0)
  await inside(page.locator(`[id="${ids[2]}"]`))
}

test('the dashboard: items that leave their tab, the tabs themselves, Load more', async ({ open }) => {
  const page = await open('admin')
  const acts = [
    [
      '/',
      async (item: Locator) => {
        await press(page, item.locator('summary'))
        await confirm(page, button(item, /^Delete/))
      },
    ],
    ['/?tab=visits', (item: Locator) => confirm(page, button(item, /^Delete/))],
    ['/?tab=invoiced', (item: Locator) => confirm(page, button(item, /^Delete/))],
    ['/?tab=quotes', (item: Locator) => confirm(page, button(item, /^Delete/))],
  ] as const
  for (const [path, act] of acts)
    await test.step(path, async () => {
      await page.goto(path)
      await leaves(page, '#admin-work tbody', act)
    })
  await test.step('a tab', async () => {
    await press(page, page.locator('.tabs a', { hasText: 'Invoiced Items' }))
    await expect(page.locator('.tabs [aria-current]')).toHaveText(/Invoiced Items/)
    await expect(page.locator('.tabs [aria-current]')).toBeFocused()
  })
  for (const [path, list] of [
    ['/', '#admin-work tbody'],
    ['/admin/jobs', 'tbody'],
  ] as const)
    await test.step(`Load more on ${path}`, async () => {
      await page.goto(path)
      const ids = await idsOf(page, list)
      await press(page, page.getByRole('link', { name: 'Load more' }))
      await expect.poll(async () => (await idsOf(page, list)).length).toBeGreaterThan(ids.length)
      await inside(page.locator(`[id="${(await idsOf(page, list))[ids.length]}"]`))
    })
})

test('sending to invoiced, to the last: then the heading of the tab', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/?tab=quotes')
  for (let left = await page.locator('tbody > tr').count(); left > 0; left--) {
    const [, after] = await idsOf(page, 'tbody')
    await confirm(page, button(page.locator('tbody > tr').first(), /^Send to Invoiced/))
    await expect(page.locator('tbody > tr')).toHaveCount(left - 1)
    if (after) await inside(page.locator(`[id="${after}"]`))
  }
  await onHeading(page, 'Quote Work Completed')
})

test('assigning from the list, and deleting in the dialog of a row', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/admin/jobs')
  const row = page.locator('tbody tr', { has: page.locator('[href$="/assign"]') }).first()
  const id = await row.getAttribute('id')
  const same = page.locator(`[id="${id}"]`)
  await press(page, row.locator('[href$="/assign"]'))
  await dialogOf(page).locator('.choice .offer').first().click()
  await press(page, button(dialogOf(page), /^Assign Contractor/))
  await expect(dialogOf(page)).toBeHidden()
  await says(same, 'Assigned')
  await expect(page).toHaveURL('/admin/jobs')
  await inside(same)

  await leaves(page, 'tbody', async (item) => {
    await press(page, item.locator('th a').first())
    await confirm(page, button(dialogOf(page), /^Delete Job/))
    await expect(dialogOf(page)).toBeHidden()
    await expect(page).toHaveURL('/admin/jobs')
  })
})

test('accounts and e-mails', async ({ open }) => {
  const page = await open('admin')
  for (const path of ['/admin/contractors', '/admin/accounts'])
    await test.step(path, async () => {
      await page.goto(path)
      const row = page.locator('tbody tr').first()
      await confirm(page, button(row, /^Reset Password/))
      await row.locator('.new-password').waitFor()
      await expect(button(row, /^Reset Password/)).toBeFocused()
      await leaves(page, 'tbody', (item) => confirm(page, button(item, /^Delete/)))
    })
  await test.step('e-mails', async () => {
    await page.goto('/admin/emails?tab=failed')
    const [, second] = await idsOf(page, 'tbody')
    await press(page, button(page.locator('tbody tr').first(), /^Resend/))
    await says(toastOf(page), 'E-mail Queued')
    await inside(page.locator(`[id="${second}"]`))
    await confirm(page, button(page, /^Resend All/))
    await says(page, 'No e-mail has failed')
    await onHeading(page, 'E-mails')
  })
})
