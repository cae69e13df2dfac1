import { expect, test } from 'bun:test'
import { openAlone } from '#db/connect/client.ts'
import { lockNow, withLock } from '#db/connect/lock.ts'

const LOCK = 4712

/** Whether another session gets the lock while the first one goes on. */
async function isFreeAfter(work: () => Promise<string>): Promise<[told: string, free: boolean]> {
  const [client, others] = [openAlone(), openAlone()]
  try {
    using connection = await client.reserve()
    using other = await others.reserve()
    const told = await withLock(connection, LOCK, async () => {
      expect(await lockNow(other, LOCK)).toBe(false)
      return work()
    }).catch(String)
    return [told, await lockNow(other, LOCK)]
  } finally {
    await Promise.all([client, others].map((one) => one.close({ timeout: 0 })))
  }
}

// Who builds indexes does so ten minutes later when they find it taken, as after a migration that had just ended.
test('a lock is free at once for whoever comes next, whatever came of the work', async () => {
  expect(await isFreeAfter(async () => 'done')).toEqual(['done', true])
  expect(await isFreeAfter(() => Promise.reject(new Error('gone wrong')))).toEqual(['Error: gone wrong', true])
})
