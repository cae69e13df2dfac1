import { expect, setDefaultTimeout, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { numberAll } from '#tests/events/reading.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'
import { aReceiver, aWebhook, endThemAfterEachTest, sending, settled } from './receiver.ts'

setDefaultTimeout(40_000)

endThemAfterEachTest()
const cast = castOfEachTest()
const admin = signedInOfEachTest(cast, 'admin')

test('a webhook is told of an invoice that is paid, taken back, voided and replaced, signed', async () => {
  const receiver = await aReceiver()
  const { id, secret } = await aWebhook(receiver.url, ['invoice.paid', 'invoice.voided'])
  sending()
  const { visits } = await aJob(cast, 'completed')
  const made = await (await admin.post(`/api/visits/${visits[0]!.id}/mark-invoiced`, { amount: '60.00' })).json()
  const path = `/api/invoices/${made.id}`
  await admin.post(`${path}/paid`, { paidOn: '2026-11-02', paidBy: 'card' })
  expect((await admin.post(`${path}/void`, { reason: 'Wrong' })).status).toBe(409)
  await admin.delete(`${path}/paid`)
  const voided = await (await admin.post(`${path}/void`, { reason: 'Wrong', replaceWith: { amount: '45.00' } })).json()
  await numberAll()
  await settled(id)
  const told = receiver.received.map(({ body, headers }) => {
    expect(() => new Webhook(secret).verify(body.replace('INV', 'VNI'), headers as Record<string, string>)).toThrow()
    return new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; data: object }
  })
  const [paid, gone] = ['invoice.paid', 'invoice.voided'].map((type) => told.filter((one) => one.type === type))
  const subject = { kind: 'invoice', id: made.id }
  const ofPaid = paid!.map(({ data }) => (data as { data: object }).data)
  expect(paid).toMatchObject([{ data: { subject } }, { data: { subject } }])
  expect(ofPaid).toContainEqual({ invoiceNumber: 'INV-000001', paidOn: '2026-11-02', paidBy: 'card' })
  expect(ofPaid).toContainEqual({ invoiceNumber: 'INV-000001', takenBack: 'yes' })
  expect(gone).toMatchObject([
    { data: { subject, data: { invoiceNumber: 'INV-000001', replacedBy: voided.replacedByNumber } } },
  ])
})
