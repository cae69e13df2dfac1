import { expect, test } from './support/app.ts'
import { button, confirm, decide, inside, onHeading, press } from './support/focus.ts'
import { filledPhone, outboxIsLoaded } from './support/phone.ts'
import { dialogOf, itemOf, says, toastOf } from './support/screen.ts'
import { aJob, type Crew, type Stage } from './support/world.ts'

// By keyboard alone: after what removes the thing that had the focus it is on what took its place, else on the heading
// of its list, never at the top of the page.

async function jobs(crew: Crew, stage: Stage, ...names: string[]) {
  for (const propertyName of names) await aJob(crew, stage, { job: { propertyName } })
}

test('deleting recent jobs leads to the next, then to the one before, then to the heading', async ({ people }) => {
  const crew = await people.crew()
  await jobs(crew, 'pending', 'Rose Cottage', 'Quay Lodge', 'Mill House')
  const page = await crew.agent.open('/')
  const remove = async (name: string) => {
    await press(page, itemOf(page, name).locator('summary'))
    await confirm(page, button(itemOf(page, name), /^Delete/))
    await expect(itemOf(page, name)).toHaveCount(0)
  }
  await remove('Quay Lodge')
  await inside(itemOf(page, 'Rose Cottage'))
  await remove('Rose Cottage')
  await inside(itemOf(page, 'Mill House'))
  await remove('Mill House')
  await onHeading(page, 'Recent Jobs')
})

test('deciding quotes, on the dashboard, on the list and in its dialogs', async ({ people }) => {
  const crew = await people.crew()
  await jobs(crew, 'quote_pending', 'Rose Cottage', 'Quay Lodge', 'Mill House', 'Fern Villa', 'Oak Barn', 'Elm Farm')
  const page = await crew.agent.open('/')
  const quote = (name: string) => page.locator('li[id^=quote-]').filter({ hasText: name })
  await decide(page, 'Approve', button(quote('Mill House'), /^Approve/))
  // The longest waiting stands first.
  await expect(quote('Mill House')).toHaveCount(0)
  await inside(quote('Fern Villa'))
  await decide(page, 'Decline', button(quote('Quay Lodge'), /^Decline/))
  await expect(quote('Quay Lodge')).toHaveCount(0)
  await inside(quote('Fern Villa'))

  await test.step('on the list the card stays', async () => {
    await page.goto('/quotes')
    await decide(page, 'Decline', button(itemOf(page, 'Elm Farm'), /^Decline/))
    await says(itemOf(page, 'Elm Farm'), 'Declined')
    await inside(itemOf(page, 'Elm Farm'))
  })
  await test.step('a dialog whose opener is gone', async () => {
    await page.goto('/quotes?status=pending')
    await press(page, itemOf(page, 'Oak Barn').getByRole('link', { name: /View/ }))
    await decide(page, 'Approve', button(dialogOf(page), /^Approve/))
    await expect(itemOf(page, 'Oak Barn')).toHaveCount(0)
    await expect(dialogOf(page)).toBeHidden()
    await inside(itemOf(page, 'Fern Villa'))
    await expect(page).toHaveURL('/quotes?status=pending')
    await inside(itemOf(page, 'Fern Villa'))
  })
  await test.step('the last of a filter', async () => {
    await decide(page, 'Decline', button(itemOf(page, 'Fern Villa'), /^Decline/))
    // On a busy phone Back takes effect after the heading has got the focus.
    await page.evaluate(() => {
      const back = history.back.bind(history)
      history.back = () => setTimeout(back, 100)
    })
    await decide(page, 'Approve', button(itemOf(page, 'Rose Cottage'), /^Approve/))
    await expect(itemOf(page, 'Rose Cottage')).toHaveCount(0)
    await expect(page).toHaveURL('/quotes?status=pending')
    await onHeading(page, 'Quote Approvals')
  })
  await test.step('Delete All', async () => {
    await page.goto('/completed-jobs')
    await confirm(page, button(page, /^Delete All/))
    await says(toastOf(page), /./)
    await expect(page.locator('body')).not.toBeFocused()
  })
})

test('what fails leaves the focus on its button', async ({ people, watch }) => {
  watch.allow(/^500 POST/, /^console error/)
  const crew = await people.crew()
  await jobs(crew, 'quote_pending', 'Rose Cottage')
  const page = await crew.agent.open('/quotes')
  const toast = { title: 'Failed to Approve Quote', text: 'Something went wrong.', kind: 'destructive' }
  await page.route('**/quotes/*/approve', async (route) => {
    // As long as it takes a browser to take the focus from a button that is disabled.
    await new Promise((done) => setTimeout(done, 300))
    await route.fulfill({ status: 500, headers: { 'hx-trigger': JSON.stringify({ toast }) }, body: '' })
  })
  await press(page, button(itemOf(page, 'Rose Cottage'), /^Approve/))
  const approve = button(dialogOf(page), /^Approve Quote/)
  await press(page, approve)
  await says(toastOf(page), 'Failed to Approve Quote')
  await expect(approve).toBeFocused()
  await test.step('and a message that is dismissed gives it back', async () => {
    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    await expect(button(toastOf(page), /Dismiss/)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toastOf(page)).toHaveCount(0)
    await expect(approve).toBeFocused()
  })
})

test("a contractor's jobs: Start, Mark Complete, the form and Cancel, the tabs", async ({ people }) => {
  const crew = await people.crew()
  await jobs(crew, 'quote_approved', 'Rose Cottage', 'Quay Lodge')
  await jobs(crew, 'assigned', 'Mill House')
  const page = await crew.contractor.open('/jobs')
  await press(page, button(itemOf(page, 'Mill House'), /^Start/))
  await says(itemOf(page, 'Mill House'), 'In Progress')
  await inside(itemOf(page, 'Mill House'))

  await press(page, itemOf(page, 'Mill House').getByRole('link', { name: 'Log Visit' }))
  const cancel = itemOf(page, 'Mill House').getByRole('link', { name: 'Cancel' })
  await cancel.waitFor()
  await press(page, cancel)
  await expect(cancel).toHaveCount(0)
  await inside(itemOf(page, 'Mill House'))

  await confirm(page, button(itemOf(page, 'Quay Lodge'), /^Mark Complete/))
  await expect(itemOf(page, 'Quay Lodge')).toHaveCount(0)
  await inside(itemOf(page, 'Rose Cottage'))

  await page.goto('/history')
  await press(page, page.getByRole('link', { name: /^Quotes \d|^Quotes\d/ }))
  await expect(page.locator('.tabs [aria-current]')).toHaveText(/Quotes/)
  await expect(page.locator('.tabs [aria-current]')).toBeFocused()
})

test('tokens: the next one, then the heading of their list', async ({ people }) => {
  const { api, open } = await people.agent()
  for (const name of ['Night report', 'Accounts']) await api.post('/api/tokens', { name })
  const page = await open('/profile')
  const token = (name: string) => page.locator('#tokens li').filter({ hasText: name })
  const names = await page.locator('#tokens li h3').allTextContents()
  await confirm(page, button(token(names[0] ?? ''), /^Revoke/))
  await expect(token(names[0] ?? '')).toHaveCount(0)
  await inside(token(names[1] ?? ''))
  await confirm(page, button(token(names[1] ?? ''), /^Revoke/))
  await expect(token(names[1] ?? '')).toHaveCount(0)
  await says(toastOf(page), 'Token Revoked')
  await onHeading(page, 'API Tokens')
})

test('Waiting to Send: Drop leads to the next card, a step draws its own card alone anew', async ({
  people,
  line,
  watch,
}) => {
  watch.allow(/ERR_|console error/)
  const crew = await people.crew()
  const made = await aJob(crew, 'assigned')
  const page = await filledPhone(crew.contractor, line, `/jobs/${made.id}`)
  await page.context().setOffline(true)
  const words = ['One', 'Two', 'Three', 'Four']
  for (const [at, text] of words.entries()) {
    await page.getByLabel('Write a message').fill(text)
    await press(page, button(page, /^Send$/))
    await says(page, `${at + 1} waiting to send`)
  }
  await page.goto(`${line.url}/waiting`)
  await outboxIsLoaded(page)
  const card = (text: string) => page.locator('#waiting > li').filter({ hasText: text })
  await says(card('Four'), made.propertyName)
  await page.locator('#waiting > li').evaluateAll((all) => {
    for (const one of all) one.classList.add('drawn-before')
  })

  await confirm(page, button(card('Two'), /^Drop/))
  await expect(card('Two')).toHaveCount(0)
  await inside(card('Three'))
  await button(card('Three'), /^Drop/).focus()
  await page.evaluate(async () => {
    const { outbox } = globalThis as unknown as { outbox: { store: { all(): Promise<{ key: string }[]> } } }
    const key = (await outbox.store.all())[1]?.key
    new BroadcastChannel('outbox').postMessage({ key, photo: 1, of: 2 })
  })
  await says(card('Three'), 'Sending (1 of 2 photos)')
  await inside(card('Three'))
  await expect(page.locator('#waiting > .drawn-before')).toHaveText([/One/, /Four/])
  await expect(page.locator('#waiting > li')).toHaveText([/One/, /Three/, /Four/])
})

test('Start and Mark Complete without a line lead on in their card', async ({ people, line, watch }) => {
  watch.allow(/ERR_|console error/)
  const crew = await people.crew()
  await jobs(crew, 'quote_approved', 'Rose Cottage')
  await jobs(crew, 'assigned', 'Mill House')
  const page = await filledPhone(crew.contractor, line, '/jobs')
  await page.context().setOffline(true)
  await press(page, button(itemOf(page, 'Mill House'), /^Start,/))
  await says(itemOf(page, 'Mill House'), 'Started here, not sent yet')
  await expect(button(itemOf(page, 'Mill House'), /^Start,/)).toBeHidden()
  await inside(itemOf(page, 'Mill House'))
  await confirm(page, button(itemOf(page, 'Rose Cottage'), /^Mark Complete/))
  await says(itemOf(page, 'Rose Cottage'), 'Finished here, not sent yet')
  await expect(button(itemOf(page, 'Rose Cottage'), /^Mark Complete/)).toBeHidden()
  await inside(itemOf(page, 'Rose Cottage'))
})
