import { expect, test } from 'bun:test'
import { deadlocks } from '#tests/support/database/deadlocks.ts'
import { aCast, aJob, finishedQuoteWork } from '#tests/support/world.ts'

// PostgreSQL finds a ring of waiting transactions after a second and undoes one, which is then tried again: nothing goes
// wrong, but somebody waits.

test('the same people having several jobs moved at once never wait in a ring', async () => {
  const before = await deadlocks()
  const cast = await aCast()
  for (let round = 0; round < 12; round++)
    await Promise.all([
      aJob(cast),
      aJob(cast, 'in_progress'),
      aJob(cast, 'completed'),
      aJob(cast, 'quote_pending'),
      finishedQuoteWork(cast),
    ])
  expect(await deadlocks()).toBe(before)
})
