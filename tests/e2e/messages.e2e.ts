import { expect, test } from './support/app.ts'
import { toastOf } from './support/screen.ts'

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
