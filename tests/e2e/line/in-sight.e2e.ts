import { readFileSync } from 'node:fs'
import { expect, test } from '#tests/e2e/support/app.ts'
import { anotherWorker, filledPhone } from '#tests/e2e/support/phone.ts'
import { examine, says } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// What stands under a page's heading outlives that the page is made new in its place.

const offline = /^Offline\. As of \d+:\d\d/

test('that there is no line stays in sight, with all else, while the page is made new under it', async ({
  people,
  line,
  watch,
}) => {
  watch.allow(/ERR_|console error/)
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const page = await filledPhone(crew.contractor, line, `/jobs/${job.id}`)
  await crew.agent.api.post(`/api/jobs/${job.id}/messages`, { text: 'The dog is friendly.' })
  line.delay(9000)
  await page.goto(`${line.url}/jobs/${job.id}`, { waitUntil: 'commit' })
  await says(page, /^As of/)
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await says(page, offline)
  await says(page, 'The dog is friendly.')
  await expect(page.getByText(offline)).toBeVisible({ timeout: 500 })
  line.delay(0)
  await expect(page.getByText(offline)).toHaveCount(0, { timeout: 20_000 })
  await says(page, 'The dog is friendly.')
})

test('a page is made new also where a telephone number in it was pressed meanwhile, which leads nowhere', async ({
  people,
  line,
}) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned', { job: { tenantPhone: '01483 496 0999' } })
  const page = await filledPhone(crew.contractor, line, `/jobs/${job.id}`)
  await crew.agent.api.post(`/api/jobs/${job.id}/messages`, { text: 'The dog is friendly.' })
  line.delay(4000)
  await page.goto(`${line.url}/jobs/${job.id}`, { waitUntil: 'commit' })
  await says(page, /^As of/)
  await page.getByRole('link', { name: '01483 496 0999' }).click({ noWaitAfter: true })
  await says(page, 'The dog is friendly.')
  await expect(page.getByText(/^As of/)).toHaveCount(0)
})

test('a new version is offered until it takes over; one that is switched off removes itself and what was kept', async ({
  people,
  server,
  line,
  watch,
}) => {
  watch.allow(/ERR_|console error/)
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const page = await filledPhone(crew.contractor, line, `/jobs/${job.id}`)
  const serve = (script: string) =>
    line.answer((path, response) => {
      if (path !== '/sw.js') return false
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(script)
      return true
    })
  serve(await anotherWorker(server.url))
  await page.getByLabel('Write a message').fill('On my way')
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await says(page, 'New version.')
  await examine(page)
  line.cut()
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await says(page, /^Offline\. As of/)
  await crew.agent.api.post(`/api/jobs/${job.id}/messages`, { text: 'The dog is friendly.' })
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await says(page, 'The dog is friendly.')
  await page.evaluate(() => {
    const note = ({ type }: Event) => {
      sessionStorage.order = `${sessionStorage.order ?? ''}${type} `
    }
    navigator.serviceWorker.addEventListener('controllerchange', note)
    addEventListener('beforeunload', note)
  })
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('New version.')).toHaveCount(0)
  await expect(page.getByLabel('Write a message')).toHaveValue('On my way')
  expect(await page.evaluate(() => sessionStorage.order)).toBe('controllerchange beforeunload ')

  serve(readFileSync('public/sw-off.js', 'utf8'))
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).filter((one) => one !== 'files'))).toEqual([])
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
