import { wastedRoom } from '#tests/tools/shots/eyes.ts'
import { expect, overAll, test } from './support/hard-world.ts'

test('a table shortens nothing while a column has room to spare, and shows twelve jobs', async ({ open, hard }) => {
  const desk = await open('admin', { viewport: { width: 1280, height: 800 } })
  const only = /^jobs(-hard)?$/
  expect(await overAll(desk, 'admin', hard, () => wastedRoom(desk), only)).toEqual([])
  // Without the largest amount there is room for more of the names.
  await desk.goto('/admin/jobs?status=pending')
  expect(await wastedRoom(desk)).toEqual([])
  const whole = await desk
    .locator('tbody tr')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)
  expect(whole).toBeGreaterThanOrEqual(12)
})
