import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { may } from '#src/guard/may.ts'
import { signedIn, userOf } from '#src/guard/signed-in.ts'
import { compressed } from '#src/web/compressed.ts'
import { describedUnder } from '#src/web/described.ts'
import { Unauthorized } from '#src/web/errors.ts'
import { parameter, someValuesOf, text } from '#src/web/parameters.ts'
import { Events } from './answers.ts'
import { writePlace } from './cursor.ts'
import { DEFAULT_LIMIT, EVENT_TYPE_NAMES, eventJson, LONGEST_WAIT, MOST_EVENTS } from './event.ts'
import { eventsAskedFor } from './input.ts'
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
    may(user, 'readEvents')
    const asked = eventsAskedFor(query)
    // Bun ends a connection on which nothing is sent for half a minute.
    server?.timeout(request, 2 * LONGEST_WAIT)
    let known: typeof user | null = user
    const look = async () => {
      const now = known ?? (await userOf(request))
      known = null
      if (!now) throw new Unauthorized()
      return may(now, 'readEvents')
    }
    const { events, next } = await readEvents(look, asked, request.signal)
    return compressed(request, JSON.stringify({ events: events.map(eventJson), next: writePlace(next) }), {
      headers: HEADERS,
    })
  },
  described('listEvents', 'What has changed, in order; waits for it if asked to', {
    by: 'readEvents',
    query: {
      after: text(
        'The `next` of an earlier answer; `now` for what comes from now on. Else from the oldest that is kept.',
      ),
      wait: parameter('Seconds to wait for the first event.', Type.Integer({ minimum: 0, maximum: LONGEST_WAIT })),
      limit: parameter(
        `At most so many; ${DEFAULT_LIMIT} if not given.`,
        Type.Integer({ minimum: 1, maximum: MOST_EVENTS }),
      ),
      types: someValuesOf('Only events of these types, between commas.', EVENT_TYPE_NAMES),
    },
    answers: { 200: Events },
    refusals: [410, 429],
  }),
)
