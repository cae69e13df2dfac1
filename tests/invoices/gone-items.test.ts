import { expect, test } from 'bun:test'
import { markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { readInvoices, workCounts } from '#src/invoices/queries.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { toastOf } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, finishedQuoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

/** An invoice whose job an administrator has deleted for good, and with it what the invoice bills. */
async function leftOver(of: 'visit' | 'quote'): Promise<string> {
  if (of === 'visit') {
    const { id, visits } = await aJob(cast, 'completed')
    const invoice = await markVisitInvoiced(cast.admin, visits[0]!.id)
    await deleteJob(cast.admin, id)
    return invoice.id
  }
  const { parent, quote } = await finishedQuoteWork(cast)
  const invoice = await markQuoteInvoiced(cast.admin, quote.id)
  await deleteJob(cast.admin, parent.id)
  return invoice.id
}

for (const of of ['visit', 'quote'] as const) {
  const gone = 'What it billed has been deleted: nothing returns for invoicing.'

  test(`the invoice of a ${of} that is gone: the API says that nothing returns`, async () => {
    const answer = await ada.delete(`/api/invoices/${await leftOver(of)}`)
    expect([answer.status, await answer.json()]).toEqual([200, { message: `The invoice has been deleted. ${gone}` }])
    const hard = await ada.delete(`/api/invoices/${await leftOver(of)}?hardDelete=true`)
    expect(await hard.json()).toEqual({ message: 'The invoice has been permanently deleted.' })
    expect([await readInvoices(), (await workCounts()).visits, (await workCounts()).quotes]).toEqual([[], 0, 0])
  })

  test(`the invoice of a ${of} that is gone: question and toast say so, and nothing is offered that cannot be`, async () => {
    const path = `/admin/invoices/${await leftOver(of)}/delete`
    for (const text of [await (await ada.get('/?tab=invoiced')).text(), await (await ada.submit(path)).text()]) {
      expect(text).toContain(gone)
      for (const words of ['Restore', 'invoiced again', 'Hard Delete']) expect(text).not.toContain(words)
    }
    const done = await ada.htmx(path, { method: 'POST', form: { confirmed: 'yes' } })
    expect(done.headers.get('hx-trigger')).toContain(gone)
  })

  test(`voiding the invoice of a ${of} that is gone: the toast says that nothing returns`, async () => {
    const form = { reason: 'The fee was wrong.' }
    const done = await ada.htmx(`/admin/invoices/${await leftOver(of)}/void`, { method: 'POST', form })
    expect(toastOf(done)?.text).toBe(gone)
    const replaced = await ada.htmx(`/admin/invoices/${await leftOver(of)}/void`, {
      ...{ method: 'POST', form: { ...form, amount: '50.00', as: 'replace' } },
    })
    expect(toastOf(replaced)?.text).toBe('INV-000003 replaces it.')
  })
}
