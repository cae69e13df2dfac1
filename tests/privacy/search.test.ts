import { expect, test } from 'bun:test'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob } from '#tests/support/world.ts'

test('a search for somebody forgives a typing error, and says what was searched for instead', async () => {
  const cast = await aCast()
  await aJob(cast, 'assigned', { job: { tenantName: 'Tom Reedham', tenantPhone: '07700 900456' } })
  const ada = await signedInAs(cast.admin)
  const answer = await ada.get('/api/people?search=redham')
  expect([answer.status, answer.headers.get('x-searched-for')]).toEqual([200, 'reedham'])
  expect((await answer.json()).map(({ name }: { name: string }) => name)).toEqual(['Tom Reedham'])
  const page = await (await ada.get('/admin/people?search=redham')).text()
  for (const words of ['Nothing matches “redham”. Showing “reedham”.', 'Tom Reedham']) expect(page).toContain(words)
  const exact = await ada.get('/api/people?search=reedham')
  expect(exact.headers.get('x-searched-for')).toBeNull()
  expect(await (await ada.get('/admin/people?search=qqqqqqqq')).text()).toContain('Nobody is found')
})
