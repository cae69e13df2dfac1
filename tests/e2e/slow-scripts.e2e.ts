import { expect, test } from './support/app.ts'
import { itemOf } from './support/screen.ts'
import { aJob } from './support/world.ts'

// A page is there before its scripts on a slow line, and people do not wait for them.

test('what is typed into a search before the scripts are here is searched for', { tag: '@phone' }, async ({
  people,
}) => {
  const crew = await people.crew()
  for (const propertyName of ['Rose Cottage', 'Harbour House']) await aJob(crew, 'pending', { job: { propertyName } })
  const page = await crew.agent.open('/')
  let send = () => {}
  const typed = new Promise<void>((resolve) => (send = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await typed
    await route.continue()
  })
  const opened = page.goto('/jobs')
  await page.getByRole('searchbox').evaluate((box) => box.focus())
  await page.keyboard.type('harbour')
  await expect(itemOf(page, 'Rose Cottage')).toBeVisible()
  send()
  await opened
  await expect(itemOf(page, 'Rose Cottage')).toHaveCount(0)
  await expect(itemOf(page, 'Harbour House')).toBeVisible()
  await expect(page).toHaveURL(/search=harbour/)
})
