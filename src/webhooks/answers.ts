import { Type } from '@sinclair/typebox'
import { EVENT_TYPE_NAMES } from '#src/domain/event/event.ts'
import { DELIVERY_STATUSES, OFF_REASONS, OFF_WORDS, TEST_TYPE } from '#src/domain/webhook/webhook.ts'
import { COUNT, choice, INSTANT, inWords, orNull, TEXT, thing, told, UUID, YES } from '#src/http/answers.ts'

const ADMINISTRATOR = Type.Object({ id: UUID, name: told(TEXT, 'Their name.', 'Ada King') })

const FIELDS = {
  id: UUID,
  name: told(TEXT, 'Who is told.', 'Accounting'),
  url: told(TEXT, 'Where events are sent.', 'https://example.com/fettle'),
  types: Type.Array(TEXT, {
    description: 'Kinds of event; none means all.',
    examples: [['job.created', 'quote.approved']],
  }),
  on: told(YES, 'Whether it sends.'),
  offAt: orNull(INSTANT),
  offReason: orNull(choice(OFF_REASONS), { description: `${inWords(OFF_WORDS)}.` }),
  failingSince: orNull(INSTANT, { description: 'Since when every attempt has failed.' }),
  previousSecretUntil: orNull(INSTANT, { description: 'Until then the previous secret signs too.' }),
  createdBy: orNull(ADMINISTRATOR, { description: 'Who made it; null when that account is gone.' }),
  takenOverBy: orNull(ADMINISTRATOR, { description: 'Who answers for it since, in place of its maker.' }),
  createdAt: INSTANT,
  updatedAt: INSTANT,
}

export const Webhook = thing('Webhook', 'Where events are sent.', FIELDS)
export const Webhooks = Type.Array(Webhook)

export const WebhookWithSecret = thing('WebhookWithSecret', 'A webhook, and its secret this once.', {
  ...FIELDS,
  secret: told(TEXT, 'Signs what is sent.', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'),
})

const DeliveryAttempt = thing('DeliveryAttempt', 'One attempt to send.', {
  at: INSTANT,
  ms: told(COUNT, 'How long it took.'),
  status: orNull(Type.Integer(), { description: 'Of HTTP; null when nothing was answered.' }),
  answer: orNull(TEXT, { description: 'The beginning of the answer.' }),
  reason: orNull(TEXT, { description: 'Why it failed; null when it arrived.' }),
})

export const Delivery = thing('WebhookDelivery', 'One event for one webhook.', {
  id: UUID,
  eventId: told(UUID, 'The webhook-id header, the same in every attempt.'),
  type: choice([...EVENT_TYPE_NAMES, TEST_TYPE]),
  status: choice(DELIVERY_STATUSES),
  createdAt: INSTANT,
  nextTryAt: orNull(INSTANT),
  attempts: Type.Array(DeliveryAttempt, { description: 'Newest first.' }),
})
export const Deliveries = Type.Array(Delivery)
