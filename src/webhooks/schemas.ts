import { Type } from '@sinclair/typebox'
import { EVENT_TYPE_NAMES } from '#src/domain/event/event.ts'
import { DELIVERY_STATUSES, OFF_REASONS, OFF_WORDS, TEST_TYPE } from '#src/domain/webhook/webhook.ts'
import {
  COUNT,
  choice,
  INSTANT_SCHEMA,
  inWords,
  objectSchema,
  orNull,
  TEXT,
  UUID,
  withDescription,
  YES,
} from '#src/http/schemas.ts'

const ADMINISTRATOR = Type.Object({ id: UUID, name: withDescription(TEXT, 'Their name.', 'Ada King') })

const FIELDS = {
  id: UUID,
  name: withDescription(TEXT, 'Who is told.', 'Accounting'),
  url: withDescription(TEXT, 'Where events are sent.', 'https://example.com/fettle'),
  types: Type.Array(TEXT, {
    description: 'Kinds of event; none means all.',
    examples: [['job.created', 'quote.approved']],
  }),
  on: withDescription(YES, 'Whether it sends.'),
  offAt: orNull(INSTANT_SCHEMA),
  offReason: orNull(choice(OFF_REASONS), { description: `${inWords(OFF_WORDS)}.` }),
  failingSince: orNull(INSTANT_SCHEMA, { description: 'Since when every attempt has failed.' }),
  previousSecretUntil: orNull(INSTANT_SCHEMA, { description: 'Until then the previous secret signs too.' }),
  createdBy: orNull(ADMINISTRATOR, { description: 'Who made it; null when that account is gone.' }),
  takenOverBy: orNull(ADMINISTRATOR, { description: 'Who answers for it since, in place of its maker.' }),
  createdAt: INSTANT_SCHEMA,
  updatedAt: INSTANT_SCHEMA,
}

export const WebhookSchema = objectSchema('Webhook', 'Where events are sent.', FIELDS)
export const WebhooksSchema = Type.Array(WebhookSchema)

export const WebhookWithSecret = objectSchema('WebhookWithSecret', 'A webhook, and its secret this once.', {
  ...FIELDS,
  secret: withDescription(TEXT, 'Signs what is sent.', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'),
})

const DeliveryAttempt = objectSchema('DeliveryAttempt', 'One attempt to send.', {
  at: INSTANT_SCHEMA,
  ms: withDescription(COUNT, 'How long it took.'),
  status: orNull(Type.Integer(), { description: 'Of HTTP; null when nothing was answered.' }),
  answer: orNull(TEXT, { description: 'The beginning of the answer.' }),
  reason: orNull(TEXT, { description: 'Why it failed; null when it arrived.' }),
})

export const WebhookDeliverySchema = objectSchema('WebhookDelivery', 'One event for one webhook.', {
  id: UUID,
  eventId: withDescription(UUID, 'The webhook-id header, the same in every attempt.'),
  type: choice([...EVENT_TYPE_NAMES, TEST_TYPE]),
  status: choice(DELIVERY_STATUSES),
  createdAt: INSTANT_SCHEMA,
  nextTryAt: orNull(INSTANT_SCHEMA),
  attempts: Type.Array(DeliveryAttempt, { description: 'Newest first.' }),
})
export const Deliveries = Type.Array(WebhookDeliverySchema)
