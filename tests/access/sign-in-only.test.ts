import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { apiTokens, emailNotifications, users } from '#db/schema.ts'
import { app } from '#src/app.ts'
import { descriptionOf } from '#src/http/api-description.ts'
import { CALLS, named, type Request, ready, senderIn, senderOf, waysOf, writesOf } from '#tests/routes/all.ts'
import { aToken, bearer, signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { aCast, aContractor, anAdmin, type Cast } from '#tests/support/world.ts'

// What only a sign-in may do: a token that was lost must become neither its account nor an administrator's.

const WRITES = writesOf(CALLS)
const bySignIn = waysOf(CALLS).filter((way) => way.bySignIn)
const refused = WRITES.filter(({ bySignIn }) => bySignIn)
const taken = WRITES.filter(({ bySignIn }) => !bySignIn)

async function byToken(cast: Cast, one: Request) {
  const { path, call } = await ready(cast, one)
  const { token } = await aToken(cast[senderOf(one).who])
  const before = await everything()
  const answer = await stranger.send(path, { ...call, headers: bearer(token) })
  return { path, call, before, status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const settled = () => db.update(apiTokens).set({ lastUsedAt: null })

test.each(named(refused))('a token is refused %s, which a sign-in may', async (_, one) => {
  const cast = await aCast()
  const { path, call, before, status, body } = await byToken(cast, one)
  expect([status, body.code, body.message]).toEqual([403, 'sign_in_needed', expect.stringMatching(/ Please sign in/)])
  // The use of a token is noted beside the request.
  await Bun.sleep(50)
  await settled()
  expect(await everything()).toEqual(before)
  const client = await senderIn(cast, one)
  expect((await client.send(path, call)).status).toBe(senderOf(one).status)
})

test.each(named(taken))('a token may %s', async (_, one) => {
  const { status } = await byToken(await aCast(), one)
  expect(status).toBe(senderOf(one).status)
})

test('no form of a page takes a token', async () => {
  const { admin } = await aCast()
  const { token } = await aToken(admin)
  const before = await everything()
  const routes = app.routes.filter(({ method, path }) => method === 'POST' && !/^\/(api|objects)\//.test(path))
  expect(routes.length).toBeGreaterThan(50)
  for (const { path } of routes) {
    const at = path.replaceAll(/:\w+/g, admin.id)
    const answer = await stranger.send(at, { method: 'POST', form: { confirmed: 'yes' }, headers: bearer(token) })
    expect([path, [302, 303, 401, 403, 404, 410, 422].includes(answer.status)]).toEqual([path, true])
  }
  await settled()
  expect(await everything()).toEqual(before)
})

test('an administrator’s own e-mail is changed by signing in', async () => {
  const admin = await anAdmin()
  const { token } = await aToken(admin)
  const change = { method: 'PATCH', body: { email: 'eve@evil.example', phone: '1' }, headers: bearer(token) }
  expect((await stranger.send(`/api/users/${admin.id}`, change)).status).toBe(403)
  const same = { ...change, body: { email: admin.email, phone: '020 7946 0009' } }
  expect((await stranger.send(`/api/users/${admin.id}`, same)).status).toBe(200)
  const [row] = await db.select().from(users).where(eq(users.id, admin.id))
  expect([row!.email, row!.phone]).toEqual([admin.email, '020 7946 0009'])
})

test('the document of the API says which calls need a sign-in', async () => {
  const document = (await (await stranger.get('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { description: string; security: object[] }>>
  }
  const operation = (request: string) => {
    const [method = '', path = ''] = request.split(' ')
    return document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
  }
  for (const { request } of refused) expect(operation(request).description).toContain('By sign-in only')
  const said = app.routes
    .filter((route) => route.path.startsWith('/api/') && descriptionOf(route))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => operation(route).description.includes('By sign-in only'))
  expect(new Set(said)).toEqual(new Set(bySignIn.map(({ request }) => request)))
})

describe('a changed e-mail', () => {
  const emails = () => db.select().from(emailNotifications).where(eq(emailNotifications.emailType, 'address_changed'))

  test('is told to the old address, by the API and by the form, without the new one', async () => {
    const admin = await anAdmin()
    const ada = await signedInAs(admin)
    const [carl, bea] = [await aContractor(), await anAdmin({ firstName: 'Bea' })]
    await ada.patch(`/api/users/${carl.id}`, { email: 'carl@new.example' })
    const form = { firstName: 'Bea', lastName: 'King', email: 'bea@new.example', phone: '', company: '' }
    expect((await ada.submit(`/admin/administrators/${bea.id}/edit`, form)).status).toBe(303)
    expect((await emails()).map(({ contractorEmail }) => contractorEmail).sort()).toEqual(
      [carl.email!, bea.email!].sort(),
    )
    expect(JSON.stringify(await emails())).not.toContain('new.example')
    expect((await emails())[0]!.content.by).toBe('Ada King')
  })

  test('is told of once; another change tells nobody', async () => {
    const ada = await signedInAs(await anAdmin())
    const carl = await aContractor()
    await ada.patch(`/api/users/${carl.id}`, { email: carl.email, phone: '07700 900999' })
    expect(await emails()).toEqual([])
    await ada.patch(`/api/users/${carl.id}`, { email: 'carl@new.example' })
    await ada.patch(`/api/users/${carl.id}`, { email: 'carl@new.example' })
    expect(await emails()).toHaveLength(1)
  })
})
