import { Elysia } from 'elysia'
import { once } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/may.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { jsonInput, noInput } from '#src/web/input.ts'
import { json, message } from '#src/web/json.ts'
import { answerList } from '#src/web/listing.ts'
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret, sendAgain, sendTest } from './actions.ts'
import { addressRule, NewWebhook, WebhookChange } from './input.ts'
import { deliveryJson, webhookJson } from './json.ts'
import { allWebhooks, deliveriesOf, webhookById } from './queries.ts'

const MANAGE = 'manageWebhooks'

export const webhooksApi = new Elysia({ name: 'webhooks-api' })
  .use(signedIn)
  .get('/api/webhooks', async ({ user }) => {
    may(user, MANAGE)
    return json((await allWebhooks()).map(webhookJson))
  })
  .post('/api/webhooks', ({ user, request }) => {
    may(user, MANAGE)
    const create = async () => createWebhook(user, await jsonInput(request, NewWebhook, { rule: addressRule }))
    return once({ user, request }, create, (made) => json({ ...webhookJson(made), secret: made.secret }, 201))
  })
  .get('/api/webhooks/:id', async ({ user, params }) => {
    may(user, MANAGE)
    return json(webhookJson(await webhookById(params.id)))
  })
  .patch('/api/webhooks/:id', ({ user, request, params }) => {
    may(user, MANAGE)
    const change = async () =>
      changeWebhook(user, params.id, await jsonInput(request, WebhookChange, { rule: addressRule }))
    return once({ user, request }, change, (changed) => json(webhookJson(changed)))
  })
  .delete('/api/webhooks/:id', async ({ user, params }) => {
    await deleteWebhook(user, params.id)
    return message('The webhook has been deleted.')
  })
  .post('/api/webhooks/:id/rotate', ({ user, request, params }) => {
    may(user, MANAGE)
    const rotate = async () => {
      await noInput(request)
      return rotateSecret(user, params.id)
    }
    return once({ user, request }, rotate, (made) => json({ ...webhookJson(made), secret: made.secret }))
  })
  .post('/api/webhooks/:id/test', ({ user, request, params }) => {
    may(user, MANAGE)
    const send = async () => {
      await noInput(request)
      return sendTest(user, params.id)
    }
    return once({ user, request }, send, (delivery) => json(deliveryJson(delivery), 202))
  })
  .get('/api/webhooks/:id/deliveries', async ({ user, request, params, query }) => {
    may(user, MANAGE)
    const { id } = await webhookById(params.id)
    return answerList(request, query, deliveriesOf(id), deliveryJson)
  })
  .post('/api/webhooks/:id/deliveries/:deliveryId/send', ({ user, request, params }) => {
    may(user, MANAGE)
    const send = async () => {
      await noInput(request)
      return sendAgain(user, params.id, params.deliveryId)
    }
    return once({ user, request }, send, (delivery) => json(deliveryJson(delivery), 202))
  })
