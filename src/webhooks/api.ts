import { Elysia } from 'elysia'
import { once } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/may.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { jsonInput, keepBody, noInput } from '#src/web/input.ts'
import { json, message } from '#src/web/json.ts'
import { answerList } from '#src/web/listing.ts'
import { queryParameters } from '#src/web/parameters.ts'
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret, sendAgain, sendTest } from './actions.ts'
import { addressRule, NewWebhook, WebhookChange } from './input.ts'
import { deliveryJson, webhookJson } from './json.ts'
import { allWebhooks, deliveriesOf, webhookById } from './queries.ts'
import { refuseInside } from './resolve.ts'

const MANAGE = 'manageWebhooks'

/** Looks its name up before a transaction is open. */
async function sentWebhook<S extends typeof NewWebhook | typeof WebhookChange>(request: Request, schema: S) {
  await keepBody(request)
  const input = await jsonInput(request, schema, { rule: addressRule })
  await refuseInside(input.url)
  return input
}

export const webhooksApi = new Elysia({ name: 'webhooks-api' })
  .use(signedIn)
  .get('/api/webhooks', async ({ user }) => {
    may(user, MANAGE)
    return json((await allWebhooks()).map(webhookJson))
  })
  .post('/api/webhooks', async ({ user, request }) => {
    may(user, MANAGE)
    const input = await sentWebhook(request, NewWebhook)
    const create = () => createWebhook(user, input)
    return once({ user, request }, create, (made) => json({ ...webhookJson(made), secret: made.secret }, 201))
  })
  .get('/api/webhooks/:id', async ({ user, params }) => {
    may(user, MANAGE)
    return json(webhookJson(await webhookById(params.id)))
  })
  .patch('/api/webhooks/:id', async ({ user, request, params }) => {
    may(user, MANAGE)
    const input = await sentWebhook(request, WebhookChange)
    return once(
      { user, request },
      () => changeWebhook(user, params.id, input),
      (changed) => json(webhookJson(changed)),
    )
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
  .get(
    '/api/webhooks/:id/deliveries',
    async ({ user, request, params, query }) => {
      may(user, MANAGE)
      const { id } = await webhookById(params.id)
      return answerList(request, query, deliveriesOf(id), deliveryJson)
    },
    queryParameters('limit', 'cursor'),
  )
  .post('/api/webhooks/:id/deliveries/:deliveryId/send', ({ user, request, params }) => {
    may(user, MANAGE)
    const send = async () => {
      await noInput(request)
      return sendAgain(user, params.id, params.deliveryId)
    }
    return once({ user, request }, send, (delivery) => json(deliveryJson(delivery), 202))
  })
