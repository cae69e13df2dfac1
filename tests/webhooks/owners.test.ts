import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, users, webhookDeliveries } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { createWebhook } from '#src/webhooks/actions.ts'
import { webhookById } from '#src/webhooks/queries.ts'
import { sendTest } from '#src/webhooks/send.ts'
import { numberAll } from '#tests/events/reading.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { WEBHOOK } from '#tests/support/targets.ts'
import { aJob, anAdmin } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'
import { aReceiver, endThemAfterEachTest, sending, settled, until } from './receiver.ts'

setDefaultTimeout(40_000)

endThemAfterEachTest()
const cast = castOfEachTest()

const emails = async () =>
  (await db.select().from(emailNotifications)).filter(({ emailType }) => emailType === 'webhook_off')
const text = async (answer: Promise<Response>) => (await answer).text()

async function demoted(): Promise<{ bea: Actor; id: string; url: string; received: unknown[] }> {
  const bea = await anAdmin({ firstName: 'Bea' })
  const receiver = await aReceiver()
  const { id } = await createWebhook(bea, { ...WEBHOOK, url: receiver.url })
  const ada = await signedInAs(cast.admin)
  expect((await ada.patch(`/api/users/${bea.id}`, { phone: '020 7946 0009' })).status).toBe(200)
  expect((await ada.patch(`/api/users/${bea.id}/role`, { role: 'contractor' })).status).toBe(200)
  return { bea, id, url: receiver.url, received: receiver.received }
}

describe('a webhook whose maker is demoted', () => {
  test('stops at once, what waits too, and the other administrators are told', async () => {
    const other = await anAdmin()
    const bea = await anAdmin({ firstName: 'Bea' })
    const [mine, theirs] = [await createWebhook(cast.admin, WEBHOOK), await createWebhook(bea, WEBHOOK)]
    await sendTest(cast.admin, theirs.id)
    const ada = await signedInAs(cast.admin)
    expect((await ada.patch(`/api/users/${bea.id}/role`, { role: 'contractor' })).status).toBe(200)
    expect(await webhookById(theirs.id)).toMatchObject({ offReason: 'left', isOwned: false })
    expect(await webhookById(mine.id)).toMatchObject({ offAt: null, isOwned: true })
    const waiting = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, theirs.id))
    expect(waiting.map(({ status, runAt }) => [status, runAt])).toEqual([['failed', null]])
    const told = await emails()
    expect(told.map(({ contractorEmail }) => contractorEmail).sort()).toEqual([cast.admin.email!, other.email!].sort())
    const { html, text } = composeEmail('webhook_off', told[0]!.content, 'https://fettle.example')
    for (const one of [html, text]) {
      expect(one).toContain('no longer an administrator')
      expect(one).toContain(`https://fettle.example/admin/webhooks/${theirs.id}`)
    }
  })

  test('sends nothing until another takes it over, by the page or by the API', async () => {
    const { id, received } = await demoted()
    sending()
    await aJob(cast)
    await numberAll()
    const ada = await signedInAs(cast.admin)
    const refused = await ada.patch(`/api/webhooks/${id}`, { on: true })
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      409,
      'Whoever answered for it is no longer an administrator. Please take it over.',
    ])
    await ada.submit(`/admin/webhooks/${id}/turn-on`)
    expect((await webhookById(id)).offReason).toBe('left')
    const page = await text(ada.get(`/admin/webhooks/${id}`))
    expect(page).toContain('Take Over')
    expect(page).not.toContain('Turn On')
    expect(await text(ada.submit(`/admin/webhooks/${id}/take-over`))).toContain('may know its secret')
    const taken = await ada.submit(`/admin/webhooks/${id}/take-over`, { confirmed: 'yes' })
    expect(taken.status).toBe(303)
    await sendTest(cast.admin, id)
    await settled(id)
    // What happened while it was off is not sent.
    expect(received).toHaveLength(1)
    const answer = await (await ada.get(`/api/webhooks/${id}`)).json()
    expect(answer).toMatchObject({ on: true, createdBy: { name: 'Bea King' }, takenOverBy: { id: cast.admin.id } })
    const list = await text(ada.get('/admin/webhooks'))
    expect(list).toContain('Bea King, now Ada King')
  })

  test('goes to one of two who take it over at once, and stops again when that one is demoted', async () => {
    const { id } = await demoted()
    const [first, second] = [await anAdmin({ firstName: 'Cy' }), await anAdmin({ firstName: 'Dee' })]
    const takers = await Promise.all([first, second].map(signedInAs))
    const answers = await Promise.all(takers.map((taker) => taker.post(`/api/webhooks/${id}/take-over`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const taker = [first, second][answers.findIndex(({ status }) => status === 200)]!
    expect(await webhookById(id)).toMatchObject({ offAt: null, takenOverBy: { id: taker.id } })
    const ada = await signedInAs(cast.admin)
    await ada.patch(`/api/users/${taker.id}/role`, { role: 'estate_agent' })
    expect((await webhookById(id)).offReason).toBe('left')
  })

  test('is refused to take over while its maker is an administrator', async () => {
    const { id } = await createWebhook(await anAdmin({ firstName: 'Bea' }), WEBHOOK)
    const answer = await (await signedInAs(cast.admin)).post(`/api/webhooks/${id}/take-over`)
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      409,
      'Bea King answers for this webhook.',
    ])
  })
})

test.each([
  ['demoted', { role: 'contractor' as const }],
  ['deleted', { deletedAt: new Date() }],
])('a webhook whose maker was %s before this was known stops too, without sending', async (_, change) => {
  const bea = await anAdmin({ firstName: 'Bea' })
  const receiver = await aReceiver()
  const { id } = await createWebhook(bea, { ...WEBHOOK, url: receiver.url })
  await sendTest(cast.admin, id)
  await db.update(users).set(change).where(eq(users.id, bea.id))
  sending()
  await until(async () => (await webhookById(id)).offReason === 'left')
  expect((await emails()).map(({ contractorEmail }) => contractorEmail)).toEqual([cast.admin.email!])
  expect(receiver.received).toEqual([])
})

test('a webhook whose maker is gone says so', async () => {
  const bea = await anAdmin({ firstName: 'Bea' })
  const { id } = await createWebhook(bea, WEBHOOK)
  await db.delete(users).where(eq(users.id, bea.id))
  expect(await webhookById(id)).toMatchObject({ createdBy: null, isOwned: false })
  expect(await text((await signedInAs(cast.admin)).get('/admin/webhooks'))).toContain('A former administrator')
})
