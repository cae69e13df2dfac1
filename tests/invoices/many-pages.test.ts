import { describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, users } from '#db/schema.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { html, toastOf } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, finishedQuoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

type Form = Record<string, string | string[]>
const live = (form: Form) => ada.htmx('/admin/invoices', { method: 'POST', form: { tab: 'visits', ...form } })
/** One after another: a busy machine refuses some of fifty changes at once. */
async function visits(count: number) {
  const made: string[] = []
  while (made.length < count) made.push((await aJob(cast, 'completed')).visits[0]!.id)
  return made
}
const amounts = async () =>
  (await db.query.invoices.findMany({ orderBy: asc(invoices.invoiceNumber) })).map(({ amount }) => amount)

describe('Contractor Visits', () => {
  test('has a box and its fee in each row, with the usual one filled in', async () => {
    const [id] = await visits(1)
    const text = await html(ada.get('/?tab=visits'))
    expect(text).toMatch(new RegExp(`<input type="checkbox"[^>]*form="many-items"[^>]*value="${id}"`))
    expect(text).toMatch(new RegExp(`<input[^>]*form="many-items"[^>]*name="fee-${id}"[^>]*value="60.00"`))
    expect(text).not.toMatch(/<form(?:(?!<\/form>).)*<form/s)
    expect(await html(ada.get('/'))).not.toContain('data-tick=""')
    expect(await html(ada.get('/?tab=invoiced'))).not.toContain('data-tick=""')
  })

  test('the row’s own Send to Invoiced asks with the fee that was typed in it', async () => {
    const [id] = await visits(1)
    expect(await html(ada.get(`/admin/visits/${id}/invoice?amount=72.5`))).toContain('value="72.5"')
    expect(await html(ada.get(`/admin/visits/${id}/invoice`))).toContain('value="60.00"')
  })

  test('asks first with the sum, then makes an invoice of each fee, and the list is without them', async () => {
    const [own, usual, left] = await visits(3)
    const id = [own!, usual!]
    const form = { id, [`fee-${own}`]: '72.50', [`fee-${usual}`]: '60.00', [`fee-${left}`]: 'nonsense' }
    const asked = await html(live(form))
    expect(asked).toContain('Send 2 Visits to Invoiced')
    expect(asked).toContain('2 invoices of £132.50 together will be created.')
    expect(asked).toContain(`name="fee-${own}" value="72.50"`)
    expect(await amounts()).toEqual([])
    const answer = await live({ ...form, confirmed: 'yes' })
    const text = await answer.text()
    expect(toastOf(answer)).toEqual({ title: 'Sent to Invoiced', text: '2 invoices were created.' })
    expect(text).toContain(`id="visit-${left}"`)
    // The line above the tabs counts what is left too.
    expect(text).toContain('id="to-do"')
    expect(text).toContain('<strong>1</strong> visit to invoice')
    for (const gone of id) expect(text).not.toContain(`id="visit-${gone}"`)
    expect(await amounts()).toEqual([7250, 6000])
  })

  test('asks with the sum of the invoices: with the VAT of those contractors who charge it', async () => {
    const [own, usual] = await visits(2)
    await db.update(users).set({ vatNumber: 'GB123456789' }).where(eq(users.id, cast.contractor.id))
    const form = { id: [own!, usual!], [`fee-${own}`]: '72.50', [`fee-${usual}`]: '60.00' }
    expect(await html(live(form))).toContain('2 invoices of £159.00 together will be created.')
    const contractor = await aContractor({ firstName: 'Dee', vatNumber: ' ' })
    const without = (await aJob({ ...cast, contractor }, 'completed')).visits[0]!.id
    const three = await html(live({ ...form, id: [...form.id, without] }))
    expect(three).toContain('3 invoices of £219.00 together will be created.')
    await live({ ...form, id: [...form.id, without], confirmed: 'yes' })
    expect(await amounts()).toEqual([8700, 7200, 6000])
  })

  test('a wrong fee is told at its field, and nothing goes until it is right', async () => {
    const [right, wrong] = await visits(2)
    const id = [right!, wrong!]
    for (const confirmed of ['', 'yes']) {
      const answer = await live({ id, confirmed, [`fee-${right}`]: '70', [`fee-${wrong}`]: '-5' })
      const text = await answer.text()
      expect(answer.status).toBe(422)
      expect(text).toContain(`<a href="#send-fee-${wrong}">Amount must be a positive number</a>`)
      expect(text).toMatch(new RegExp(`<input[^>]*aria-invalid="true" name="fee-${wrong}" value="-5"`))
      // What was typed in the other row is kept.
      expect(text).toContain(`<input type="hidden" name="fee-${right}" value="70"/>`)
    }
    expect(await amounts()).toEqual([])
  })

  test('items that somebody else has invoiced are named, the rest is invoiced', async () => {
    const job = await aJob(cast, 'completed')
    const [other] = await visits(1)
    await markVisitInvoiced(cast.admin, job.visits[0]!.id)
    const id = [job.visits[0]!.id, other!]
    expect(await html(live({ id }))).toContain('Send 1 Visit to Invoiced')
    const answer = await live({ id, confirmed: 'yes' })
    expect(toastOf(answer)?.text).toBe('1 invoice was created. 1 was not invoiced.')
    expect(await answer.text()).toContain(`${job.jobRef}: This visit is already invoiced.`)
    expect(await amounts()).toHaveLength(2)
  })

  test('all of them, also those beyond the first page', async () => {
    await visits(52)
    expect(await html(ada.get('/?tab=visits'))).toContain('All 52')
    const asked = await html(live({ all: 'yes' }))
    expect(asked).toContain('Send 52 Visits to Invoiced')
    expect(asked).toContain('£3,120.00')
  })

  test('without JavaScript', async () => {
    const [first, second] = await visits(2)
    const form = { tab: 'visits', id: [first!, second!], [`fee-${first}`]: '75' }
    const page = await html(ada.submit('/admin/invoices', form))
    expect(page).toContain('<title>Send 2 Visits to Invoiced – Fettle</title>')
    const sent = await ada.submit('/admin/invoices', { ...form, confirmed: 'yes' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/?tab=visits'])
    expect(await amounts()).toEqual([7500, 6000])
  })

  test('sent again with its key: the same answer, and no second invoice', async () => {
    const id = await visits(3)
    const [, formKey] = /name="formKey" value="([^"]+)"/.exec(await html(live({ id })))!
    const answers = await Promise.all([1, 2].map(() => live({ id, confirmed: 'yes', formKey: formKey! })))
    expect(answers.map(toastOf)).toEqual(Array(2).fill({ title: 'Sent to Invoiced', text: '3 invoices were created.' }))
    expect(await amounts()).toHaveLength(3)
  })
})

test('Quote Work Completed goes at the quote’s own amount', async () => {
  const made = [await finishedQuoteWork(cast), await finishedQuoteWork(cast)]
  const id = made.map(({ quote }) => quote.id)
  expect(await html(ada.get('/?tab=quotes'))).toContain('data-amount="480.00"')
  expect(await html(live({ tab: 'quotes', id }))).toContain('2 invoices of £960.00 together will be created.')
  const answer = await live({ tab: 'quotes', id, confirmed: 'yes' })
  expect(toastOf(answer)?.text).toBe('2 invoices were created.')
  expect(await answer.text()).toContain('No quote work ready for invoicing')
  expect(await amounts()).toEqual([48_000, 48_000])
})
