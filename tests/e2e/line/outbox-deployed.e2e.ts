import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect } from '#tests/e2e/support/app.ts'
import { addPhotos, whatWork } from '#tests/e2e/support/completion.ts'
import { filledPhone, lineIsBack, waiting } from '#tests/e2e/support/phone.ts'
import { photographs } from '#tests/e2e/support/pictures.ts'
import { says } from '#tests/e2e/support/screen.ts'
import { makePlace, startServer } from '#tests/e2e/support/server.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// The program is stopped, and another build of it started, while something waits on a phone.

let deploy: () => Promise<void>

const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const place = await makePlace()
      let running = await startServer(undefined, undefined, place)
      deploy = async () => {
        await running.stop()
        for (const name of ['app.js', 'js/phone/line.js'])
          appendFileSync(join(place.root, 'public', name), "\nglobalThis.deployed = 'since'\n")
        running = await startServer(undefined, undefined, place)
      }
      await use({ ...running, log: () => running.log() })
      await running.stop()
      rmSync(place.root, { recursive: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('what waits during a deploy is sent once, and an open page keeps its files and what is typed until it is reloaded', async ({
  people,
  server,
  line,
  watch,
}) => {
  watch.allow(/ERR_|console error|^50\d /)
  const crew = await people.crew()
  const [done, open] = [await aJob(crew, 'in_progress'), await aJob(crew, 'assigned')]
  const page = await filledPhone(crew.contractor, line, `/visit/${done.id}`)
  const other = await page.context().newPage()
  await other.goto(`${line.url}/jobs/${open.id}`)
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /assets/.test(name)),
  )
  const versionOf = async () => (await fetch(`${server.url}/sw.js`)).text()
  const before = await versionOf()
  await page.context().setOffline(true)
  await whatWork(page).fill('Changed the valve.')
  await addPhotos(page).setInputFiles(await photographs(page, 1, 400, 300))
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await says(page, 'Kept on this phone.')
  await other.getByLabel('Write a message').fill('On my way')
  await other.evaluate(() =>
    navigator.serviceWorker.addEventListener('controllerchange', () => Object.assign(globalThis, { isTaken: true })),
  )

  await deploy()
  expect(await versionOf()).not.toBe(before)
  expect(files.filter((file) => /phone-|app-/.test(file))).toHaveLength(2)
  for (const file of files) expect([file, (await fetch(file)).status]).toEqual([file, 200])

  await page.context().setOffline(false)
  await other.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await lineIsBack(page)
  await expect.poll(() => waiting(other), { timeout: 30_000 }).toBe(0)
  const { visits } = await crew.admin.api.get<{ visits: { images: string[] }[] }>(`/api/jobs/${done.id}`)
  expect(visits.map(({ images }) => images.length)).toEqual([1])

  await page.waitForFunction(() => 'deployed' in globalThis)
  // Loaded anew by itself, it would no longer know that.
  await other.waitForFunction(() => 'isTaken' in globalThis)
  await other.waitForTimeout(1000)
  expect(await other.evaluate(() => 'isTaken' in globalThis)).toBe(true)
  expect(await other.evaluate(() => 'deployed' in globalThis)).toBe(false)
  await expect(other.getByLabel('Write a message')).toHaveValue('On my way')
  await other.reload()
  await other.waitForFunction(() => 'deployed' in globalThis)
  await expect(other.getByLabel('Write a message')).toHaveValue('On my way')
  await other.getByRole('button', { name: 'Send', exact: true }).click()
  const sent = () => crew.agent.api.get<{ text: string }[]>(`/api/jobs/${open.id}/messages`)
  await expect.poll(async () => (await sent()).map(({ text }) => text)).toEqual(['On my way'])
})
