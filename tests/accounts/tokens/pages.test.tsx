import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { apiTokens } from '#db/schema.ts'
import type { AccountEventEntry } from '#src/domain/account/events.ts'
import { MAX_TOKENS } from '#src/domain/account/token.ts'
import { aToken, bearer, signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, anAgent } from '#tests/support/world.ts'

const SHOWN = /fettle_[\w-]{43}[0-9a-f]{8}/

test('every role makes a token on the profile, which shows it this once, and revokes it there', async () => {
  for (const user of Object.values(await aCast())) {
    const client = await signedInAs(user)
    expect(await (await client.get('/profile')).text()).toContain('Create Token')
    const made = await client.submit('/profile/tokens', { name: 'Month’s <end>', expiresAt: '2999-12-31' })
    const text = await made.text()
    expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store'])
    const [token] = SHOWN.exec(text)!
    expect(text).toContain('Token Created: Month’s &lt;end&gt;')
    expect(text).toContain(`data-copy="${token}"`)
    expect((await stranger.get('/api/auth/user', bearer(token))).status).toBe(200)

    const later = await (await client.get('/profile')).text()
    expect(later).not.toMatch(SHOWN)
    expect(later).toContain('31/12/2999')
    expect(later).toContain('aria-label="Revoke Month’s &lt;end&gt;"')
    const [, path] = /action="(\/profile\/tokens\/[^"]+\/revoke)"/.exec(later)!
    const question = await (await client.submit(path!)).text()
    expect(question).toContain('Revoke the token')
    expect(question).toContain('href="/profile"')
    expect((await stranger.get('/api/auth/user', bearer(token))).status).toBe(200)
    const revoked = await client.submit(path!, { confirmed: 'yes' })
    expect([revoked.status, revoked.headers.get('location')]).toEqual([303, '/profile'])
    expect(decodeURIComponent(decodeURIComponent(revoked.headers.getSetCookie().join()))).toContain('Token Revoked')
    expect((await stranger.get('/api/auth/user', bearer(token))).status).toBe(401)
    for (const again of [undefined, { confirmed: 'yes' }]) expect((await client.submit(path!, again)).status).toBe(404)
  }
})

test('making and revoking a token stand in its owner’s history, with its name', async () => {
  const { agent, admin } = await aCast()
  const { id } = await aToken(agent)
  await (await signedInAs(agent)).delete(`/api/tokens/${id}`)
  const answer = await (await signedInAs(admin)).get(`/api/accounts/${agent.id}/events`)
  const events = ((await answer.json()) as AccountEventEntry[]).filter(({ event }) => event.startsWith('token'))
  const told = { actorId: agent.id, detail: { name: 'Reports' } }
  expect(events).toMatchObject([
    { event: 'tokenRevoked', ...told },
    { event: 'tokenMade', ...told },
  ])
  const page = await (await signedInAs(admin)).get(`/admin/users/${agent.id}/history`)
  expect(await page.text()).toMatch(/API token revoked.*Reports.*API token made.*Reports/s)
})

test.each([
  [{ name: '', expiresAt: '2999-12-31' }, 'name', 'Name is required'],
  [{ name: 'Reports', expiresAt: '2020-01-01' }, 'expiresAt', 'Expiry must be in the future'],
  [{ name: 'Reports', expiresAt: 'soon' }, 'expiresAt', 'Expiry must be a date, such as 2030-12-31'],
])('what is wrong with %o is said at its field, with what was typed', async (form, field, message) => {
  const answer = await (await signedInAs(await anAgent())).submit('/profile/tokens', form)
  const text = await answer.text()
  expect(answer.status).toBe(422)
  expect(text).toContain('<title>Error: ')
  expect(text).toContain(`<a href="#f-${field}">${message}</a>`)
  expect(text).toMatch(new RegExp(`id="f-${field}-error"[\\s\\S]{0,400}${message}`))
  for (const typed of Object.values(form).filter(Boolean)) expect(text).toContain(`value="${typed}"`)
  expect(text).not.toMatch(SHOWN)
  expect(await db.$count(apiTokens)).toBe(0)
})

test('one that only reads is chosen, and its list says so', async () => {
  const client = await signedInAs(await anAgent())
  const wrong = await client.submit('/profile/tokens', { name: '', access: 'read' })
  expect(await wrong.text()).toMatch(/<option value="read" selected="">Read only/)
  for (const [access, scopes] of [
    ['read', ['read']],
    ['write', ['read', 'write']],
  ] as const) {
    const made = await client.submit('/profile/tokens', { name: `To ${access}`, access })
    const [token] = SHOWN.exec(await made.text())!
    const oneself = await stranger.get('/api/auth/user', bearer(token))
    expect(await oneself.json()).toMatchObject({ scopes })
  }
  const listed = await (await client.get('/profile')).text()
  const shown = [...listed.matchAll(/<dd[^>]*>(Read only|May change things)</g)].map(([, access]) => access)
  expect(shown).toEqual(['May change things', 'Read only'])
})

test('one too many is refused with what to do, and what was typed', async () => {
  const user = await anAgent()
  for (let count = 0; count < MAX_TOKENS; count++) await aToken(user)
  const answer = await (await signedInAs(user)).submit('/profile/tokens', { name: 'One more' })
  const text = await answer.text()
  expect(answer.status).toBe(409)
  expect(text).toContain('Please revoke one that you no longer need.')
  expect(text).toContain('value="One more"')
})

test('the list says when each was made and used, and which has ended', async () => {
  const user = await anAgent()
  const client = await signedInAs(user)
  await aToken(user, { name: 'Unused' })
  expect(await (await client.get('/profile')).text()).toMatch(/Last Used<\/dt><dd>Never<[\s\S]*Until revoked/)
  await db.update(apiTokens).set({
    createdAt: new Date('2030-03-01T12:00:00Z'),
    lastUsedAt: new Date('2030-03-02T08:05:00Z'),
    expiresAt: sql`'2020-03-04T00:00:00Z'`,
  })
  const text = await (await client.get('/profile')).text()
  for (const words of ['01/03/2030', '02/03/2030, 08:05', '>Expired<', '03/03/2020']) expect(text).toContain(words)
  expect(await (await (await signedInAs(await anAgent())).get('/profile')).text()).not.toContain('Unused')
})
