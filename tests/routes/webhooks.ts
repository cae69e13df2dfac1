import { WEBHOOK } from '#tests/support/targets.ts'
import { API, confirmed, PAGE, type Route, reads, route } from './route.ts'

const at = '/admin/webhooks/:id'

export const WEBHOOKS: Route[] = [
  route('GET /api/webhooks', API.ADMIN),
  route('POST /api/webhooks', API.ADMIN_CREATES, { sent: () => WEBHOOK, bySignIn: true }),
  route('GET /api/webhooks/:id', API.ADMIN, { of: 'aWebhook' }),
  route('PATCH /api/webhooks/:id', API.ADMIN, {
    ...{ of: 'aWebhook', sent: () => ({ on: false }) },
    also: [
      { of: 'aWebhook', sent: () => ({ ...WEBHOOK, name: 'Books' }) },
      { of: 'aWebhook', sent: () => ({ url: 'https://9.9.9.9/' }), bySignIn: true },
      { of: 'aWebhook', sent: () => ({ types: ['job.created'] }), bySignIn: true },
    ],
  }),
  route('DELETE /api/webhooks/:id', API.ADMIN, { of: 'aWebhook' }),
  route('POST /api/webhooks/:id/rotate', API.ADMIN, { of: 'aWebhook', bySignIn: true }),
  route('POST /api/webhooks/:id/take-over', API.ADMIN, { of: 'aLeftWebhook', bySignIn: true }),
  route('POST /api/webhooks/:id/test', API.ADMIN_QUEUES, { of: 'aWebhook' }),
  route('GET /api/webhooks/:id/deliveries', API.ADMIN, { of: 'aWebhookDelivery' }),
  route('POST /api/webhooks/:id/deliveries/:deliveryId/send', API.ADMIN_QUEUES, { of: 'aWebhookDelivery' }),

  ...reads(PAGE.ADMIN, '/admin/webhooks', '/admin/webhooks/new'),
  route('POST /admin/webhooks/new', PAGE.ADMIN_CREATES, {
    ...{ sent: () => WEBHOOK, page: '/admin/webhooks/new' },
    refusals: [{ of: 'allWebhooks' }],
  }),
  route('GET /admin/webhooks/:id', PAGE.ADMIN, { of: 'aWebhook' }),
  route('GET /admin/webhooks/:id/edit', PAGE.ADMIN, { of: 'aWebhook' }),
  route('POST /admin/webhooks/:id/edit', PAGE.ADMIN_SENDS, { of: 'aWebhook', sent: () => WEBHOOK }),
  route('POST /admin/webhooks/:id/turn-on', PAGE.ADMIN_SENDS, {
    of: 'anOffWebhook',
    refusals: [{ of: 'aLeftWebhook', back: at }],
  }),
  route('POST /admin/webhooks/:id/turn-off', PAGE.ADMIN_SENDS, { of: 'aWebhook', sent: confirmed }),
  route('POST /admin/webhooks/:id/take-over', PAGE.ADMIN_SENDS, {
    ...{ of: 'aLeftWebhook', sent: confirmed },
    refusals: [{ of: 'aWebhook', back: at }],
  }),
  route('POST /admin/webhooks/:id/test', PAGE.ADMIN_SENDS, {
    ...{ of: 'aWebhook', page: at },
    refusals: [{ of: 'anOffWebhook', back: at }],
  }),
  route('POST /admin/webhooks/:id/rotate', PAGE.ADMIN, {
    ...{ of: 'aWebhook', sent: confirmed, page: at },
    refusals: [{ of: 'aWebhook', before: { note: 'other' }, back: at }],
  }),
  route('POST /admin/webhooks/:id/delete', PAGE.ADMIN_SENDS, { of: 'aWebhook', sent: confirmed }),
  route('POST /admin/webhooks/:id/deliveries/:deliveryId/send', PAGE.ADMIN_SENDS, {
    ...{ of: 'aWebhookDelivery', page: at },
    refusals: [{ of: 'anOffWebhookDelivery', back: at }],
  }),
]
