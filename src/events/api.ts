import { authorize } from '#src/access/authorize.ts'
import { userOf } from '#src/access/signed-in.ts'
import { eventJson, LONGEST_WAIT_SECONDS } from '#src/domain/event/event.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { Unauthorized } from '#src/http/errors.ts'
import { compressed } from '#src/http/respond/compressed.ts'
import { writePlace } from './cursor.ts'
import { EVENT_PARAMETERS, eventsAskedFor } from './input.ts'
import { readEvents } from './reading.ts'
import { Changes } from './schemas.ts'

const { get } = callsUnder('Events')

const HEADERS = {
  'content-type': 'application/json;charset=utf-8',
  'cache-control': 'no-store',
  vary: 'Accept-Encoding',
}

export const eventsApi = apiOf('events-api', [
  get(
    '/api/events',
    'listEvents',
    'Every change that one may see, in an order in which none is missed',
    // A cursor asks for what comes after.
    { may: 'readEvents', query: EVENT_PARAMETERS, etag: false, refusals: [410, 429], answer: Changes },
    async ({ user, request, query, server }) => {
      const asked = eventsAskedFor(query)
      // Bun ends a connection on which nothing is sent for half a minute.
      server?.timeout(request, 2 * LONGEST_WAIT_SECONDS)
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
  ),
])
