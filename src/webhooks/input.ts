import { Type } from '@sinclair/typebox'
import { EVENT_TYPE_NAMES } from '#src/domain/event/event.ts'
import { MAX_NAME, MAX_URL } from '#src/domain/webhook/webhook.ts'
import type { FieldErrors, Judged } from '#src/http/input.ts'
import { env } from '#src/runtime/env.ts'
import { problemOfUrl } from './address.ts'

const name = Type.String({ minLength: 1, maxLength: MAX_NAME, error: 'Please enter a name' })
const url = Type.String({
  minLength: 1,
  maxLength: MAX_URL,
  error: 'Please enter an address that starts with https://',
})
const types = Type.Array(
  Type.Union(
    EVENT_TYPE_NAMES.map((type) => Type.Literal(type)),
    { error: 'Please choose from the list of events' },
  ),
  {
    uniqueItems: true,
    maxItems: EVENT_TYPE_NAMES.length,
    error: 'This must be a list of kinds of event, each once. An empty one means all',
  },
)

export const NewWebhook = Type.Object({ name, url, types: Type.Optional(types) })
export const WebhookChange = Type.Object(
  {
    name: Type.Optional(name),
    url: Type.Optional(url),
    types: Type.Optional(types),
    on: Type.Optional(Type.Boolean({ error: 'on must be true or false' })),
  },
  { keepEmpty: true },
)

export function addressRule<Sent extends { url?: string }>(sent: Sent): Judged<Sent> {
  const problem = sent.url === undefined ? null : problemOfUrl(sent.url, env.WEBHOOK_ALLOW)
  const errors: FieldErrors = problem ? { url: problem } : {}
  return problem ? { errors } : { value: sent }
}
