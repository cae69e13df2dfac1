import { describe, expect, test } from 'bun:test'
import { daysIn } from '#src/figures/days.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'

const cast = castOfEachTest()
const admin = signedInOfEachTest(cast, 'admin')
const contractor = signedInOfEachTest(cast, 'contractor')

const REFUSED = [
  '/api/figures?from=9999-12-01',
  '/admin/figures?month=9999-12',
  '/admin/figures?month=0000-01',
  '/invoices?to=9999-12-31',
  '/invoices?from=0000-01-01',
  '/api/invoices?from=0000-01-01',
  '/api/jobs?createdFrom=0000-01-01',
  '/api/jobs?createdTo=9999-12-31',
  '/api/jobs?updatedSince=0000-01-01T00:00:00Z',
  '/api/jobs?updatedSince=9999-12-31T23:59:59-14:00',
  '/api/invoices?updatedSince=0000-01-01T00:00:00Z',
  '/statements/agency.rightway%20lettings?period=9999-12',
  '/statements/agency.rightway%20lettings?period=9999',
  '/statements/agency.rightway%20lettings?period=0000',
]

describe.each(REFUSED)('%s', (path) => {
  test('is refused with the years that are known', async () => {
    // A hang would take the process with it, so that what would loop is asked by the days first.
    expect(daysIn({ from: '9999-12-30', to: '9999-12-31' })).toEqual(['9999-12-30', '9999-12-31'])
    const { visits } = await aJob(cast, 'completed')
    await markVisitInvoiced(cast.admin, visits[0]!.id, 6000)
    const answer = await admin.get(path)
    const html = await answer.text()
    expect([answer.status, html]).toEqual([400, expect.stringContaining('from 1900 to 2999')])
  })
})

test.each([
  '/api/figures?from=2990-01-01&to=2999-12-31',
  '/admin/figures?month=2999-12',
  '/admin/figures?month=1901-01',
  '/invoices?from=1900-01-01&to=2999-12-31',
  '/statements/agency.rightway%20lettings?period=2999-12',
  '/statements/agency.rightway%20lettings?period=1900',
  '/api/jobs?createdFrom=1900-01-01&createdTo=2999-12-31&updatedSince=1900-01-01T00:00:00Z',
])('%s, at the edges of what is known, is answered', async (path) => {
  const { visits } = await aJob(cast, 'completed')
  await markVisitInvoiced(cast.admin, visits[0]!.id, 6000)
  expect((await admin.get(path)).status).toBe(200)
})

test('a body with a day or moment of no such year is refused', async () => {
  const { visits } = await aJob(cast, 'completed')
  const invoice = await markVisitInvoiced(cast.admin, visits[0]!.id, 6000)
  for (const paidOn of ['0000-01-01', '0001-01-01'])
    expect((await admin.post(`/api/invoices/${invoice.id}/paid`, { paidOn })).status).toBe(422)
  for (const expiresAt of ['9999-12-31', '9999-12-31T23:59:59-14:00'])
    expect((await admin.post('/api/tokens', { name: 'Script', expiresAt })).status).toBe(422)
  const assigned = await aJob(cast, 'assigned')
  const completion = { workDone: 'Bled it', needsQuote: false, visitDate: '0000-01-01T10:00:00Z' }
  expect((await contractor.post(`/api/jobs/${assigned.id}/complete`, completion)).status).toBe(422)
})
