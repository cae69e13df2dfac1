import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { isSentSoon } from '#src/domain/webhook/webhook.ts'
import { cursorOf } from '#src/http/cursor.ts'
import { allTexts, checked, type Typed, textsOf } from '#src/http/input.ts'
import { readPart } from '#src/http/list/listing.ts'
import type { Query } from '#src/http/query.ts'
import { type FormProblem, handleForm, type SentForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { fragment, frameOf, isPartial, page, seeOther } from '#src/http/respond/respond.tsx'
import { finishOnce, onceByForm } from '#src/writes/idempotency.ts'
import {
  WebhookPage,
  webhookDeletion,
  webhookRotation,
  webhookTakingOver,
  webhookTurningOff,
} from '#views/webhooks/details.tsx'
import { WebhookFormPage, type WebhookFormProps } from '#views/webhooks/form.tsx'
import { WebhooksPage } from '#views/webhooks/list.tsx'
import { DeliveryRows, Log } from '#views/webhooks/log.tsx'
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret, takeOverWebhook } from './actions.ts'
import { addressRule, NewWebhook } from './input.ts'
import { allWebhooks, deliveriesOf, webhookById } from './queries.ts'
import { refuseInside } from './resolve.ts'
import { sendAgain, sendTest } from './send.ts'

const PATH = '/admin/webhooks'
const NEW = `${PATH}/new`
const pathOf = (id: string) => `${PATH}/${id}`

async function logOf(id: string, query: Query) {
  const { items, next } = await readPart(deliveriesOf(id), cursorOf(query))
  const nextHref = next && withQuery(pathOf(id), { cursor: next })
  return { id, deliveries: items, nextHref, sending: items.some(isSentSoon) }
}

async function details(user: Actor, request: Request, id: string, made?: { secret: string; isNew: boolean }) {
  const webhook = await webhookById(id)
  const props = { frame: frameOf(request, user), webhook, made, log: await logOf(id, {}) }
  return page(request, <WebhookPage {...props} />, made?.isNew ? 201 : 200)
}

const sentOf = (typed: Typed) => ({ ...textsOf(typed), types: allTexts(typed.types) })

async function inputOf({ typed }: SentForm) {
  const input = checked(NewWebhook, sentOf(typed), addressRule)
  await refuseInside(input.url)
  return input
}

function formPage(
  { user, request, typed }: SentForm,
  { errors, status }: FormProblem,
  of: Pick<WebhookFormProps, 'id'>,
) {
  const { name = '', url = '', types } = sentOf(typed) as { name?: string; url?: string; types: string[] }
  const props = { ...of, values: { name, url, types }, errors }
  return page(request, <WebhookFormPage frame={frameOf(request, user)} {...props} />, status)
}

export const webhookPages = new Elysia({ name: 'webhook-pages' })
  .use(signedIn)
  .get(PATH, async ({ user, request }) => {
    authorize(user, 'manageWebhooks')
    return page(request, <WebhooksPage frame={frameOf(request, user)} webhooks={await allWebhooks()} />)
  })
  .get(NEW, ({ user, request }) => {
    authorize(user, 'manageWebhooks')
    return page(request, <WebhookFormPage frame={frameOf(request, user)} />)
  })
  .post(NEW, async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'manageWebhooks'), request)
    const again = (problem: FormProblem) => formPage(form, problem, {})
    return handleForm(form, {
      back: NEW,
      again,
      work: async () => {
        const input = await inputOf(form)
        const made = await onceByForm(form, async () => {
          const { id, secret } = await createWebhook(user, input)
          return { id, secret }
        })
        return details(user, request, made.id, { secret: made.secret, isNew: true })
      },
    })
  })
  .get(`${PATH}/:id`, async ({ user, request, params: { id }, query }) => {
    authorize(user, 'manageWebhooks')
    if (!isPartial(request)) return details(user, request, id)
    await webhookById(id)
    const log = await logOf(id, query)
    return fragment(request, query.cursor ? <DeliveryRows {...log} /> : <Log {...log} />)
  })
  .get(`${PATH}/:id/edit`, async ({ user, request, params: { id } }) => {
    authorize(user, 'manageWebhooks')
    const props = { id, values: await webhookById(id) }
    return page(request, <WebhookFormPage frame={frameOf(request, user)} {...props} />)
  })
  .post(`${PATH}/:id/edit`, async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'manageWebhooks'), request)
    return handleForm(form, {
      back: pathOf(id),
      invalid: (problem) => formPage(form, problem, { id }),
      work: async () => {
        const { types = [], ...input } = await inputOf(form)
        await changeWebhook(user, id, { ...input, types })
        return seeOther(request, pathOf(id), { title: 'Webhook Changed', text: 'It holds from the next delivery on.' })
      },
    })
  })
  .post(`${PATH}/:id/turn-on`, async ({ user, request, params: { id } }) =>
    handleForm(await sentForm(authorize(user, 'manageWebhooks'), request), {
      back: pathOf(id),
      work: async () => {
        await changeWebhook(user, id, { on: true })
        return seeOther(request, pathOf(id), { title: 'Webhook On', text: 'What happens from now on is sent.' })
      },
    }),
  )
  .post(`${PATH}/:id/take-over`, async ({ user, request, params: { id } }) =>
    handleForm(await sentForm(authorize(user, 'makeWebhook'), request), {
      back: pathOf(id),
      confirm: async () => webhookTakingOver(await webhookById(id)),
      work: async () => {
        await takeOverWebhook(user, id)
        return seeOther(request, pathOf(id), { title: 'Webhook Yours', text: 'What happens from now on is sent.' })
      },
    }),
  )
  .post(`${PATH}/:id/turn-off`, async ({ user, request, params: { id } }) =>
    handleForm(await sentForm(authorize(user, 'manageWebhooks'), request), {
      back: pathOf(id),
      confirm: async () => webhookTurningOff(await webhookById(id)),
      work: async () => {
        await changeWebhook(user, id, { on: false })
        return seeOther(request, pathOf(id), { title: 'Webhook Off', text: 'Nothing more is sent.' })
      },
    }),
  )
  .post(`${PATH}/:id/test`, async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'manageWebhooks'), request)
    return handleForm(form, {
      back: pathOf(id),
      work: async () => {
        await finishOnce(form, () => sendTest(user, id))
        return seeOther(request, pathOf(id), { title: 'Test Sent', text: 'The log shows what came of it.' })
      },
    })
  })
  .post(`${PATH}/:id/rotate`, async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'manageWebhooks'), request)
    return handleForm(form, {
      back: pathOf(id),
      confirm: async () => webhookRotation(await webhookById(id)),
      work: async () => {
        const secret = await onceByForm(form, async () => (await rotateSecret(user, id)).secret)
        return details(user, request, id, { secret, isNew: false })
      },
    })
  })
  .post(`${PATH}/:id/delete`, async ({ user, request, params: { id } }) =>
    handleForm(await sentForm(authorize(user, 'manageWebhooks'), request), {
      back: pathOf(id),
      confirm: async () => webhookDeletion(await webhookById(id)),
      work: async () => {
        await deleteWebhook(user, id)
        return seeOther(request, PATH, { title: 'Webhook Deleted', text: 'Its log is gone too.' })
      },
    }),
  )
  .post(`${PATH}/:id/deliveries/:deliveryId/send`, async ({ user, request, params: { id, deliveryId } }) => {
    const form = await sentForm(authorize(user, 'manageWebhooks'), request)
    return handleForm(form, {
      back: pathOf(id),
      work: async () => {
        await finishOnce(form, () => sendAgain(user, id, deliveryId))
        const toast = { title: 'Sent Again', text: 'The log shows what came of it.' }
        if (!isPartial(request)) return seeOther(request, pathOf(id), toast)
        return fragment(request, <Log {...(await logOf(id, {}))} />, { toast })
      },
    })
  })
