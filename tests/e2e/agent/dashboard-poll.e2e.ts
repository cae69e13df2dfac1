import { RECENT_LIMIT } from '#src/domain/job/listed.ts'
import { expect, test } from '#tests/e2e/support/app.ts'
import { questionOf, says, toastOf } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

test('a poll brings what changed: other cards stay the elements that they are, in their order, with the focus', {
  tag: '@phone',
}, async ({ people }) => {
  const crew = await people.crew()
  const first = await aJob(crew, 'assigned', { job: { propertyName: 'First House' } })
  const second = await aJob(crew, 'pending', { job: { propertyName: 'Second House' } })
  const page = await crew.agent.open('/')
  const names = () => page.locator('#dashboard li.card h3').allTextContents()
  expect(await names()).toEqual(['Second House', 'First House'])
  const card = (id: string) => page.locator(`#job-${id}`)
  await card(first.id).evaluate((element) => element.setAttribute('data-seen', 'yes'))
  await card(first.id).getByRole('link').first().focus()
  const answer = page.waitForResponse((response) => response.status() === 200 && response.url().endsWith('/'))
  await aJob(crew, 'pending', { job: { propertyName: 'Third House' } })
  const body = await (await answer).text()
  expect(body).toContain(`<li id="job-${first.id}" data-same=""></li>`)
  await expect.poll(names).toEqual(['Third House', 'Second House', 'First House'])
  await expect(card(first.id)).toHaveAttribute('data-seen', 'yes')
  await expect(card(first.id)).toContainText('12 Mill Lane')
  await expect(card(first.id).getByRole('link').first()).toBeFocused()

  // A card that was taken away by somebody else comes back whole with the poll after the next change's.
  await card(second.id).evaluate((element) => element.remove())
  await aJob(crew, 'pending', { job: { propertyName: 'Fourth House' } })
  await expect.poll(names, { timeout: 30_000 }).toEqual(['Fourth House', 'Third House', 'Second House', 'First House'])

  const strip = page.getByRole('region', { name: 'Waiting for you' })
  await expect(strip).toHaveText('Nothing waits for you.')
  await aJob(crew, 'quote_pending')
  await expect(strip).toHaveText('1 quote to decide', { timeout: 30_000 })
  await expect(page.locator('.stat').first()).toContainText('5')
})

test('Delete deletes also where a poll has taken the card away under its question', { tag: '@phone' }, async ({
  people,
}) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'pending')
  const page = await crew.agent.open('/')
  const card = page.locator(`#job-${job.id}`)
  await card.getByText('More', { exact: true }).click()
  await card.getByRole('button', { name: /^Delete/ }).click()
  await says(questionOf(page), 'Delete the job for')
  await Promise.all(Array.from({ length: RECENT_LIMIT }, () => aJob(crew, 'pending')))
  await expect(card).toHaveCount(0, { timeout: 30_000 })
  await questionOf(page).getByRole('button', { name: 'Delete' }).click()
  await says(toastOf(page), 'Job Deleted')
})
