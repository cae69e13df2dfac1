import { Elysia } from 'elysia'
import type { Tx } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Webhook as WebhookRow } from '#src/domain/webhook/webhook.ts'
import { Confirmation } from '#src/http/answers.ts'
import { describedUnder, NoBody } from '#src/http/described.ts'
import { jsonInput, keepBody, noInput } from '#src/http/input.ts'
import { answerList } from '#src/http/list/listing.ts'
import { LIST } from '#src/http/parameters.ts'
import { changedJson, json, jsonWithEtag, message } from '#src/http/respond/json.ts'
import { once, onceAfter } from '#src/writes/idempotency.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  lockWebhook,
  rotateSecret,
  takeOverWebhook,
  type WithSecret,
} from './actions.ts'
import { Deliveries, WebhookDeliverySchema, WebhookSchema, WebhooksSchema, WebhookWithSecret } from './answers.ts'
import { addressRule, NewWebhook, WebhookChange } from './input.ts'
import { deliveryJson, webhookJson } from './json.ts'
import { allWebhooks, deliveriesOf, webhookById } from './queries.ts'
import { refuseInside } from './resolve.ts'
import { sendAgain, sendTest } from './send.ts'

const described = describedUnder('Webhooks')
const BY = 'manageWebhooks'

/** Looks its name up before a transaction is open. */
async function sentWebhook<S extends typeof NewWebhook | typeof WebhookChange>(request: Request, schema: S) {
  await keepBody(request)
  const input = await jsonInput(request, schema, { rule: addressRule })
  await refuseInside(input.url)
  return input
}

const answerWebhook = (webhook: WebhookRow): Response => changedJson(webhookJson(webhook))

const withSecret = (status: number) => (made: WithSecret) => json({ ...webhookJson(made), secret: made.secret }, status)

/** What If-Match is compared with. */
const currentWebhook = (id: string) => async (tx: Tx) => webhookJson(await lockWebhook(tx, id))

export const webhooksApi = new Elysia({ name: 'webhooks-api' })
  .use(signedIn)
  .get(
    '/api/webhooks',
    async ({ user, request }) => {
      authorize(user, BY)
      return jsonWithEtag(request, (await allWebhooks()).map(webhookJson))
    },
    described('listWebhooks', 'All webhooks', { by: BY, answers: { 200: WebhooksSchema } }),
  )
  .post(
    '/api/webhooks',
    ({ user, request }) => {
      authorize(user, 'makeWebhook')
      const prepare = () => sentWebhook(request, NewWebhook)
      return onceAfter({ user, request }, prepare, (input) => createWebhook(user, input), withSecret(201))
    },
    described('createWebhook', 'Makes a webhook, whose secret is answered this once', {
      by: 'makeWebhook',
      body: NewWebhook,
      refusals: [409],
      answers: { 201: WebhookWithSecret },
    }),
  )
  .get(
    '/api/webhooks/:id',
    async ({ user, params, request }) => {
      authorize(user, BY)
      return jsonWithEtag(request, webhookJson(await webhookById(params.id)))
    },
    described('getWebhook', 'A webhook', { by: BY, answers: { 200: WebhookSchema } }),
  )
  .patch(
    '/api/webhooks/:id',
    ({ user, request, params: { id } }) => {
      authorize(user, BY)
      const prepare = () => sentWebhook(request, WebhookChange)
      const sender = { user, request, current: currentWebhook(id) }
      return onceAfter(sender, prepare, (input) => changeWebhook(user, id, input), answerWebhook)
    },
    described('changeWebhook', 'Changes what is given; `on` turns it on or off', {
      by: BY,
      signInIf: '`url` or `types` change',
      ifMatch: true,
      body: WebhookChange,
      answers: { 200: WebhookSchema },
    }),
  )
  .delete(
    '/api/webhooks/:id',
    ({ user, request, params: { id } }) => {
      authorize(user, BY)
      return once(
        { user, request, current: currentWebhook(id) },
        () => deleteWebhook(user, id),
        () => message('The webhook has been deleted.'),
      )
    },
    described('deleteWebhook', 'Deletes a webhook with its log', {
      by: BY,
      once: true,
      ifMatch: true,
      answers: { 200: Confirmation },
    }),
  )
  .post(
    '/api/webhooks/:id/rotate',
    ({ user, request, params: { id } }) => {
      authorize(user, 'makeWebhook')
      const rotate = async () => {
        await noInput(request)
        return rotateSecret(user, id)
      }
      return once({ user, request }, rotate, withSecret(200))
    },
    described('rotateWebhookSecret', 'Makes a new secret; for 24 hours both sign', {
      by: 'makeWebhook',
      ...NoBody,
      answers: { 200: WebhookWithSecret },
    }),
  )
  .post(
    '/api/webhooks/:id/take-over',
    ({ user, request, params: { id } }) => {
      authorize(user, 'makeWebhook')
      const takeOver = async () => {
        await noInput(request)
        return takeOverWebhook(user, id)
      }
      return once({ user, request, current: currentWebhook(id) }, takeOver, answerWebhook)
    },
    described('takeOverWebhook', 'Turns on one whose maker is no longer an administrator, in one’s own name', {
      by: 'makeWebhook',
      ifMatch: true,
      ...NoBody,
      refusals: [409],
      answers: { 200: WebhookSchema },
    }),
  )
  .post(
    '/api/webhooks/:id/test',
    ({ user, request, params: { id } }) => {
      authorize(user, BY)
      const send = async () => {
        await noInput(request)
        return sendTest(user, id)
      }
      return once({ user, request }, send, (delivery) => json(deliveryJson(delivery), 202))
    },
    described('testWebhook', 'Sends an event of type webhook.test', {
      by: BY,
      ...NoBody,
      refusals: [409],
      answers: { 202: WebhookDeliverySchema },
    }),
  )
  .get(
    '/api/webhooks/:id/deliveries',
    async ({ user, request, params, query }) => {
      authorize(user, BY)
      const { id } = await webhookById(params.id)
      return answerList(request, query, deliveriesOf(id), deliveryJson)
    },
    described('listDeliveries', 'What was sent in 30 days, newest first', {
      by: BY,
      query: { limit: LIST.limit, cursor: LIST.cursor },
      answers: { 200: Deliveries },
    }),
  )
  .post(
    '/api/webhooks/:id/deliveries/:deliveryId/send',
    ({ user, request, params: { id, deliveryId } }) => {
      authorize(user, BY)
      const send = async () => {
        await noInput(request)
        return sendAgain(user, id, deliveryId)
      }
      return once({ user, request }, send, (delivery) => json(deliveryJson(delivery), 202))
    },
    described('sendAgain', 'Sends it again, under the same id', {
      by: BY,
      ...NoBody,
      refusals: [409],
      answers: { 202: WebhookDeliverySchema },
    }),
  )
