import { type Delivery, isOn, type Webhook } from '#src/domain/webhook/webhook.ts'

export const webhookJson = (webhook: Webhook) => ({
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  types: webhook.types,
  on: isOn(webhook),
  offAt: webhook.offAt,
  offReason: webhook.offReason,
  failingSince: webhook.failingSince,
  previousSecretUntil: webhook.previousUntil,
  createdBy: webhook.createdBy,
  takenOverBy: webhook.takenOverBy,
  createdAt: webhook.createdAt,
  updatedAt: webhook.updatedAt,
})

export const deliveryJson = ({ runAt, attempts, ...delivery }: Delivery) => ({
  id: delivery.id,
  eventId: delivery.eventId,
  type: delivery.type,
  status: delivery.status,
  createdAt: delivery.createdAt,
  nextTryAt: runAt,
  attempts: attempts.map(({ at, ms, status, answer, reason }) => ({ at, ms, status, answer, reason })),
})
