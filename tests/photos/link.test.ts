import { afterEach, describe, expect, mock, spyOn, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { uploadedObjects, users } from '#db/schema.ts'
import { closeSession } from '#src/access/session.ts'
import { sha256 } from '#src/access/sha256.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { changePassword, resetPassword } from '#src/accounts/password/password.ts'
import { revokeToken } from '#src/accounts/tokens/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { aToken, bearer, type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aContractor, anAdmin, PASSWORD } from '#tests/support/world.ts'
import { bmp, jpeg } from './pictures.ts'
import { bodyOf, filesArriving, idOf, put, rowOf } from './uploads.ts'

// An upload link is good for as long as the session or token that asked for it.

afterEach(() => mock.restore())

const OVER = { message: 'This upload link has expired. Please ask for a new one.' }

const linkFor = async (client: Client, headers: Record<string, string> = {}) => {
  const answer = await client.send('/api/objects/upload', { method: 'POST', headers })
  return ((await answer.json()) as { uploadURL: string }).uploadURL
}

const demote = (user: Actor) => db.update(users).set({ role: null }).where(eq(users.id, user.id))

const ENDS: [string, (user: Actor, client: Client) => Promise<unknown>][] = [
  ['the account is deleted', async (user) => deleteAccount(await anAdmin(), user.id, 'contractor')],
  ['their role may no longer upload', demote],
  ['their password is reset', async (user) => resetPassword(await anAdmin(), user.id, 'contractor')],
  ['they sign out', (_, { cookie }) => closeSession(cookie!)],
]

describe.each(ENDS)('when %s', (_, end) => {
  const scene = async () => {
    const user = await aContractor()
    const client = await signedInAs(user)
    return { user, client, url: await linkFor(client), file: bodyOf(await jpeg()) }
  }

  test('their upload link takes nothing more', async () => {
    const { user, client, url, file } = await scene()
    await end(user, client)
    const answer = await put(url, file)
    expect(answer.status).toBe(403)
    expect(await refusalOf(answer)).toEqual(OVER)
    expect(await rowOf(url)).toMatchObject({ state: 'promised', size: null })
    expect(await storage.read(idOf(url), 'photo')).toBeNull()
  })

  test('an upload that is under way is not recorded, and leaves nothing', async () => {
    const { user, client, url, file } = await scene()
    const real = storage.put
    spyOn(storage, 'put').mockImplementation(async (key, variant, bytes) => {
      await real(key, variant, bytes)
      if (variant === 'photo') await end(user, client)
    })
    const answer = await put(url, file)
    expect(answer.status).toBe(403)
    expect(await refusalOf(answer)).toEqual(OVER)
    expect(await rowOf(url)).toMatchObject({ state: 'promised', size: null })
    for (const variant of ['photo', 'thumbnail'] as const) expect(await storage.read(idOf(url), variant)).toBeNull()
    expect(filesArriving()).toEqual([])
  })
})

test('an upload that comes too late for its link leaves alone what another has stored meanwhile', async () => {
  const client = await signedInAs(await aContractor())
  const url = await linkFor(client)
  const real = storage.put
  let other: Response | undefined
  spyOn(storage, 'put').mockImplementation(async (key, variant, bytes) => {
    await real(key, variant, bytes)
    if (variant !== 'photo' || other) return
    other = new Response()
    // Its claim has run out, as when a storage hangs.
    const longAgo = { claimedAt: sql`now() - make_interval(secs => 60)` }
    await db.update(uploadedObjects).set(longAgo).where(eq(uploadedObjects.id, key))
    other = await put(url, bodyOf(await jpeg(bmp(9, 9, () => [0, 0, 0]))))
    await closeSession(client.cookie!)
  })
  const late = await put(url, bodyOf(await jpeg()))
  expect([other!.status, late.status]).toEqual([200, 403])
  expect(await rowOf(url)).toMatchObject({ state: 'stored', width: 9 })
  expect(await storage.read(idOf(url), 'photo')).not.toBeNull()
})

test('a link asked for with a token ends with that token, and with no other', async () => {
  const user = await aContractor()
  const [one, other] = [await aToken(user), await aToken(user)]
  const [ended, goes] = [await linkFor(stranger, bearer(one.token)), await linkFor(stranger, bearer(other.token))]
  await revokeToken(user, one.id)
  expect((await put(ended, bodyOf(await jpeg()))).status).toBe(403)
  expect((await put(goes, bodyOf(await jpeg()))).status).toBe(200)
})

test('a link lives on when its user changes the password in the session that asked for it', async () => {
  const user = await aContractor()
  const [here, there] = [await signedInAs(user), await signedInAs(user)]
  const [goes, ended] = [await linkFor(here), await linkFor(there)]
  const input = { currentPassword: PASSWORD, newPassword: 'battery staple', confirmPassword: 'battery staple' }
  await changePassword({ ...user, credentialHash: sha256(here.cookie!) }, input)
  expect((await put(ended, bodyOf(await jpeg()))).status).toBe(403)
  expect((await put(goes, bodyOf(await jpeg()))).status).toBe(200)
})

test('a link does not say which session asked for it, and takes no other in its place', async () => {
  const user = await aContractor()
  const [one, other] = [await signedInAs(user), await signedInAs(user)]
  const [url, foreign] = [new URL(await linkFor(one)), new URL(await linkFor(other))]
  expect(url.href).not.toContain(sha256(one.cookie!))
  url.searchParams.set('by', foreign.searchParams.get('by')!)
  expect((await put(url.href, bodyOf(await jpeg()))).status).toBe(403)
})
