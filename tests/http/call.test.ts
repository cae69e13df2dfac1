import { expect, test } from 'bun:test'
import type { Static } from '@sinclair/typebox'
import { app } from '#src/app.ts'
import { ROLES } from '#src/domain/account/account.ts'
import { can } from '#src/domain/permissions.ts'
import { descriptionOf } from '#src/http/api-description.ts'
import type { Jsoned } from '#src/http/json-answer.ts'
import { INSTANT_SCHEMA, objectSchema } from '#src/http/schemas.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { ABSENT } from '#tests/support/targets.ts'
import { aCast } from '#tests/support/world.ts'

// Elysia parses a body before anybody is known if a handler's text lets it suppose that the body is used.
const BROKEN = { body: '{', headers: { 'content-type': 'application/json' } }

test('a broken body is refused only to who may send one: 401 to strangers, 403 to other roles', async () => {
  const cast = await aCast()
  const clients = { estate_agent: cast.agent, contractor: cast.contractor, admin: cast.admin }
  const signedIn = {} as Record<keyof typeof clients, Client>
  for (const role of ROLES) signedIn[role] = await signedInAs(clients[role])
  let refused = 0
  for (const route of app.routes) {
    const by = descriptionOf(route)?.by
    if (route.method === 'GET' || !by || by === 'everybody' || by === 'signedIn') continue
    const path = route.path.replaceAll(/:\w+/g, ABSENT)
    const sent = { method: route.method, ...BROKEN }
    expect([route.path, (await stranger.send(path, sent)).status]).toEqual([route.path, 401])
    for (const role of ROLES.filter((one) => !can(one, by))) {
      expect([route.path, role, (await signedIn[role].send(path, sent)).status]).toEqual([route.path, role, 403])
      refused++
    }
  }
  expect(refused).toBeGreaterThan(60)
})

const Booked = objectSchema('Booked', 'A test’s.', { at: INSTANT_SCHEMA })
type Fits<Answer> = Answer extends Jsoned<Static<typeof Booked>> ? true : false

/** The compiler checks each of these. */
const FITS: [text: Fits<{ at: string }>, date: Fits<{ at: Date }>, number: Fits<{ at: number }>, none: Fits<object>] = [
  ...([true, true] as const),
  ...([false, false] as const),
]

test('a date or its text answers a moment of a schema, and nothing else does', () => {
  expect(FITS).toEqual([true, true, false, false])
})
