import { expect, test } from '#tests/e2e/support/app.ts'
import { filledPhone } from '#tests/e2e/support/phone.ts'
import { signIn } from '#tests/e2e/support/screen.ts'

test('what is fetched ahead while Log Out is on its way is neither shown nor kept after it', async ({
  people,
  line,
  watch,
}) => {
  watch.allow(/ERR_|console error|^401 /)
  const agent = await people.agent()
  const page = await filledPhone(agent, line)
  await page.goto(`${line.url}/api/logout`)
  await page.goto(`${line.url}/login`)
  await signIn(page, agent)
  await page.goto(`${line.url}/jobs`)

  const letGo = line.hold('/api/logout')
  line.asked.length = 0
  await page.evaluate(() => {
    setTimeout(() => navigator.serviceWorker.controller?.postMessage('fill'), 200)
    location.assign('/api/logout')
  })
  await expect.poll(() => line.asked).toContain('GET /create-job')
  const counts = [0]
  await expect
    .poll(() => counts.push(line.asked.length) && counts.at(-1) === counts.at(-2), { intervals: [1000] })
    .toBe(true)
  line.delay(1000)
  const titles: string[] = []
  page.on('domcontentloaded', async () => titles.push(await page.title()))
  letGo()
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect.poll(() => titles.length).toBeGreaterThan(0)
  expect(titles).toEqual(['Property repairs without the chasing – Fettle'])
  expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name !== 'files'))).toEqual([])
})
