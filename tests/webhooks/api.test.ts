import { describe, expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { webhooks } from '#db/schema.ts'
import { openSecret } from '#src/webhooks/signature.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { ABSENT, WEBHOOK } from '#tests/support/targets.ts'

const cast = castOfEachTest()

type Json = Record<string, unknown> & { id: string; secret: string; errors: Record<string, string> }
const read = async (answer: Promise<Response>) => {
  const response = await answer
  return { status: response.status, body: (await response.json()) as Json }
}
const aClient = () => signedInAs(cast.admin)
const made = async (client: Client) => (await read(client.post('/api/webhooks', WEBHOOK))).body

test('a webhook’s secret is answered when it is made and when it is changed, and at no other time', async () => {
  const client = await aClient()
  const webhook = await made(client)
  expect(webhook).toMatchObject({ ...WEBHOOK, types: [], on: true, offReason: null, failingSince: null })
  expect(webhook.secret).toMatch(/^whsec_/)
  const [row] = await db.select().from(webhooks)
  expect(openSecret(webhook.id, row!.secret)).toBe(webhook.secret)
  for (const path of ['/api/webhooks', `/api/webhooks/${webhook.id}`, `/admin/webhooks/${webhook.id}`])
    expect(await (await client.get(path)).text()).not.toContain('whsec_')
  const { body } = await read(client.post(`/api/webhooks/${webhook.id}/rotate`))
  expect(body.secret).not.toBe(webhook.secret)
  const left = Date.parse(String(body.previousSecretUntil)) - Date.now()
  expect(left).toBeWithin(23.9 * 3_600_000, 24.1 * 3_600_000)
})

test('the same Idempotency-Key makes one webhook, and answers its secret again', async () => {
  const client = await aClient()
  const send = () =>
    read(client.send('/api/webhooks', { method: 'POST', body: WEBHOOK, headers: { 'idempotency-key': 'monday' } }))
  const [first, second] = [await send(), await send()]
  expect(second).toEqual(first)
  expect(await db.$count(webhooks)).toBe(1)
})

describe('what is wrong is refused by name', () => {
  const wrong: [sent: object, field: string][] = [
    [{ ...WEBHOOK, name: '' }, 'name'],
    [{ ...WEBHOOK, name: 'x'.repeat(101) }, 'name'],
    [{ name: 'A' }, 'url'],
    [{ ...WEBHOOK, url: 'http://example.com/' }, 'url'],
    [{ ...WEBHOOK, url: 'https://127.0.0.1/' }, 'url'],
    [{ ...WEBHOOK, url: 'https://localhost/' }, 'url'],
    [{ ...WEBHOOK, url: `https://8.8.8.8/${'x'.repeat(1000)}` }, 'url'],
    [{ ...WEBHOOK, types: ['job.sold'] }, 'types'],
    [{ ...WEBHOOK, types: ['job.created', 'job.created'] }, 'types'],
    [{ ...WEBHOOK, types: 'job.created' }, 'types'],
    [{ ...WEBHOOK, secret: 'mine' }, 'secret'],
  ]
  test.each(wrong)('%j', async (sent, field) => {
    const { status, body } = await read((await aClient()).post('/api/webhooks', sent))
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect(await db.$count(webhooks)).toBe(0)
  })

  test('also in a change', async () => {
    const client = await aClient()
    const { id } = await made(client)
    for (const sent of [{ url: 'https://10.0.0.1/' }, { on: 'no' }, { name: '' }])
      expect((await read(client.patch(`/api/webhooks/${id}`, sent))).status).toBe(422)
  })
})

test('a change changes what it names, and turning off and on is told', async () => {
  const client = await aClient()
  const { id } = await made(client)
  const change = async (sent: object) => (await read(client.patch(`/api/webhooks/${id}`, sent))).body
  expect(await change({ types: ['job.created'] })).toMatchObject({ ...WEBHOOK, types: ['job.created'] })
  expect(await change({ on: false })).toMatchObject({ on: false, offReason: 'by_hand' })
  expect((await read(client.post(`/api/webhooks/${id}/test`))).status).toBe(409)
  expect(await change({ on: true, name: 'Other' })).toMatchObject({ on: true, offAt: null, name: 'Other' })
})

test('a test is queued, told in the log, and can be sent again; it goes with its webhook', async () => {
  const client = await aClient()
  const { id } = await made(client)
  const sent = await read(client.post(`/api/webhooks/${id}/test`))
  expect([sent.status, sent.body]).toEqual([202, expect.objectContaining({ status: 'waiting', attempts: [] })])
  const log = await read(client.get(`/api/webhooks/${id}/deliveries?limit=1`))
  expect(log.body as unknown).toEqual([sent.body])
  const again = `/api/webhooks/${id}/deliveries/${sent.body.id}/send`
  expect((await read(client.post(again))).status).toBe(202)
  for (const other of [ABSENT, 'x']) {
    expect((await client.post(again.replace(id, other))).status).toBe(404)
    expect((await client.post(again.replace(sent.body.id, other))).status).toBe(404)
  }
  expect((await client.delete(`/api/webhooks/${id}`)).status).toBe(200)
  expect((await client.get(`/api/webhooks/${id}/deliveries`)).status).toBe(404)
})

test('there are at most twenty, also of many made at once', async () => {
  const client = await aClient()
  const answers = await Promise.all(Array.from({ length: 25 }, () => client.post('/api/webhooks', WEBHOOK)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
})
