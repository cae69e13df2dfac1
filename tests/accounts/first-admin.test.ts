import { expect, test } from 'bun:test'
import { openAlone } from '#db/connect/client.ts'
import { ensureAdministrator } from '#src/accounts/sign-in/first-admin.ts'
import { aCast } from '#tests/support/world.ts'

test('a start with an administrator asks for none, and waits for no other start', async () => {
  await aCast()
  const other = openAlone()
  try {
    await other.begin(async (held) => {
      await held`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`
      const made = ensureAdministrator()
      expect(await Promise.race([made, Bun.sleep(5000).then(() => 'waits')])).toBeNull()
    })
  } finally {
    await other.close({ timeout: 0 })
  }
})

test('several starts on an empty database make one administrator', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(() => ensureAdministrator()))
  expect(made.filter((one) => one !== null)).toHaveLength(1)
})
