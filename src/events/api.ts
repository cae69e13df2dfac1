import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn, userOf } from '#src/access/signed-in.ts'
import { eventJson, LONGEST_WAIT } from '#src/domain/event/event.ts'
import { describedUnder } from '#src/http/described.ts'
import { Unauthorized } from '#src/http/errors.ts'
import { compressed } from '#src/http/respond/compressed.ts'
import { Changes } from './answers.ts'
import { writePlace } from './cursor.ts'
import { EVENT_PARAMETERS, eventsAskedFor } from './input.ts'
import { readEvents } from './reading.ts'

const described = describedUnder('Events')

const HEADERS = {
  'content-type': 'application/json;charset=utf-8',
  'cache-control': 'no-store',
  vary: 'Accept-Encoding',
}

export const eventsApi = new Elysia({ name: 'events-api' }).use(signedIn).get(
  '/api/events',
  async ({ user, request, query, server }) => {
    authorize(user, 'readEvents')
    const asked = eventsAskedFor(query)
    // Bun ends a connection on which nothing is sent for half a minute.
    server?.timeout(request, 2 * LONGEST_WAIT)
    let known: typeof user | null = user
    const look = async () => {
      const now = known ?? (await userOf(request))
      known = null
      if (!now) throw new Unauthorized()
      return authorize(now, 'readEvents')
    }
    const { events, next } = await readEvents(look, asked, request.signal)
    return compressed(request, JSON.stringify({ events: events.map(eventJson), next: writePlace(next) }), {
      headers: HEADERS,
    })
  },
  described('listEvents', 'Every change that one may see, in an order in which none is missed', {
    by: 'readEvents',
    query: EVENT_PARAMETERS,
    etag: false,
    refusals: [410, 429],
    answers: { 200: Changes },
  }),
)
