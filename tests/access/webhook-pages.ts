import { WEBHOOK } from '#tests/support/targets.ts'

// The pages of webhooks, as those in page-permissions.test.ts.

const ADMIN = '403 403 403 403 200 403 302'
const ADMIN_SENDS = '403 403 403 403 303 403 302'
const confirmed = () => ({ confirmed: 'yes' })

type Target = 'aWebhook' | 'aLeftWebhook' | 'anOffWebhook' | 'aWebhookDelivery'
type Row = [route: string, expected: string, target?: Target, form?: () => Record<string, string>]

export const WEBHOOK_PAGES: Row[] = [
  ['GET /admin/webhooks', ADMIN],
  ['GET /admin/webhooks/new', ADMIN],
  ['POST /admin/webhooks/new', '403 403 403 403 201 403 302', undefined, () => WEBHOOK],
  ['GET /admin/webhooks/:id', ADMIN, 'aWebhook'],
  ['GET /admin/webhooks/:id/edit', ADMIN, 'aWebhook'],
  ['POST /admin/webhooks/:id/edit', ADMIN_SENDS, 'aWebhook', () => WEBHOOK],
  ['POST /admin/webhooks/:id/turn-on', ADMIN_SENDS, 'anOffWebhook'],
  ['POST /admin/webhooks/:id/take-over', ADMIN_SENDS, 'aLeftWebhook', confirmed],
  ['POST /admin/webhooks/:id/turn-off', ADMIN_SENDS, 'aWebhook', confirmed],
  ['POST /admin/webhooks/:id/test', ADMIN_SENDS, 'aWebhook'],
  ['POST /admin/webhooks/:id/rotate', ADMIN, 'aWebhook', confirmed],
  ['POST /admin/webhooks/:id/delete', ADMIN_SENDS, 'aWebhook', confirmed],
  ['POST /admin/webhooks/:id/deliveries/:deliveryId/send', ADMIN_SENDS, 'aWebhookDelivery'],
]
