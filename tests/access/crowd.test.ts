import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db, rawClient } from '#db/connect/client.ts'
import { apiTokens, sessions, users } from '#db/schema.ts'
import { sha256 } from '#src/access/sha256.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { aToken, bearer, type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { anAdmin, anAgent } from '#tests/support/world.ts'

// Who sent a request is read for several requests at once.

const ME = '/api/auth/user'
const CROWD = 8

describe('among many who ask', () => {
  let end: () => Promise<void>
  /** People with sessions and tokens ask again and again who they are: whoever is tested is read together with them. */
  beforeEach(async () => {
    let isOver = false
    const crowd = Array.from({ length: CROWD }, async (_, at) => {
      const person = await anAgent()
      const client = await signedInAs(person)
      const { token } = await aToken(person)
      const answers = new Set<string>()
      while (!isOver) {
        const answer = at % 2 ? await stranger.get(ME, bearer(token)) : await client.get(ME)
        const { id } = (await answer.json()) as { id?: string }
        answers.add(`${answer.status} ${id === person.id}`)
        // The tests share their process with them.
        await Bun.sleep(0)
      }
      return answers
    })
    end = async () => {
      isOver = true
      for (const answers of await Promise.all(crowd)) expect([...answers]).toEqual(['200 true'])
    }
  })
  afterEach(() => end())

  const TURNS = 10
  const asked = async (client: Client, headers?: Record<string, string>) => {
    const answer = await client.get(ME, headers)
    return [answer.status, ((await answer.json()) as { id?: string; role?: string }).role ?? null]
  }

  /** With a session and with a token, each tried and then ended again and again by what `lose` does to either. */
  async function isHeard(lose: (user: Actor, token: string, sid: string) => Promise<unknown>) {
    const after: unknown[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const user = await anAgent()
      const [client, { token }] = [await signedInAs(user), await aToken(user)]
      expect(await Promise.all([asked(client), asked(stranger, bearer(token))])).toEqual([
        [200, 'estate_agent'],
        [200, 'estate_agent'],
      ])
      await lose(user, token, sha256(client.cookie!))
      after.push(...(await Promise.all([asked(client), asked(stranger, bearer(token))])))
    }
    return [...new Set(after.map((one) => JSON.stringify(one)))]
  }

  const PAST = sql`now() - interval '1 ms'`

  test('an account that was deleted is heard no more from the next request on', async () => {
    const lose = (user: Actor) => db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, user.id))
    expect(await isHeard(lose)).toEqual(['[401,null]'])
  })

  test('nor are a session and a token that have ended', async () => {
    const lose = async (_: Actor, token: string, sid: string) => {
      await db.update(sessions).set({ expire: PAST }).where(eq(sessions.sid, sid))
      await db
        .update(apiTokens)
        .set({ expiresAt: PAST })
        .where(eq(apiTokens.tokenHash, sha256(token)))
    }
    expect(await isHeard(lose)).toEqual(['[401,null]'])
  })

  test('nor those that were taken away', async () => {
    const lose = async (_: Actor, token: string, sid: string) => {
      await db.delete(sessions).where(eq(sessions.sid, sid))
      await db.delete(apiTokens).where(eq(apiTokens.tokenHash, sha256(token)))
    }
    expect(await isHeard(lose)).toEqual(['[401,null]'])
  })

  test('a user with a new role has it from the next request on', async () => {
    const lose = (user: Actor) => db.update(users).set({ role: 'contractor' }).where(eq(users.id, user.id))
    expect(await isHeard(lose)).toEqual(['[200,"contractor"]'])
  })

  test('a token that may now only read changes nothing from the next request on', async () => {
    for (let turn = 0; turn < TURNS; turn++) {
      const { token } = await aToken(await anAdmin())
      const change = () => stranger.send('/api/tokens/nothing', { method: 'DELETE', headers: bearer(token) })
      expect((await change()).status).toBe(404)
      await db
        .update(apiTokens)
        .set({ scopes: ['read'] })
        .where(eq(apiTokens.tokenHash, sha256(token)))
      expect((await change()).status).toBe(403)
    }
  })
})

test('a statement for many that the database gives up fails its own requests, and none after', async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, async () => signedInAs(await anAgent())))
  const { unsafe } = rawClient
  let left = 1
  rawClient.unsafe = ((text: string, values?: unknown[]) =>
    /sessions/.test(text) && String(values?.[0]).includes(',') && left-- > 0
      ? unsafe('select pg_terminate_backend(pg_backend_pid()), $1::text', ['']).then(() => unsafe(text, values))
      : unsafe(text, values)) as unknown as typeof unsafe
  const first = await Promise.all(clients.map((client) => client.get(ME)))
  rawClient.unsafe = unsafe
  expect(left).toBeLessThan(1)
  expect([...new Set(first.map(({ status }) => status))].sort()).toEqual([200, 503])
  const second = await Promise.all(clients.map((client) => client.get(ME)))
  expect([...new Set(second.map(({ status }) => status))]).toEqual([200])
})
