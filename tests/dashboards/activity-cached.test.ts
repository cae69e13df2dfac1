import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { rawClient } from '#db/connect/client.ts'
import { activity } from '#src/dashboards/activity.ts'
import { aCast, aJob } from '#tests/support/world.ts'

const raised = async () => (await activity()).weeks.at(-1)?.raised
const pretendMany = () =>
  rawClient`insert into tallies (of, status, kind, count) values ('jobs', 'invoiced', 'visit', 50000)`
afterEach(() => {
  setSystemTime()
})

test('the figures are of this moment, and among very many jobs some minutes old at most', async () => {
  // Whatever other tests have read is too old.
  setSystemTime(Date.now() + 86_400_000)
  const cast = await aCast()
  await aJob(cast)
  expect(await raised()).toBe(1)
  await pretendMany()
  expect(await raised()).toBe(1)
  await aJob(cast)
  expect(await raised()).toBe(1)
  setSystemTime(Date.now() + 61_000)
  // The old ones once more, while the new ones are read.
  expect(await raised()).toBe(1)
  expect(await raised()).toBe(2)
  await aJob(cast)
  setSystemTime(Date.now() + 3_600_000)
  expect(await raised()).toBe(3)
  // The clock is set back, and behind where the test began.
  await aJob(cast)
  setSystemTime(Date.now() - 2 * 86_400_000)
  expect(await raised()).toBe(4)
})
