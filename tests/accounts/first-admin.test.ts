import { expect, test } from 'bun:test'
import { db, openAlone } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { ensureAdministrator } from '#src/accounts/sign-in/first-admin.ts'
import { captureLog } from '#tests/support/log.ts'
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

test('a start with another administrator than ADMIN_EMAIL warns that it is not read', async () => {
  using logged = captureLog()
  const settings = { ADMIN_EMAIL: 'Grace@Office.example', ADMIN_PASSWORD: 'a-password' }
  const start = async (given: Parameters<typeof ensureAdministrator>[0]) => {
    await ensureAdministrator(given)
    return logged.events().map(({ event }) => event)
  }
  expect(await start(settings)).toEqual([])
  expect(await start({ ...settings, ADMIN_EMAIL: 'grace@office.example' })).toEqual([])
  expect(await start({})).toEqual([])
  expect(await start({ ...settings, ADMIN_EMAIL: 'ada@office.example' })).toEqual(['accounts.admin'])
  expect(logged.text()).not.toContain('@')
  await db.update(users).set({ email: 'ada@office.example' })
  logged.clear()
  expect(await start({ ...settings, ADMIN_EMAIL: 'ada@office.example' })).toEqual([])
})
