export const MAX_WEBHOOKS = 20
export const MAX_NAME = 100
export const MAX_URL = 1000
export const ROTATION_HOURS = 24
/** After so long without one success a webhook is turned off. */
export const FAILING_DAYS = 7
export const LOG_DAYS = 30
export const MAX_ANSWER = 1024

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
export const isToDeliver = ({ status }: { status: DeliveryStatus }): boolean => status === 'waiting'
export const DELIVERY_LABELS: Record<DeliveryStatus, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

export const OFF_REASONS = ['by_hand', 'gone', 'failing', 'left'] as const
export type OffReason = (typeof OFF_REASONS)[number]
export const OFF_WORDS: Record<OffReason, string> = {
  by_hand: 'An administrator turned it off.',
  gone: 'The receiver answered 410 Gone.',
  failing: `Nothing arrived for ${FAILING_DAYS} days.`,
  left: 'Whoever answered for it is no longer an administrator.',
}

export const TEST_TYPE = 'webhook.test'

export type Webhook = {
  id: string
  name: string
  url: string
  types: string[]
  previousUntil: Date | null
  offAt: Date | null
  offReason: OffReason | null
  failingSince: Date | null
  createdBy: WebhookPerson | null
  takenOverBy: WebhookPerson | null
  isOwned: boolean
  createdAt: Date
  updatedAt: Date
}

export type WebhookPerson = { id: string; name: string }

export type Attempt = { at: Date; ms: number; status: number | null; answer: string | null; reason: string | null }

export type Delivery = {
  id: string
  eventId: string
  type: string
  status: DeliveryStatus
  runAt: Date | null
  createdAt: Date
  attempts: Attempt[]
}

export const isSentSoon = ({ runAt }: Pick<Delivery, 'runAt'>): boolean =>
  runAt !== null && runAt.getTime() < Date.now() + 60_000

export const isOn = ({ offAt }: Pick<Webhook, 'offAt'>): boolean => offAt === null

/** Its address as a list shows it: what follows may be secret. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host
