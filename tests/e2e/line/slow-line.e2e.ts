import { expect, test } from '#tests/e2e/support/app.ts'
import { filledPhone, keptOn } from '#tests/e2e/support/phone.ts'
import { itemOf, says } from '#tests/e2e/support/screen.ts'
import { lineTo } from '#tests/e2e/support/weak-line.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// A server that is slow to answer: what a phone has kept is there meanwhile, unless it is known to be old.

test('on a slow line what is kept is shown first, and is made new in its place under what is being typed', async ({
  people,
  server,
}) => {
  await lineTo(server.url, async (line) => {
    const crew = await people.crew()
    const job = await aJob(crew, 'assigned')
    const page = await filledPhone(crew.contractor, line)
    await crew.agent.api.post(`/api/jobs/${job.id}/messages`, { text: 'The dog is friendly.' })
    line.delay(3000)
    const began = Date.now()
    await page.goto(`${line.url}/jobs/${job.id}`, { waitUntil: 'commit' })
    await says(page, /^As of \d+:\d\d$/)
    expect(Date.now() - began).toBeLessThan(2500)
    await expect(page.getByText('The dog is friendly.')).toHaveCount(0)
    await page.getByLabel('Write a message').fill('On my way')
    await page.evaluate(() => scrollTo(0, 300))
    await says(page, 'The dog is friendly.')
    await expect(page.getByText(/^As of/)).toHaveCount(0)
    await expect(page.getByLabel('Write a message')).toHaveValue('On my way')
    await expect(page.getByLabel('Write a message')).toBeFocused()

    line.delay(0)
    await page.getByRole('button', { name: 'Send' }).click()
    await says(page, 'On my way')
    line.delay(1500)
    await page.goto(`${line.url}/jobs/${job.id}`, { waitUntil: 'commit' })
    await says(page, 'On my way')
    await expect(page.getByText(/^As of/)).toHaveCount(0)
  })
})

for (const { when, isListFirst, inCard } of [
  { when: 'a moment before', isListFirst: true },
  { when: 'while it is recorded', isListFirst: false },
  { when: 'while it is recorded from a card', isListFirst: false, inCard: true },
])
  test(`after a visit the list says so and is new, also where a copy of it was fetched ahead ${when}`, async ({
    people,
    server,
  }) => {
    await lineTo(server.url, async (line) => {
      const crew = await people.crew()
      const job = await aJob(crew, 'assigned')
      const page = await filledPhone(crew.contractor, line, inCard ? '/jobs' : `/visit/${job.id}`)
      if (inCard) await itemOf(page, job.propertyName).getByRole('link', { name: 'Log Visit' }).click()
      // The list is not the same any more, so it is asked for.
      await aJob(crew, 'assigned')
      await page.getByLabel('What work did you complete?').fill('Replaced the pump.')
      const visit = `/api/jobs/${job.id}/complete`
      const letVisitGo = isListFirst ? line.holdAnswer(visit) : line.hold(visit)
      const letListGo = line.holdAnswer('/jobs')
      const tell = (what: string) =>
        page.evaluate((what) => navigator.serviceWorker.controller?.postMessage(what), what)
      await tell('changed')
      const fetchAhead = async () => {
        const before = line.asked.length
        await tell('fill')
        await expect.poll(() => line.asked.slice(before)).toContain('GET /jobs')
      }
      const sendVisit = async () => {
        await page.getByRole('button', { name: 'Complete Job', exact: true }).click()
        await expect.poll(() => line.asked.at(-1)).toBe(`POST ${visit}`)
      }
      for (const step of isListFirst ? [fetchAhead, sendVisit] : [sendVisit, fetchAhead]) await step()
      const keptAt = async () => (await keptOn(page))?.about.pages['/jobs']?.at
      const before = await keptAt()
      letListGo()
      await expect.poll(keptAt).not.toBe(before)
      line.delay(1500)
      letVisitGo()
      await says(page, 'Job Completed')
      if (inCard) await page.goto(`${line.url}/jobs`, { waitUntil: 'commit' })
      if (inCard) await says(page, 'Your Jobs')
      expect(await page.getByText(/^As of/).count()).toBe(0)
    })
  })

test('a page that was opened first, with its rules in it, is made new without a word of the browser’s', async ({
  people,
  server,
}) => {
  await lineTo(server.url, async (line) => {
    const crew = await people.crew()
    const job = await aJob(crew, 'assigned')
    // Nothing is kept ahead: what is kept is the page as it was opened.
    line.answer((path, response) => {
      if (!path.startsWith('/offline/pages')) return false
      response.writeHead(500).end()
      return true
    })
    const page = await crew.contractor.open(`${line.url}/jobs`)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.goto(`${line.url}/jobs`)
    await crew.admin.api.post(`/api/jobs/${job.id}/unassign`)
    line.delay(1000)
    await page.goto(`${line.url}/jobs`, { waitUntil: 'commit' })
    await says(page, /^As of/)
    await says(itemOf(page, job.propertyName), 'Start')
    await expect(page.locator('style[data-inline]')).toHaveCount(1)
    await expect(page.getByText(/^As of/)).toHaveCount(0)
    await expect(itemOf(page, job.propertyName)).toHaveCount(0)
  })
})
