import { beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db, rawClient } from '#db/connect/client.ts'
import { invoices, jobs, users } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { daysLater, londonTime, today } from '#src/domain/dates.ts'
import { monthsWithin } from '#src/domain/invoice/found.ts'
import { deleteInvoice, markVisitInvoiced } from '#src/invoices/actions.ts'
import { addUpInvoices } from '#src/invoices/found/fold-sums.ts'
import { keptSums, sumOfEach } from '#src/invoices/found/read-sums.ts'
import { INVOICE_FILTERS } from '#src/invoices/lists.ts'
import { markPaid } from '#src/invoices/paid/actions.ts'
import { voidInvoice } from '#src/invoices/void.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, anAgent } from '#tests/support/world.ts'

const cast = castOfEachTest()
const admin = signedInOfEachTest(cast, 'admin')

let others: { agent: Actor; contractor: Actor }

const DAYS = ['2026-03-28', '2026-03-31', '2026-04-01', '2026-04-30', '2026-07-31', '2026-10-31', '2026-12-31']
const AGENCIES = ['Rightway Lettings', 'RIGHTWAY lettings', 'Harbour & Stone', '', null]

beforeEach(async () => {
  others = { agent: await anAgent(), contractor: await aContractor() }
})

const DUE = ['2026-05-31', `${today().slice(0, 7)}-01`, today(), daysLater(today(), -1), daysLater(today(), 1)]

/** At both ends of London's days, in every state, of five spellings of three agencies. */
const invoicesOfAll = async () => {
  const { id: jobId } = await aJob(cast, 'completed')
  const rows = DAYS.flatMap((day, on) =>
    ['00:00', '23:59'].flatMap((time, half) =>
      [null, '2026-12-20'].flatMap((paidOn, paid) =>
        [null, new Date('2026-12-30T12:00Z')].map((voidedAt, isVoid) => {
          const at = on * 8 + half * 4 + paid * 2 + isVoid
          return {
            ...{ invoiceNumber: `INV-${String(900_000 + at)}`, type: 'contractor_visit' as const, description: 'Fee' },
            ...{ amount: 1000 + at * 7, net: at % 3 ? 900 + at : null, vat: at % 4 ? 100 : 0 },
            ...{
              contractorName: 'Carl',
              propertyAddress: '1 Mill Lane',
              agency: AGENCIES[at % 5],
              jobId: at % 5 ? jobId : null,
            },
            ...{ contractorId: [cast.contractor.id, others.contractor.id, null][at % 3], paidOn, voidedAt },
            ...{ invoiceDate: londonTime(day, time), dueOn: at % 7 ? DUE[at % DUE.length] : null },
          }
        }),
      ),
    ),
  )
  await db.insert(invoices).values(rows)
}

const FILTERS = (): Partial<Record<string, string>>[] => [
  ...['open', 'owed', 'late', 'paid', 'void', 'late,paid', 'open,void'].map((state) => ({ state })),
  ...[{}, { agency: 'rightway LETTINGS' }, { agency: 'Nobody' }, { contractor: cast.contractor.id }],
  { contractor: `${cast.contractor.id},${others.contractor.id}`, agency: 'Rightway Lettings', state: 'owed' },
  ...DAYS.flatMap((from) => [{ from }, { to: from }, ...DAYS.map((to) => ({ from, to }))]),
  { from: '2026-03-30', to: '2026-04-30', agency: 'Harbour & Stone', state: 'owed' },
  { from: '2026-03-30', to: '2026-12-30', contractor: cast.contractor.id, state: 'late' },
  { from: '2026-04-01', to: '2026-04-30', contractor: others.contractor.id, state: 'late,void' },
]

/** What is kept, and what each invoice says, of every filter and reader. */
async function expectExact(): Promise<void> {
  for (const user of [cast.admin, cast.contractor, others.contractor, cast.agent, others.agent])
    for (const filter of FILTERS()) {
      const narrowed = INVOICE_FILTERS.read(user, filter)
      const what = { role: user.role, ...filter }
      const kept = await keptSums(user, narrowed)
      if (kept) expect([what, kept]).toEqual([what, await sumOfEach(user, narrowed.where)])
      else if (user === cast.admin) expect([what, monthsWithin(filter.from, filter.to).whole]).toEqual([what, null])
    }
}

test('whole months lie between two days, and days beside them', () => {
  const within = (from: string, to: string) => {
    const { whole, beside } = monthsWithin(from, to)
    return [whole, ...beside].map((span) => span && `${span.from} ${span.until}`)
  }
  expect(within('', '')).toEqual([' '])
  expect(within('2026-03-02', '2026-05-30')).toEqual([
    '2026-04-01 2026-05-01',
    '2026-03-02 2026-04-01',
    '2026-05-01 2026-05-31',
  ])
  expect(within('2026-12-01', '2026-12-31')).toEqual(['2026-12-01 2027-01-01'])
  expect(within('2026-12-02', '2027-01-30')).toEqual([null, '2026-12-02 2027-01-31'])
  expect(within('2028-02-01', '2028-02-28')).toEqual([null, '2028-02-01 2028-02-29'])
  expect(within('', '2028-02-29')).toEqual([' 2028-03-01'])
  expect(within('2026-03-02', '')).toEqual(['2026-04-01 ', '2026-03-02 2026-04-01'])
})

describe('the sums that triggers keep are those of the invoices', () => {
  test('for every filter and reader, before and after they are folded, and added up anew', async () => {
    await invoicesOfAll()
    await expectExact()
    await addUpInvoices()
    await expectExact()
    await rawClient`update invoice_sums set amount = amount + 1`
    await rawClient`insert into invoice_sum_changes select "of", '2025-01-01', is_void, is_paid, due_on, 1, 1, 1, 1 from invoice_sums limit 1`
    await rawClient`select sum_invoices_anew()`
    await expectExact()
    await addUpInvoices()
    await expectExact()
  })

  test('when a job changes hands, an agency its name, and an account goes for good', async () => {
    await invoicesOfAll()
    await addUpInvoices()
    await db.update(jobs).set({ estateAgentId: others.agent.id })
    await expectExact()
    await db.update(invoices).set({ agency: sql`'New ' || agency` })
    await db.update(invoices).set({ updatedAt: new Date() })
    await db.delete(jobs)
    await db.delete(users).where(eq(users.id, others.contractor.id))
    await expectExact()
    await addUpInvoices()
    await expectExact()
    await db.delete(invoices)
    await addUpInvoices()
    const [rows] = await rawClient`select count(*)::int as left from (
      select from invoice_sums union all select from invoice_sum_changes) rows`
    expect(rows.left).toBe(0)
  })

  test('not of who was billed for as contractor, and pays as agent since', async () => {
    await invoicesOfAll()
    await addUpInvoices()
    expect(await keptSums(cast.contractor, INVOICE_FILTERS.read(cast.contractor, {}))).not.toBeNull()
    await db.update(users).set({ role: 'estate_agent' }).where(eq(users.id, cast.contractor.id))
    await db.update(jobs).set({ estateAgentId: cast.contractor.id })
    const now: Actor = { ...cast.contractor, role: 'estate_agent' }
    const found = async (user: Actor, filter: Record<string, string>) => {
      const narrowed = INVOICE_FILTERS.read(user, filter)
      return [(await keptSums(user, narrowed)) ?? 'each', await sumOfEach(user, narrowed.where)]
    }
    expect((await found(now, {}))[0]).toBe('each')
    expect((await found(cast.admin, { contractor: cast.contractor.id }))[0]).toBe('each')
    const [all, each] = await found(cast.admin, {})
    expect(all).toEqual(each!)
  })

  test('where an earlier version made invoices, once they are added up in the background', async () => {
    await invoicesOfAll()
    await rawClient`delete from invoice_sum_changes`
    await rawClient`insert into settings (name, done) values ('invoice_sums_missing', true)`
    expect(await keptSums(cast.admin, INVOICE_FILTERS.read(cast.admin, {}))).toBeNull()
    const page = await (await admin.get('/invoices')).text()
    expect(page).toContain(`>${DAYS.length * 8}</span>`)
    await Promise.all([addUpInvoices(), addUpInvoices(), addUpInvoices()])
    await expectExact()
  })

  test('after fifty voids, replacements, new ones, payments and deletions at once, while they are folded', async () => {
    const visits = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const of = at % 2 ? cast : { ...cast, ...others }
        const { visits } = await aJob(of, 'completed')
        return visits[0]!.id
      }),
    )
    const made = await Promise.all(visits.map((visit, at) => markVisitInvoiced(cast.admin, visit, 1000 + at)))
    const reason = 'Wrong'
    const acts = [
      (id: string) => voidInvoice(cast.admin, id, { reason }),
      (id: string) => voidInvoice(cast.admin, id, { reason, replaceWith: { amount: 777 } }),
      (id: string) => deleteInvoice(cast.admin, id, false),
      (id: string) => deleteInvoice(cast.admin, id, true),
      (id: string) => markPaid(cast.admin, id, { paidOn: today(), paidBy: 'card' }),
    ]
    let busy = true
    const folding = (async () => {
      while (busy) {
        await addUpInvoices()
        await rawClient`select sum_invoices_anew()`
        expect((await keptSums(cast.admin, INVOICE_FILTERS.read(cast.admin, {})))!.count).toBeLessThanOrEqual(60)
      }
    })()
    await Promise.all(made.map(({ id }, at) => acts[at % acts.length]!(id)))
    busy = false
    await folding
    await expectExact()
    await addUpInvoices()
    await expectExact()
    expect((await keptSums(cast.admin, INVOICE_FILTERS.read(cast.admin, {})))!).toMatchObject({ count: 40, voids: 20 })
  })
})
