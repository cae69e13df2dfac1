import { Elysia } from 'elysia'
import { describedUnder } from '#src/http/api-description.ts'
import { json } from '#src/http/respond/json.ts'
import { choice, INSTANT_SCHEMA, objectSchema } from '#src/http/schemas.ts'

const described = describedUnder('Documentation')

const Ping = objectSchema('Ping', 'That it is Fettle that answers.', {
  name: choice(['Fettle']),
  now: { ...INSTANT_SCHEMA, description: 'The server’s clock.' },
})

/** Portals answer 200 as well, so it says its name. */
export const siteApi = new Elysia({ name: 'site-api' }).get(
  '/api/ping',
  () => json({ name: 'Fettle', now: new Date() }),
  described('ping', 'Whether there is a line: answers without the database, and is never cached', {
    by: 'everybody',
    etag: false,
    answers: { 200: Ping },
  }),
)
