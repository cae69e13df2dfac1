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
  await Promise.all([
    admin.submit('/profile/preferences', FOLDED),
    admin.submit('/profile/keys', { on: ['j', 'k', 'x', 'a', '/', '?'] }),
  ])
  expect(await preferences(cast.admin)).toEqual({ plotsFolded: true, keysOff: 'c' })
  await admin.submit('/profile/preferences', { ...FOLDED, value: 'off' })
  expect(await preferences(cast.admin)).toEqual({ plotsFolded: false, keysOff: 'c' })
})

test('an unknown preference or value is refused, and sets nothing', async () => {
  const admin = await signedInAs(cast.admin)
  for (const wrong of [{ preference: 'role' }, { value: 'yes' }, { preference: '' }])
    expect((await admin.submit('/profile/preferences', { ...FOLDED, ...wrong })).status).toBe(422)
  expect(await preferences(cast.admin)).toEqual({})
})

test('an administrator turns keys off, one or all, on the profile and in their dialog; lists tell which', async () => {
  const admin = await signedInAs(cast.admin)
  const off = async () => /data-keys="([^"]*)"/.exec(await (await admin.get('/admin/jobs')).text())?.[1]
  expect(await off()).toBe('')
  const saved = await admin.submit('/profile/keys', { on: ['j', 'k'] })
  expect([saved.status, saved.headers.get('location'), await off()]).toEqual([303, '/profile', 'xac/?'])
  const part = await admin.htmx('/profile/keys', { method: 'POST', form: { on: ['j', 'none'] } })
  expect(await part.text()).toContain('data-keys="jkxac/?"')
  expect(part.headers.get('hx-trigger')).toContain('closeDialog')
  const boxes = async (path: string) => (await (await admin.get(path)).text()).match(/name="on" checked=""/g)
  expect([await boxes('/profile'), await boxes('/profile/keys')]).toEqual([null, null])
  expect((await admin.submit('/profile/keys', { on: ['Escape'] })).status).toBe(422)
  expect(await off()).toBe('jkxac/?')
})
