import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { changes } from '#db/schema.ts'
import { daysLater, today } from '#src/domain/dates.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { voidInvoice } from '#src/invoices/void.ts'
import { html } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'

const cast = castOfEachTest()
const admin = signedInOfEachTest(cast, 'admin')
const agent = signedInOfEachTest(cast, 'agent')

async function invoiced() {
  const { visits } = await aJob(cast, 'completed')
  return markVisitInvoiced(cast.admin, visits[0]!.id)
}

const answer = async (response: Promise<Response>) => {
  const { status, ...rest } = { status: (await response).status, body: await (await response).json() }
  return [status, rest.body]
}

test('an administrator marks an invoice as paid, its readers see it, an event tells it, and takes it back', async () => {
  const { id, invoiceNumber } = await invoiced()
  const path = `/api/invoices/${id}/paid`
  const payment = { paidOn: '2026-03-31', paidBy: 'cheque' }
  expect(await answer(admin.post(path, payment))).toEqual([200, expect.objectContaining(payment)])
  expect(await (await agent.get(`/api/invoices/${id}`)).json()).toMatchObject(payment)
  expect(await (await agent.get(`/invoices/${id}`)).text()).toContain('on 31/03/2026, cheque')
  expect(await answer(admin.delete(path))).toEqual([200, { message: 'The invoice is owed again.' }])
  expect(await (await admin.get(`/api/invoices/${id}`)).json()).toMatchObject({ paidOn: null, paidBy: null })
  const told = await db.select().from(changes).where(eq(changes.type, 'invoice.paid')).orderBy(changes.written)
  const readers = { agents: [cast.agent.id], contractors: [cast.contractor.id] }
  expect(told).toMatchObject([
    { subjectId: id, data: { invoiceNumber, ...payment }, ...readers },
    { data: { invoiceNumber, takenBack: 'yes' }, ...readers },
  ])
})

test('an invoice that is deleted is told to its readers, also where its agent has hidden the job', async () => {
  const { id, jobId } = await invoiced()
  expect((await agent.delete(`/api/jobs/${jobId}`)).status).toBe(200)
  expect((await agent.get(`/api/invoices/${id}`)).status).toBe(200)
  expect((await admin.delete(`/api/invoices/${id}`)).status).toBe(200)
  const [told] = await db.select().from(changes).where(eq(changes.type, 'invoice.deleted'))
  expect(told).toMatchObject({ subjectId: id, agents: [cast.agent.id], contractors: [cast.contractor.id] })
})

test('the page of an invoice leads to its job as long as its reader may read it', async () => {
  const { id, jobId, jobRef } = await invoiced()
  const page = async () => (await agent.get(`/invoices/${id}`)).text()
  expect(await page()).toContain(`<a href="/jobs/${jobId}">${jobRef}</a>`)
  expect((await agent.delete(`/api/jobs/${jobId}`)).status).toBe(200)
  expect(await page()).toContain(jobRef!)
  expect(await page()).not.toContain('href="/jobs/')
})

test('without a day and a way it is today, by bank transfer; a day to come is refused', async () => {
  const { id } = await invoiced()
  const path = `/api/invoices/${id}/paid`
  expect((await answer(admin.post(path, { paidOn: daysLater(today(), 1) })))[0]).toBe(422)
  expect((await answer(admin.post(path, { paidOn: '2026-02-30' })))[0]).toBe(422)
  expect((await answer(admin.post(path, { paidBy: 'shells' })))[0]).toBe(422)
  expect(await answer(admin.post(path))).toEqual([
    200,
    expect.objectContaining({ paidOn: today(), paidBy: 'bank_transfer' }),
  ])
})

test('a void invoice is not paid, and a paid one is neither paid again nor voided nor deleted', async () => {
  const [first, second] = [await invoiced(), await invoiced()]
  await voidInvoice(cast.admin, first.id, { reason: 'Wrong' })
  expect(await answer(admin.post(`/api/invoices/${first.id}/paid`))).toMatchObject([409, { code: 'already_void' }])
  await admin.post(`/api/invoices/${second.id}/paid`)
  expect(await answer(admin.post(`/api/invoices/${second.id}/paid`))).toMatchObject([409, { code: 'already_paid' }])
  const body = { reason: 'Wrong' }
  expect(await answer(admin.post(`/api/invoices/${second.id}/void`, body))).toMatchObject([
    409,
    { code: 'already_paid' },
  ])
  const refusal = { code: 'already_paid', message: `${second.invoiceNumber} is marked as paid. Take that back first.` }
  for (const hard of ['', '?hardDelete=true'])
    expect(await answer(admin.delete(`/api/invoices/${second.id}${hard}`))).toMatchObject([409, refusal])
  const form = { confirmed: 'yes' }
  const refused = await admin.htmx(`/admin/invoices/${second.id}/delete`, { method: 'POST', form })
  expect([refused.status, await html(refused)]).toEqual([409, expect.stringContaining(refusal.message)])
})

test('the row of an invoice offers Void and Delete while it is owed', async () => {
  const [owed, paid] = [await invoiced(), await invoiced()]
  await admin.post(`/api/invoices/${paid.id}/paid`)
  for (const list of ['/invoices', '/?tab=invoiced']) {
    const page = await html(admin.get(list))
    for (const what of ['Void', 'Delete'])
      expect([owed, paid].map(({ invoiceNumber }) => page.includes(`${what} invoice ${invoiceNumber}`))).toEqual([
        ...[true, false],
      ])
  }
})

test('fifty at once mark it once', async () => {
  const { id } = await invoiced()
  const answers = await Promise.all(Array.from({ length: 50 }, () => admin.post(`/api/invoices/${id}/paid`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
})

test('an administrator marks it on its page, and a wrong day is shown at its field', async () => {
  const { id } = await invoiced()
  const wrong = await admin.submit(`/admin/invoices/${id}/paid`, { paidOn: '31/03/2026', paidBy: 'card' })
  expect([wrong.status, (await wrong.text()).includes('Please give the day, today at the latest')]).toEqual([422, true])
  const sent = await admin.submit(`/admin/invoices/${id}/paid`, { paidOn: '2026-03-31', paidBy: 'card' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/invoices/${id}`])
  expect(await (await admin.get(`/invoices/${id}`)).text()).toContain('Not Paid')
  await admin.submit(`/admin/invoices/${id}/unpaid`, { confirmed: 'yes' })
  expect(await (await admin.get(`/invoices/${id}`)).text()).toContain('Mark as Paid')
})
