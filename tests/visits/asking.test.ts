import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobVisits, users } from '#db/schema.ts'
import { read, toastOf } from '#tests/checklist/reading.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, quoteWork, statusOf } from '#tests/support/world.ts'

const cast = castOfEachTest()
const carl = signedInOfEachTest(cast, 'contractor')
const olivia = signedInOfEachTest(cast, 'agent')

const withoutEmail = () => db.update(users).set({ email: null }).where(eq(users.id, cast.agent.id))

test('Mark Complete asks, and says what is told to whom', async () => {
  const { work } = await quoteWork(cast)
  const path = `/jobs/${work.id}/mark-complete`
  const told =
    'The estate agent will be told by e-mail that the work is done. The quote of £480.00 can then be invoiced.'
  expect((await read(carl.get('/jobs'))).html).toContain(`data-confirm-text="${told}`)
  const asked = await read(carl.submit(path))
  expect(asked.words).toContain('Mark the job for Rose Cottage complete?')
  expect(asked.words).toContain(told)
  expect(await statusOf(work.id)).toBe('assigned')
  expect(await toastOf(carl.submit(path, { confirmed: 'yes' }))).toContain('Job Completed')
  expect(await statusOf(work.id)).toBe('completed')
})

test('an agent without an e-mail address is not said to be told', async () => {
  const [{ work }, visit] = [await quoteWork(cast), await aJob(cast, 'assigned')]
  await withoutEmail()
  const how = 'The estate agent has no e-mail address and must be told by phone: 020 7946 0001.'
  for (const { words } of [
    await read(carl.submit(`/jobs/${work.id}/mark-complete`)),
    await read(carl.get(`/visit/${work.id}`)),
    await read(carl.get(`/visit/${visit.id}`)),
  ]) {
    expect(words).toContain(how)
    expect(words).not.toContain('told by e-mail')
  }
})

test('the form says who hears of it, and asks no second time', async () => {
  const { work } = await quoteWork(cast)
  expect((await read(carl.get(`/visit/${work.id}`))).words).toContain(
    'The estate agent is told by e-mail as soon as you send this.',
  )
  await carl.submit(`/jobs/${work.id}/mark-complete`, { workDone: 'Replaced the vessel.' })
  expect(await statusOf(work.id)).toBe('completed')
})

test.each([0, 1, 3])('Approve shows the %i photos that it deletes, and their loss beside the button', async (count) => {
  const job = await aJob(cast, 'quote_pending')
  const photosUrls = Array.from({ length: count }, () => `/objects/${crypto.randomUUID()}`)
  await db.update(jobVisits).set({ photosUrls }).where(eq(jobVisits.id, job.visits[0]!.id))
  const [quote] = job.quotes
  const asked = 'approve this quote for £480.00? The contractor will be notified and can begin work.'
  const lost = ['', '1 photo will be deleted', '', '3 photos will be deleted'][count]!
  const approve = `/quotes/${quote!.id}/approve`
  for (const path of ['/', '/quotes', `/quotes/${quote!.id}`, `/jobs/${job.id}`])
    expect((await read(olivia.get(path))).html).toContain(`formAction="${approve}?`)
  for (const answer of [olivia.get(approve), olivia.htmx(approve), olivia.submit(approve)]) {
    const { words, html } = await read(answer)
    expect(words).toContain(asked)
    for (const path of photosUrls) expect(html).toContain(`src="${path}?w=320"`)
    expect([words.split('deleted').length - 1, words.includes(lost)]).toEqual([count && 1, true])
    // A line of its own, in the row of the button.
    expect(html.includes(`<div class="row end"><p class="loss">${lost}`)).toBe(count > 0)
  }
})
