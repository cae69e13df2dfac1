import { beforeEach, describe, expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { db } from '#db/connect/client.ts'
import { invoices } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { londonTime, today } from '#src/domain/dates.ts'
import {
  isPeriod,
  momentsOf,
  periodAfter,
  periodInWords,
  type StatementKind,
  statementHref,
} from '#src/domain/invoice/statement.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { pounds } from '#src/domain/money.ts'
import { batchesOf } from '#src/http/list/listing.ts'
import { INVOICE_FILTERS, invoicesFor } from '#src/invoices/lists.ts'
import { statementOf } from '#src/invoices/statements/queries.ts'
import { createJob } from '#src/jobs/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aContractor, anAgent, jobInput } from '#tests/support/world.ts'

const cast = castOfEachTest()

describe('a period', () => {
  test('is a month or a year', () => {
    for (const text of ['2026-11', '2026', '2026-01']) expect([text, isPeriod(text)]).toEqual([text, true])
    for (const text of ['2026-13', '2026-00', '26', '2026-1', '2026-11-01', '', 'x'])
      expect([text, isPeriod(text)]).toEqual([text, false])
  })

  test('is followed and gone before by others of its shape', () => {
    expect(periodAfter('2026-12', 1)).toBe('2027-01')
    expect(periodAfter('2026-01', -1)).toBe('2025-12')
    expect(periodAfter('2026', -1)).toBe('2025')
    expect([periodInWords('2026-11'), periodInWords('2026')]).toEqual(['November 2026', '2026'])
  })

  test('begins and ends at London’s midnight, in summer and in winter', () => {
    expect(momentsOf('2026-07')).toEqual({
      from: londonTime('2026-07-01', '00:00'),
      until: new Date('2026-07-31T23:00Z'),
    })
    expect(momentsOf('2026-11').until).toEqual(new Date('2026-12-01T00:00Z'))
    expect(momentsOf('2026')).toEqual({ from: new Date('2026-01-01T00:00Z'), until: new Date('2027-01-01T00:00Z') })
  })
})

const MANY = Number(process.env.INVOICES ?? 600)
const AGENCIES = ['Rightway Lettings', 'Harbour & Stone, "Homes"']
const AT = ['2026-03-31T23:10Z', '2026-07-31T23:30Z', '2026-10-31T23:30Z', '2026-11-30T23:59:59Z', '2026-12-31T23:59Z']

let others: { agent: Actor; contractor: Actor }
let properties: string[]

/** Fees with and without VAT, void ones with credit notes and without, paid ones, at the edges of London's months. */
async function manyInvoices() {
  const [agents, contractors] = [
    [cast.agent, others.agent],
    [cast.contractor, others.contractor],
  ]
  properties = ['1 Mill Lane, Guildford GU1 3XY', '2 Mill Lane, Guildford GU1 3XY', 'Flat 1, 2 Mill Lane, Guildford']
  const there = await Promise.all(
    properties.map((propertyAddress, index) =>
      createJob(agents[index % 2]!, jobInput({ propertyAddress, estateAgency: AGENCIES[index % 2]! })),
    ),
  )
  const rows = Array.from({ length: MANY }, (_, at) => {
    const net = 1 + ((at * 7919) % 300_000)
    const vat = at % 3 === 0 ? Math.floor((net + 2) / 5) : 0
    const isVoid = at % 7 === 0
    const day = new Date(Date.UTC(2026, at % 12, 1 + (at % 28), at % 24))
    return {
      ...{ invoiceNumber: `INV-${String(at).padStart(6, '0')}`, type: 'contractor_visit' as const },
      ...{ jobId: there[at % there.length]!.id, description: 'Visit fee', net: at % 11 === 0 ? null : net, vat },
      ...{ amount: at % 11 === 0 ? net : net + vat, propertyAddress: properties[at % 3]! },
      ...(at % 11 === 0 && { vat: 0 }),
      ...{ contractorId: contractors[at % 2]!.id, contractorName: 'Carl Mason' },
      invoiceDate: at < AT.length * 20 ? new Date(AT[at % AT.length]!) : day,
      ...(isVoid && { voidedAt: new Date('2026-12-03T09:00Z'), creditNote: vat ? `CN-${at}` : null }),
      ...(at % 5 === 0 && !isVoid && { paidOn: '2026-12-20', paidBy: 'bank_transfer' as const }),
    }
  })
  while (rows.length > 0) await db.insert(invoices).values(rows.splice(0, 1000))
}

async function listed(user: Actor, query: Record<string, string>) {
  const sums = { count: 0, net: 0, vat: 0, amount: 0, paid: 0 }
  for await (const batch of batchesOf(invoicesFor(user, INVOICE_FILTERS.read(user, { ...query, state: 'open' })), 1000))
    for (const { net, vat, amount, paidOn } of batch) {
      sums.count++
      sums.net += net
      sums.vat += vat
      sums.amount += amount
      if (paidOn) sums.paid += amount
    }
  return sums
}

const firstDay = (period: string): string => (period.length === 4 ? `${period}-01-01` : `${period}-01`)
const lastDay = (period: string): string =>
  new Date(Date.parse(firstDay(periodAfter(period, 1))) - 1).toISOString().slice(0, 10)

describe('a statement', () => {
  beforeEach(async () => {
    others = { agent: await anAgent({ company: AGENCIES[1] }), contractor: await aContractor({ firstName: 'Dora' }) }
    await manyInvoices()
  })

  test('comes to what the lists of invoices come to, to the penny, on page, in the file and in its lines', async () => {
    const MONTHS = ['2026-01', '2026-03', '2026-04', '2026-07', '2026-08', '2026-10', '2026-11', '2026-12', '2027-01']
    const of = (kind: StatementKind, subject: string, filter: Record<string, string>, periods: string[]) =>
      periods.map((period) => ({ kind, subject, period, filter }))
    const forAll = [
      ...of('contractor', cast.contractor.id, { contractor: cast.contractor.id }, MONTHS),
      ...AGENCIES.flatMap((agency) => of('agency', agency.toLowerCase(), { agency }, MONTHS)),
      ...properties.flatMap((property) => of('property', propertyKeyOf(property)!, { property }, ['2025', '2026'])),
    ]
    const readers: [Actor, typeof forAll][] = [
      [cast.admin, forAll],
      [cast.contractor, forAll.filter(({ kind }) => kind === 'contractor')],
      [cast.agent, forAll.filter(({ kind }) => kind !== 'contractor')],
    ]
    let invoiced = 0
    for (const [reader, statements] of readers) {
      const client = await signedInAs(reader)
      for (const { filter, ...asked } of statements) {
        const expected = await listed(reader, { ...filter, from: firstDay(asked.period), to: lastDay(asked.period) })
        const statement = await statementOf(reader, asked).catch(() => null)
        const isElsewhere = reader === cast.agent && !(await invoicesOf(reader, filter))
        if (isElsewhere) {
          expect([asked, statement]).toEqual([asked, null])
          continue
        }
        expect([asked, statement!.sums]).toEqual([asked, expected])
        const inForce = statement!.invoices.filter(({ voidedAt }) => !voidedAt)
        if (statement!.isWhole) expect(inForce.reduce((sum, { amount }) => sum + amount, 0)).toBe(expected.amount)
        const html = await (await client.get(statementHref(asked))).text()
        expect(html).toContain(pounds(expected.amount))
        const file = await (await client.get(statementHref(asked, '/export.csv'))).text()
        const csv = parse<Record<string, string>>(file, { columns: true, bom: true })
        for (const [column, pence] of [
          ['Net (GBP)', expected.net],
          ['VAT (GBP)', expected.vat],
          ['Amount (GBP)', expected.amount],
        ] as const)
          expect([asked, column, csv.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)]).toEqual([
            asked,
            column,
            pence,
          ])
        if (statement!.isWhole) expect(csv).toHaveLength(statement!.invoices.length)
        invoiced += expected.count
      }
    }
    expect(invoiced).toBeGreaterThan(MANY)
  })

  test('of a month has what London had in it, and no more', async () => {
    const of = { kind: 'contractor', subject: cast.contractor.id } as const
    const daysOf = async (period: string) =>
      new Set(
        (await statementOf(cast.admin, { ...of, period })).invoices.map(({ invoiceDate }) =>
          today(invoiceDate).slice(0, 7),
        ),
      )
    for (const period of ['2026-03', '2026-04', '2026-07', '2026-08', '2026-12'])
      expect([period, [...(await daysOf(period))]]).toEqual([period, [period]])
  })

  test('names what was voided in it, apart from its sums, with the credit note', async () => {
    const of = { kind: 'contractor', subject: cast.contractor.id, period: '2026-12' } as const
    const { voidedSince, sums } = await statementOf(cast.contractor, of)
    expect(voidedSince.length).toBeGreaterThan(0)
    expect(voidedSince.every(({ invoiceDate }) => invoiceDate < londonTime('2026-12-01', '00:00'))).toBe(true)
    const html = await (await (await signedInAs(cast.contractor)).get(statementHref(of))).text()
    expect(html).toContain('Earlier invoices that were voided')
    expect(html).toContain(voidedSince.find(({ creditNote }) => creditNote)!.creditNote!)
    expect(html).toContain(pounds(sums.amount - sums.paid))
  })

  test('is read by whom it concerns: another’s is not found', async () => {
    const paths = {
      contractor: statementHref({ kind: 'contractor', subject: cast.contractor.id, period: '2026-12' }),
      agency: statementHref({ kind: 'agency', subject: AGENCIES[0]!.toLowerCase(), period: '2026-12' }),
      property: statementHref({ kind: 'property', subject: propertyKeyOf(properties[0]!)!, period: '2026' }),
      nobody: statementHref({ kind: 'agency', subject: 'unknown', period: '2026-12' }),
      nothing: '/statements/invoice.1',
    }
    const WHO: [Actor, number[]][] = [
      [cast.admin, [200, 200, 200, 404, 404]],
      [cast.contractor, [200, 404, 404, 404, 404]],
      [others.contractor, [404, 404, 404, 404, 404]],
      [cast.agent, [404, 200, 200, 404, 404]],
      [others.agent, [404, 404, 404, 404, 404]],
    ]
    for (const [who, expected] of WHO) {
      const client = await signedInAs(who)
      const found = await Promise.all(Object.values(paths).map(async (path) => (await client.get(path)).status))
      expect(found).toEqual(expected)
      const files = Object.values(paths).map((path) => path.replace('?', '/export.csv?'))
      expect(await Promise.all(files.map(async (path) => (await client.get(path)).status))).toEqual(expected)
    }
    expect((await (await signedInAs(cast.admin)).get('/statements/agency.x?period=2026-13')).status).toBe(400)
  })

  test('stands in the lists: an administrator’s month, one’s own months', async () => {
    const lines = async (who: Actor, path: string) => (await (await signedInAs(who)).get(path)).text()
    const month = await lines(cast.admin, '/admin/statements?period=2026-08')
    for (const name of ['Rightway Lettings', 'Harbour &amp; Stone', 'Carl Mason']) expect(month).toContain(name)
    const { sums } = await statementOf(cast.admin, {
      kind: 'agency',
      subject: AGENCIES[0]!.toLowerCase(),
      period: '2026-08',
    })
    expect(month).toContain(pounds(sums.amount))
    const own = await lines(cast.contractor, '/statements')
    expect(own).toContain(statementHref({ kind: 'contractor', subject: cast.contractor.id, period: '2026-12' }))
    expect(await lines(cast.agent, '/statements')).toContain('August 2026, Rightway Lettings')
    expect(await lines(cast.agent, '/statements')).not.toContain('Harbour')
  })
})

const invoicesOf = async (reader: Actor, filter: Record<string, string>) =>
  (await invoicesFor(reader, INVOICE_FILTERS.read(reader, filter)).read(null, 1)).length > 0
