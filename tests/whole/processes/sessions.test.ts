import { afterAll, describe, expect, test } from 'bun:test'
import { ADMIN } from '#tests/whole/faults/fettle.ts'
import { ask } from '#tests/whole/faults/load/person.ts'
import { at, makeAccount, PASSWORD, seenBy, signIn, tryToSignIn } from './people.ts'
import { startSeveral, whyNotSeveral } from './several.ts'

const why = await whyNotSeveral()

describe.skipIf(why !== null)('a session is one at every process', async () => {
  const several = why ? null! : await startSeveral()
  afterAll(() => several?.[Symbol.asyncDispose]())
  const [a, b, c] = (several?.urls ?? []) as [string, string, string]

  test('begun at one, it is good at the others; ended at a third, it is over everywhere', async () => {
    const olivia = await signIn(a, await makeAccount(b, 'agent'))
    expect(await seenBy([a, b, c], olivia)).toEqual([200, 200, 200])
    expect((await at(olivia, c).send({ method: 'GET', path: '/api/logout' })).status).toBe(303)
    expect(await seenBy([a, b, c], olivia)).toEqual([401, 401, 401])
  })

  test('a changed password ends the others at once, wherever they were used, and spares its own', async () => {
    const name = await makeAccount(a, 'contractor')
    const [phone, desk, van] = await Promise.all([a, b, c].map((url) => signIn(url, name)))
    const newPassword = 'battery staple'
    const body = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword }
    expect((await phone!.send({ method: 'POST', path: '/api/change-password', body })).status).toBe(200)
    expect(await seenBy([b, c, a], desk!)).toEqual([401, 401, 401])
    expect(await seenBy([c, a, b], van!)).toEqual([401, 401, 401])
    expect(await seenBy([b, c, a], phone!)).toEqual([200, 200, 200])
    expect((await tryToSignIn(c, name)).status).toBe(401)
    expect((await tryToSignIn(c, name, newPassword)).status).toBe(200)
  })

  test('a deleted account is nobody at any process', async () => {
    const carl = await signIn(a, await makeAccount(b, 'contractor'))
    expect(await seenBy([a, b, c], carl)).toEqual([200, 200, 200])
    const admin = await signIn(c, ADMIN.identifier, ADMIN.password)
    expect((await admin.send({ method: 'DELETE', path: `/api/contractors/${carl.id}` })).status).toBe(200)
    expect(await seenBy([a, b, c], carl)).toEqual([401, 401, 401])
  })

  test('a token made at one is good at the others, and revoked at a third nowhere', async () => {
    const olivia = await signIn(a, await makeAccount(a, 'agent'))
    const made = await olivia.send({ method: 'POST', path: '/api/tokens', body: { name: 'Nightly script' } })
    const headers = { authorization: `Bearer ${made.body.token}` }
    const seen = () => Promise.all([b, c, a].map((url) => ask(url, { method: 'GET', path: '/api/stats', headers })))
    expect((await seen()).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await at(olivia, c).send({ method: 'DELETE', path: `/api/tokens/${made.body.id}` })).status).toBe(200)
    expect((await seen()).map(({ status }) => status)).toEqual([401, 401, 401])
  })

  test('through the proxy a person meets all of them, and never notices', async () => {
    const olivia = await signIn(several.url, await makeAccount(several.url, 'agent'))
    expect(new Set(await seenBy(Array(30).fill(several.url), olivia))).toEqual(new Set([200]))
    const served = (await several.proxy.command('show stat')).split('\n').filter((line) => /^fettle,[abc],/.test(line))
    // Column 8 counts sessions.
    expect(served.map((line) => Number(line.split(',')[7]) > 5)).toEqual([true, true, true])
  })
})
