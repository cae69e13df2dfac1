import type { Page } from '@playwright/test'
import { expect, test } from './support/app.ts'
import { dialogOf, itemOf, questionOf, toastOf, unfold } from './support/screen.ts'
import { aJob } from './support/world.ts'

/** As Safari is: a pressed button has no focus. */
function leaveButtons(): void {
  addEventListener('mousedown', (event) => {
    if ((event.target as Element).closest('button')) event.preventDefault()
  })
}

/** As the oldest browsers are. */
function takeAway(): void {
  for (const name of ['popover', 'showPopover', 'hidePopover', 'checkVisibility', 'ariaNotify'])
    for (const { prototype } of [HTMLElement, Element]) delete (prototype as unknown as Record<string, unknown>)[name]
}

const open = async (page: Page, path: string, script: () => void) => {
  await page.addInitScript(script)
  await page.goto(path)
}

test('a question that was not answered returns to the button that asked, where a pressed one has no focus', {
  tag: '@phone',
}, async ({ people }) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'pending')
  const page = await crew.agent.open('/profile')
  await open(page, '/', leaveButtons)
  const item = itemOf(page, job.propertyName)
  await unfold(item)
  const remove = item.getByRole('button', { name: /^Delete/ })
  for (const answer of [() => page.keyboard.press('Escape'), () => questionOf(page).getByText('Cancel').click()]) {
    await remove.click()
    await answer()
    await expect(questionOf(page)).toBeHidden()
    await expect(remove).toBeFocused()
  }
})

test('a message is seen above a dialog and goes on being pressed away, also without popovers', async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/)
  const crew = await people.crew()
  const job = await aJob(crew, 'quote_pending')
  const page = await crew.agent.open('/profile')
  await open(page, '/quotes', takeAway)
  const decline = itemOf(page, job.propertyName).getByRole('button', { name: /^Decline/ })
  await decline.click()
  const send = dialogOf(page).getByRole('button', { name: 'Decline Quote' })
  await expect(send).toBeVisible()
  await page.context().setOffline(true)
  await send.click()
  const message = toastOf(page).filter({ hasText: 'No connection' })
  // A click is refused where something else would take it.
  await message.getByRole('button', { name: 'Dismiss' }).click()
  await expect(message).toHaveCount(0)
  await send.click()
  await expect(message).toBeVisible()
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)
  await expect(dialogOf(page)).toBeHidden()
  await expect(message).toBeVisible()
  await decline.click()
  await send.click()
  await expect(toastOf(page).filter({ hasText: 'Quote Declined' })).toBeVisible()
  await expect(itemOf(page, job.propertyName).getByText('Declined')).toBeVisible()
})

test('browsers older than the oldest have pages as without JavaScript', { tag: '@phone' }, async ({
  people,
  watch,
}) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'pending')
  // The page's script stops at once, and the phone's where it would make a page new that was slow to come.
  watch.allow(/reading '(name|config)'/)
  const page = await crew.agent.open('/profile')
  await page.addInitScript(() => delete (Array.prototype as unknown as Record<string, unknown>).with)
  await page.goto('/jobs')
  expect(await page.evaluate(() => typeof (window as { htmx?: unknown }).htmx)).toBe('undefined')
  await page.getByRole('link', { name: job.propertyName }).first().click()
  await expect(page).toHaveURL(`/jobs/${job.id}`)
  await page.goto('/jobs')
  await page.getByRole('searchbox').fill(job.propertyName)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=/)
})
