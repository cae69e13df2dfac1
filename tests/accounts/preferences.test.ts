import { expect, test } from 'bun:test'
import { actorById } from '#src/accounts/queries.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'

const cast = castOfEachTest()
const preferences = async ({ id }: { id: string }) => (await actorById(id))!.preferences

const FOLDED = { preference: 'plotsFolded', value: 'on', back: '/?tab=visits' }

test('a form sets a preference of its sender, and leads back to its page of this site', async () => {
  const admin = await signedInAs(cast.admin)
  const set = await admin.submit('/profile/preferences', FOLDED)
  expect([set.status, set.headers.get('location')]).toEqual([303, '/?tab=visits'])
  const elsewhere = await admin.submit('/profile/preferences', { ...FOLDED, back: '//evil.example' })
  expect(elsewhere.headers.get('location')).toBe('/')
  expect([await preferences(cast.admin), await preferences(cast.agent)]).toEqual([{ plotsFolded: true }, {}])
})

test('two that are set at once both stay, and each is unset alone', async () => {
  const admin = await signedInAs(cast.admin)
  const keys = { preference: 'keysOff', value: 'on', back: '/' }
  await Promise.all([FOLDED, keys].map((form) => admin.submit('/profile/preferences', form)))
  expect(await preferences(cast.admin)).toEqual({ plotsFolded: true, keysOff: true })
  await admin.submit('/profile/preferences', { ...FOLDED, value: 'off' })
  expect(await preferences(cast.admin)).toEqual({ plotsFolded: false, keysOff: true })
})

test('an unknown preference or value is refused, and sets nothing', async () => {
  const admin = await signedInAs(cast.admin)
  for (const wrong of [{ preference: 'role' }, { value: 'yes' }, { preference: '' }])
    expect((await admin.submit('/profile/preferences', { ...FOLDED, ...wrong })).status).toBe(422)
  expect(await preferences(cast.admin)).toEqual({})
})
