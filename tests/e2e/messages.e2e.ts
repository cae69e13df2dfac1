import { expect, test } from './support/app.ts'
import { says, toastOf } from './support/screen.ts'
import { aJob } from './support/world.ts'

test('a message goes by itself after five seconds under a finger, not under a mouse', async ({ people }) => {
  const contractor = await people.contractor()
  const page = await people.admin.open('/', { hasTouch: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto(`/admin/contractors?search=${contractor.identifier}`)
  await page.clock.pauseAt(Date.now() + 60_000)
  const shown = async () => {
    await page.getByRole('button', { name: 'Copy email' }).click()
    const box = await toastOf(page).boundingBox()
    if (!box) throw new Error('There is no message.')
    return { x: Math.round(box.x + 20), y: Math.round(box.y + box.height / 2) }
  }
  const mouse = await shown()
  await page.mouse.move(mouse.x, mouse.y)
  await page.clock.runFor(20_000)
  await expect(toastOf(page)).toHaveCount(1)
  await page.mouse.move(0, 0)
  await page.clock.runFor(1000)
  await expect(toastOf(page)).toHaveCount(0)
  const touched = await shown()
  await page.touchscreen.tap(touched.x, touched.y)
  // To the browser a touch hovers until the next one.
  await expect(page.locator('#toasts .toast:hover')).toHaveCount(1)
  await page.clock.runFor(5000)
  await expect(toastOf(page)).toHaveCount(0)
  const held = await shown()
  const fingers = await page.context().newCDPSession(page)
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [held] })
  await page.clock.runFor(5000)
  await expect(toastOf(page)).toHaveCount(0)
})

test('a conversation is a log to which one’s own messages are added, not drawn anew', async ({ people }) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const page = await crew.contractor.open(`/jobs/${job.id}`)
  const log = page.getByRole('log', { name: 'Messages, oldest first' })
  const text = page.getByLabel('Write a message')
  await says(log, 'No messages yet')
  await log.evaluate((one) => {
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]).map((node) => node.textContent ?? '')
      one.setAttribute('data-read', added.join('|'))
    }).observe(one, { childList: true, subtree: true })
  })
  for (const words of ['On my way', 'In the cellar now']) {
    await text.fill(words)
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
    await says(log, words)
    await expect(text).toHaveValue('')
    await expect(text).toBeFocused()
  }
  await expect(log).toHaveAttribute('data-read', /^[^|]*In the cellar now$/)
  await expect(log).not.toHaveAttribute('data-read', /On my way/)
  await expect(toastOf(page)).toHaveCount(0)
})
