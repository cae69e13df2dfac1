import type { Static } from '@sinclair/typebox'
import type { Tx } from '#db/connect/client.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Webhook as WebhookRow } from '#src/domain/webhook/webhook.ts'
import { apiOf, callsUnder, NO_BODY } from '#src/http/call.ts'
import { changed } from '#src/http/json-answer.ts'
import { LIST } from '#src/http/parameters.ts'
import { Confirmation } from '#src/http/schemas.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  lockWebhook,
  rotateSecret,
  takeOverWebhook,
  type WithSecret,
} from './actions.ts'
import { addressRule, NewWebhook, WebhookChange } from './input.ts'
import { deliveryJson, webhookJson } from './json.ts'
import { allWebhooks, deliveriesOf, webhookById } from './queries.ts'
import { refuseInside } from './resolve.ts'
import { Deliveries, WebhookDeliverySchema, WebhookSchema, WebhooksSchema, WebhookWithSecret } from './schemas.ts'
import { sendAgain, sendTest } from './send.ts'

const { get, list, post, patch, remove } = callsUnder('Webhooks')
const BY = 'manageWebhooks'

const look = ({ body }: { body: { url?: string } }) => refuseInside(body.url)

const answerWebhook = (webhook: WebhookRow) => changed(webhookJson(webhook))

const withSecret = (made: WithSecret) => ({ ...webhookJson(made), secret: made.secret })

const currentWebhook = async (tx: Tx, _: Actor, id: string) => webhookJson(await lockWebhook(tx, id))

export const webhooksApi = apiOf('webhooks-api', [
  get('/api/webhooks', 'listWebhooks', 'All webhooks', { may: BY, answer: WebhooksSchema }, async () =>
    (await allWebhooks()).map(webhookJson),
  ),
  post(
    '/api/webhooks',
    'createWebhook',
    'Makes a webhook, whose secret is answered this once',
    {
      may: 'makeWebhook',
      ...{ body: NewWebhook, rule: addressRule<Static<typeof NewWebhook>>, prepare: look },
      ...{ refusals: [409], answer: WebhookWithSecret, status: 201 },
    },
    ({ user, body }) => createWebhook(user, body),
    withSecret,
  ),
  get('/api/webhooks/:id', 'getWebhook', 'A webhook', { may: BY, answer: WebhookSchema }, async ({ params }) =>
    webhookJson(await webhookById(params.id)),
  ),
  patch(
    '/api/webhooks/:id',
    'changeWebhook',
    'Changes what is given; `on` turns it on or off',
    {
      may: BY,
      signInIf: '`url` or `types` change',
      ...{ ifMatch: currentWebhook, body: WebhookChange, rule: addressRule<Static<typeof WebhookChange>> },
      prepare: look,
      answer: WebhookSchema,
    },
    ({ user, params, body }) => changeWebhook(user, params.id, body),
    answerWebhook,
  ),
  remove(
    '/api/webhooks/:id',
    'deleteWebhook',
    'Deletes a webhook with its log',
    { may: BY, ifMatch: currentWebhook, answer: Confirmation },
    ({ user, params }) => deleteWebhook(user, params.id),
    () => ({ message: 'The webhook has been deleted.' }),
  ),
  post(
    '/api/webhooks/:id/rotate',
    'rotateWebhookSecret',
    'Makes a new secret; for 24 hours up to three before it sign too',
    { may: 'makeWebhook', ...NO_BODY, answer: WebhookWithSecret },
    ({ user, params }) => rotateSecret(user, params.id),
    withSecret,
  ),
  post(
    '/api/webhooks/:id/take-over',
    'takeOverWebhook',
    'Turns on one whose maker is no longer an administrator, in one’s own name',
    { may: 'makeWebhook', ifMatch: currentWebhook, ...NO_BODY, refusals: [409], answer: WebhookSchema },
    ({ user, params }) => takeOverWebhook(user, params.id),
    answerWebhook,
  ),
  post(
    '/api/webhooks/:id/test',
    'testWebhook',
    'Sends an event of type webhook.test',
    { may: BY, ...NO_BODY, refusals: [409], answer: WebhookDeliverySchema, status: 202 },
    ({ user, params }) => sendTest(user, params.id),
    deliveryJson,
  ),
  list(
    '/api/webhooks/:id/deliveries',
    'listDeliveries',
    'What was sent in 30 days, newest first',
    { may: BY, query: { limit: LIST.limit, cursor: LIST.cursor }, answer: Deliveries },
    async ({ params }) => deliveriesOf((await webhookById(params.id)).id),
    deliveryJson,
  ),
  post(
    '/api/webhooks/:id/deliveries/:deliveryId/send',
    'sendAgain',
    'Sends it again, under the same id',
    { may: BY, ...NO_BODY, refusals: [409], answer: WebhookDeliverySchema, status: 202 },
    ({ user, params }) => sendAgain(user, params.id, params.deliveryId),
    deliveryJson,
  ),
])
