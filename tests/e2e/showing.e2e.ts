import { test } from './support/app.ts'
import { dialogOf, itemOf, questionOf, says } from './support/screen.ts'
import { jobInput } from './support/world.ts'

test('a list says how much of it is shown, as it is narrowed, loaded and deleted from', async ({ people }) => {
  test.setTimeout(120_000)
  const crew = await people.crew()
  const street = `Count Street ${crew.agent.identifier}`
  for (let number = 1; number <= 52; number++)
    await crew.agent.api.post('/api/jobs', jobInput({ propertyName: `House ${number}`, propertyAddress: street }))
  const { length: total } = await crew.admin.api.get<unknown[]>('/api/jobs')
  const page = await crew.admin.open('/admin/jobs')
  await says(page, `Showing 50 of ${total} jobs`)
  await page.getByRole('link', { name: 'Load more' }).click()
  await says(page, `Showing ${Math.min(total, 100)} of ${total} jobs`)

  await page.goto(`/admin/jobs?search=${encodeURIComponent(street)}`)
  await says(page, `Showing 50 of ${total} jobs, 52 found`)
  await page.getByRole('link', { name: 'Load more' }).click()
  await says(page, `Showing 52 of ${total} jobs`)
  await page.getByRole('searchbox').fill(`House 7 ${street}`)
  await says(page, `Showing 1 of ${total} jobs`)

  await itemOf(page, 'House 7').getByRole('link', { name: 'House 7' }).click()
  await dialogOf(page).getByRole('button', { name: 'Delete Job' }).click()
  await questionOf(page).getByRole('button', { name: 'Delete Job' }).click()
  await says(page, `Showing 0 of ${total - 1} jobs`)
})
