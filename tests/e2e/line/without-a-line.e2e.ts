import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { addPhotos, openForm, whatWork } from '#tests/e2e/support/completion.ts'
import { noteOldUse } from '#tests/e2e/support/old-use.ts'
import { filledPhone, isFilled, keptOn } from '#tests/e2e/support/phone.ts'
import { examine, says, signIn, toastOf } from '#tests/e2e/support/screen.ts'
import { lineTo } from '#tests/e2e/support/weak-line.ts'
import { aJob } from '#tests/e2e/support/world.ts'

const isEmpty = (page: Page) => expect.poll(() => keptOn(page)).toBeNull()

const SHELL = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)

const offline = /^Offline\. As of \d+:\d\d/

test('a contractor in a cellar reads their jobs, is told what needs a line, and goes on when it is back', async ({
  people,
  server,
  watch,
}) => {
  watch.allow(/ERR_|console error/)
  await lineTo(server.url, async (line) => {
    const crew = await people.crew()
    const job = await aJob(crew, 'assigned')
    await crew.agent.api.post(`/api/jobs/${job.id}/messages`, { text: 'The dog is friendly.' })
    const page = await filledPhone(crew.contractor, line)
    const { unreadMessages } = await crew.contractor.api.get<{ unreadMessages: number }>(`/api/jobs/${job.id}`)
    expect(unreadMessages).toBe(1)

    line.cut()
    await page.goto(`${line.url}/`)
    await says(page, offline, 'Rose Cottage')
    await examine(page)
    await page.getByRole('link', { name: '1 visit to book' }).click()
    await says(page, offline, '1 job for review')
    await page.goto(`${line.url}/jobs/${job.id}`)
    await says(page, offline, 'Key at the office', 'The dog is friendly.', '12 Mill Lane, Guildford GU1 3XY')
    await page.goto(`${line.url}/visit/${job.id}`)
    await says(page, offline)
    await expect(addPhotos(page)).toBeEnabled()
    await page.goto(`${line.url}/profile`)
    await says(page, 'This page was not kept here.')
    await examine(page)
    await page.getByRole('link', { name: 'Your Jobs' }).filter({ visible: true }).first().click()
    await says(page, offline)
    await page.getByRole('searchbox').fill('mill')
    await says(toastOf(page), /^Searching everything needs a line/)

    await crew.agent.api.post(`/api/jobs/${job.id}/messages`, { text: 'He has gone out.' })
    await page.goto(`${line.url}/jobs/${job.id}`)
    await page.getByLabel('Write a message').fill('On my way')
    line.mend()
    await says(page, 'He has gone out.')
    await expect(page.getByText(offline)).toHaveCount(0)
    await expect(page.getByLabel('Write a message')).toHaveValue('On my way')
    await expect(page.getByLabel('Write a message')).toBeFocused()
  })
})

test('a form that is being filled in in its card stays open when the line is back', async ({ people, watch }) => {
  watch.allow(/ERR_/)
  const crew = await people.crew()
  await aJob(crew, 'assigned')
  const page = await crew.contractor.open('/jobs')
  await openForm(page)
  await whatWork(page).pressSequentially('Replaced the pump, and ')
  await page.context().setOffline(true)
  await says(page, offline)
  await whatWork(page).pressSequentially('bled')
  await page.context().setOffline(false)
  await expect(page.getByText(offline)).toHaveCount(0)
  await expect(whatWork(page)).toHaveValue('Replaced the pump, and bled')
  await expect(whatWork(page)).toBeFocused()
})

test('a browser that is opened again without a line, and without the session’s cookie, shows what was kept, for a week', async ({
  people,
  server,
  watch,
}) => {
  watch.allow(/ERR_/)
  await lineTo(server.url, async (line) => {
    const crew = await people.crew()
    const job = await aJob(crew, 'assigned')
    const profile = mkdtempSync(join(tmpdir(), 'fettle-phone-'))
    const open = async () => {
      const phone = await chromium.launchPersistentContext(profile, { executablePath: SHELL, args: ['--no-sandbox'] })
      watch.over(phone)
      return { phone, page: await phone.newPage() }
    }
    const before = await open()
    await before.phone.addCookies([{ name: 'session', value: crew.contractor.api.session, url: line.url }])
    await before.page.goto(line.url)
    await isFilled(before.page)
    await before.phone.close()
    line.cut()
    const again = await open()
    await again.page.goto(`${line.url}/visit/${job.id}`)
    await says(again.page, offline, 'Rose Cottage')
    await expect(addPhotos(again.page)).toBeEnabled()
    await noteOldUse(again.page, 8)
    await again.phone.close()
    const later = await open()
    await expect(later.page.goto(`${line.url}/visit/${job.id}`)).rejects.toThrow(/ERR_/)
    await later.phone.close()
    rmSync(profile, { recursive: true })
  })
})

test('each page and photo that is kept answers without a line, and with a line none of them does', async ({
  people,
  server,
  watch,
}) => {
  watch.allow(/ERR_|console error/)
  await lineTo(server.url, async (line) => {
    const crew = await people.crew()
    await aJob(crew, 'assigned')
    await aJob(crew, 'in_progress')
    const page = await filledPhone(crew.contractor, line)
    const paths = Object.keys((await keptOn(page))!.about.pages)
    expect(paths).toHaveLength(5 + 2 * 3)
    await page.evaluate(async () => {
      for (const name of (await caches.keys()).filter((one) => one !== 'files')) {
        const cache = await caches.open(name)
        for (const { url } of await cache.keys()) {
          if (/\/offline\/(pages|about)$/.test(url)) continue
          const { headers } = (await cache.match(url, { ignoreVary: true }))!
          await cache.put(url, new Response('<main id="main"><h1>MARKER</h1>', { headers }))
        }
      }
    })
    const asked = await page.context().newPage()
    line.cut()
    const shown: string[] = []
    for (const path of paths) {
      await asked.goto(line.url + path, { waitUntil: 'commit' })
      if (await asked.getByText('MARKER').count()) shown.push(path)
    }
    expect(shown).toEqual(paths)
    line.mend()
    await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('changed'))
    for (const path of paths) {
      await asked.goto(line.url + path)
      await expect(asked.getByText('MARKER')).toHaveCount(0)
    }
  })
})

test('nothing of one person is left for another: signing out, a session ended elsewhere, an administrator', async ({
  people,
  server,
  watch,
}) => {
  watch.allow(/ERR_|console error|^401 /)
  await lineTo(server.url, async (line) => {
    const crew = await people.crew()
    const job = await aJob(crew, 'assigned')
    const page = await filledPhone(crew.contractor, line)
    const first = (await keptOn(page))!.names

    await page.goto(`${line.url}/api/logout`)
    await isEmpty(page)
    await page.goto(`${line.url}/login`)
    await signIn(page, crew.agent)
    await isFilled(page)
    const { names, urls } = (await keptOn(page))!
    expect(names).toHaveLength(1)
    expect(names).not.toEqual(first)
    expect(urls).not.toContain(`/visit/${job.id}`)
    line.cut()
    await page.goto(`${line.url}/visit/${job.id}`)
    await says(page, 'This page was not kept here.')
    await page.goto(`${line.url}/api/logout`)
    await says(page, 'Not logged out yet')
    await isEmpty(page)
    line.mend()
    await page.goto(`${line.url}/`)
    await isFilled(page)
    await page.context().clearCookies()
    await isEmpty(page)
    await page.goto(`${line.url}/login`)
    await signIn(page, crew.contractor)
    await isFilled(page)
    await page.context().clearCookies()
    await page.goto(`${line.url}/login`)
    await isEmpty(page)
    await signIn(page, crew.admin)
    await page.goto(`${line.url}/admin/jobs`)
    await page.waitForTimeout(3000)
    expect(await keptOn(page)).toBeNull()
  })
})

test('a job that was taken away, and one that is finished, is kept no longer after the next contact', async ({
  people,
  server,
  watch,
}) => {
  watch.allow(/ERR_CONNECTION_RESET/)
  await lineTo(server.url, async (line) => {
    const crew = await people.crew()
    const [lost, done] = [await aJob(crew, 'assigned'), await aJob(crew, 'assigned')]
    const page = await filledPhone(crew.contractor, line)
    expect((await keptOn(page))!.urls).toContain(`/jobs/${lost.id}`)
    await crew.admin.api.post(`/api/jobs/${lost.id}/unassign`)
    await crew.contractor.api.post(`/api/jobs/${done.id}/complete`, { workDone: 'Done', images: [], needsQuote: false })
    await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('changed'))
    await page.goto(`${line.url}/jobs`)
    await expect
      .poll(async () => (await keptOn(page))?.urls.filter((url) => url.includes(lost.id) || url.includes(done.id)))
      .toEqual([])
  })
})
