import { describe, expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, users } from '#db/schema.ts'
import { daysLater, today } from '#src/domain/dates.ts'
import { pounds } from '#src/domain/money.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { sumsOfFound } from '#src/invoices/found/sums.ts'
import { INVOICE_FILTERS } from '#src/invoices/lists.ts'
import { markPaid } from '#src/invoices/paid/actions.ts'
import { voidInvoice } from '#src/invoices/void.ts'
import { hiddenIn, hrefOf, html, queryOf, sentBy } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, anAgent, type Cast } from '#tests/support/world.ts'

const cast = castOfEachTest()
const admin = signedInOfEachTest(cast, 'admin')
const agent = signedInOfEachTest(cast, 'agent')
const contractor = signedInOfEachTest(cast, 'contractor')

async function invoiced(fee = 6000, of: Partial<Cast> = {}, values: Partial<typeof invoices.$inferInsert> = {}) {
  const { visits } = await aJob({ ...cast, ...of }, 'completed')
  const invoice = await markVisitInvoiced(cast.admin, visits[0]!.id, fee)
  if (Object.keys(values).length) await db.update(invoices).set(values).where(eq(invoices.id, invoice.id))
  return invoice
}

const words = async (client: typeof admin, path: string): Promise<string> => {
  const answer = await client.get(path)
  expect(answer.status).toBe(200)
  return (await answer.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

const numbersIn = (text: string) => [...new Set(text.match(/INV-\d{6}/g))].sort()

test('each reads their own list with its sums; void ones are counted, and no part of the sums', async () => {
  await db.update(users).set({ vatNumber: 'GB123456789' }).where(eq(users.id, cast.contractor.id))
  const [first, second] = [await invoiced(1002), await invoiced(2000)]
  await voidInvoice(cast.admin, second.id, { reason: 'Wrong' })
  const others = await invoiced(5000, { agent: await anAgent(), contractor: await aContractor() })
  const own = [first.invoiceNumber, second.invoiceNumber]
  for (const client of [agent, contractor]) {
    const page = await words(client, '/invoices')
    expect(numbersIn(page)).toEqual(own)
    for (const part of ['2 Invoices 1 void, not in the sums', '£10.02 Net', '£2.00 VAT', '£12.02 Total'])
      expect(page).toContain(part)
  }
  const page = await words(admin, '/invoices')
  expect(numbersIn(page)).toEqual([...own, others.invoiceNumber])
  expect(page).toContain('£62.02 Total')
})

describe('an administrator narrows the list, and its sums, CSV and accounting file with it', () => {
  test('by state: in force, not paid, late, paid, void', async () => {
    const [open, late, paid, gone] = [await invoiced(), await invoiced(), await invoiced(), await invoiced()]
    await db
      .update(invoices)
      .set({ dueOn: daysLater(today(), -1) })
      .where(eq(invoices.id, late.id))
    await markPaid(cast.admin, paid.id, { paidOn: today(), paidBy: 'cash' })
    await voidInvoice(cast.admin, gone.id, { reason: 'Wrong' })
    const expected = { owed: [open, late], late: [late], paid: [paid], void: [gone], open: [open, late, paid] }
    for (const [state, those] of Object.entries(expected)) {
      const numbers = those.map(({ invoiceNumber }) => invoiceNumber)
      expect([state, numbersIn(await words(admin, `/invoices?state=${state}`))]).toEqual([state, numbers])
      expect([state, numbersIn(await words(admin, `/invoices/export.csv?state=${state}`))]).toEqual([state, numbers])
    }
    expect(await words(admin, '/')).toContain('1 late invoice')
  })

  test('by agency, contractor, days, property and words', async () => {
    const other = await aContractor({ firstName: 'Zebedee' })
    const first = await invoiced(6000, {}, { agency: 'Larkfield Homes' })
    const second = await invoiced(7000, { contractor: other }, { invoiceDate: new Date('2026-03-31T22:30:00Z') })
    for (const [query, one] of [
      ['agency=larkfield+homes', first],
      [`contractor=${other.id}`, second],
      ['from=2026-03-31&to=2026-03-31', second],
      ['search=zebedee', second],
      [`search=${first.invoiceNumber}`, first],
    ] as const) {
      const page = await words(admin, `/invoices?${query}`)
      expect([query, numbersIn(page)]).toEqual([query, [one.invoiceNumber]])
      expect([query, page.includes(`£${one.amount / 100}.00 Total`)]).toEqual([query, true])
      expect(await (await admin.get(`/invoices?${query}`)).text()).toContain(
        `/invoices/files?${query}`.replaceAll('&', '&amp;'),
      )
    }
    expect((await admin.get('/invoices?from=yesterday')).status).toBe(400)
  })

  test('to what is ticked, and downloads that alone', async () => {
    const [first, second] = [await invoiced(), await invoiced()]
    const csv = await admin.submit('/invoices/download', { id: first.id })
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')])
    expect(numbersIn(await csv.text())).toEqual([first.invoiceNumber])
    const all = await admin.submit('/invoices/download', { all: 'yes', search: second.invoiceNumber })
    expect(numbersIn(await all.text())).toEqual([second.invoiceNumber])
  })
})

describe('what the list found is what all that stands beside it has', () => {
  const either = 'agency=Larkfield+Homes&agency=Northgate'
  /** Thirty of the one, twenty-five of the other, ten of neither. */
  const ofThree = () =>
    db.execute(sql`insert into invoices
        (id, invoice_number, type, description, amount, contractor_name, property_address, agency)
      select gen_random_uuid(), 'INV-' || lpad(n::text, 6, '0'), 'contractor_visit', 'Fee', 60, 'Carl Mason', 'Mill Lane',
        case when n <= 30 then 'Larkfield Homes' when n <= 55 then 'Northgate' else 'Rightway' end from generate_series(1, 65) n`)

  test('of two agencies: more of the list, the file, the search, and what is done with all', async () => {
    await ofThree()
    const page = await html(admin.get(`/invoices?${either}`))
    expect(page).toContain('All 55')
    const next = /href="([^"]*cursor=[^"]*)"/.exec(page)![1]!.replaceAll('&amp;', '&')
    expect(numbersIn((await html(admin.get(next))) + page)).toHaveLength(55)
    expect(numbersIn(await html(admin.get(hrefOf(page, 'CSV'))))).toHaveLength(55)
    expect(hrefOf(page, 'Accounting File')).toBe(`/invoices/files?${either}`)
    expect(sentBy(page, 'Search').agency).toEqual(['Larkfield Homes', 'Northgate'])
    expect(new Set(page.match(/ id="[^"]*agency"/g)).size).toBe(2)

    const all = { ...sentBy(page, 'Download'), all: 'yes' }
    expect(numbersIn(await html(admin.submit('/invoices/download', all)))).toHaveLength(55)
    const asked = sentBy(await html(admin.submit('/admin/invoices/paid', all)), 'Mark 55 Invoices as Paid')
    const marked = await admin.submit('/admin/invoices/paid', { ...asked, paidOn: today(), paidBy: 'cash' })
    expect([marked.status, marked.headers.get('location')]).toEqual([303, `/invoices?${either}`])
    expect(await db.$count(invoices, isNotNull(invoices.paidOn))).toBe(55)
  })

  test.each([
    'number=INV-000007&number=INV-000008',
    'type=contractor_visit%2Cquote',
    'updatedSince=2026-01-01T00%3A00%3A00Z&state=owed%2Cvoid',
    'property=Mill+Lane&property=Elm+Road',
  ])('by %s: the file, and what a search sends', async (query) => {
    await ofThree()
    for (const client of [admin, agent]) {
      const page = await html(client.get(`/invoices?${query}`))
      expect(hrefOf(page, 'CSV')).toBe(`/invoices/export.csv?${query}`)
      const sent = queryOf(sentBy(page, 'Search')).split('&')
      expect(new Set(sent.filter((part) => !part.endsWith('=')))).toEqual(new Set(query.split('&')))
    }
  })

  test('by a contractor: an agent’s search keeps them', async () => {
    const page = await html(agent.get(`/invoices?contractor=${cast.contractor.id}`))
    expect(sentBy(page, 'Search').contractor).toEqual([cast.contractor.id])
  })
})

describe('an administrator deletes an invoice of the list', () => {
  const larkfield = '/invoices?agency=Larkfield+Homes'
  const deleteIn = async (list: string, id: string) => {
    const row = (await html(admin.get(list))).split(`id="invoice-${id}"`)[1]!.split('</tr>')[0]!
    const form = { ...hiddenIn(row), confirmed: 'yes' }
    return html(admin.htmx(`/admin/invoices/${id}/delete`, { method: 'POST', form }))
  }

  test('and its count and sums are those of what is left, whose rows stay', async () => {
    const [first, second] = [
      await invoiced(6000, {}, { agency: 'Larkfield Homes' }),
      await invoiced(7000, {}, { agency: 'Larkfield Homes' }),
    ]
    await invoiced(8000)
    const text = await deleteIn(larkfield, first.id)
    expect(text).toContain(`<hx-partial hx-target="#invoice-${first.id}" hx-swap="delete">`)
    const words = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    for (const part of ['1 Invoices', '£70.00 Total']) expect(words).toContain(part)
    expect(text).not.toContain(`id="invoice-${second.id}"`)
    const last = await deleteIn(larkfield, second.id)
    expect(last).toContain('hx-target="#found-invoices"')
    expect(last).toContain('No invoices')
  })

  test('and the offer to take all counts what is left', async () => {
    await Promise.all(Array.from({ length: 51 }, () => invoiced()))
    const newest = await invoiced()
    expect(await deleteIn('/invoices', newest.id)).toContain('All 51')
  })

  test('in the dialog of its row', async () => {
    const [first] = [await invoiced(), await invoiced()]
    const headers = { 'hx-current-url': 'http://localhost/invoices?state=owed' }
    const dialog = await html(admin.htmx(`/admin/invoices/${first.id}/void`, { headers }))
    expect(sentBy(dialog, 'Delete').back).toEqual(['/invoices?state=owed'])
  })

  test('without JavaScript, and is back in the list', async () => {
    const { id } = await invoiced(6000, {}, { agency: 'Larkfield Homes' })
    const path = `/admin/invoices/${id}/delete`
    const asked = hiddenIn(await html(admin.submit(path, { back: larkfield })))
    const answer = await admin.submit(path, asked)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, larkfield])
  })
})

test('the sums are those of the list, to the penny, whatever narrows it', async () => {
  for (const fee of [1001, 2002, 3003, 4004]) await invoiced(fee)
  const [first] = await db.select().from(invoices)
  await voidInvoice(cast.admin, first!.id, { reason: 'Wrong' })
  for (const query of [{}, { search: 'INV-00000' }, { state: 'owed' }, { state: 'void' }, { from: today() }]) {
    const narrowed = INVOICE_FILTERS.read(cast.admin, query)
    const sums = await sumsOfFound(cast.admin, narrowed)
    const list: { amount: string; net: string; vat: string; voidedAt: string | null }[] = await (
      await admin.get(`/api/invoices?${new URLSearchParams(query as Record<string, string>)}`)
    ).json()
    const inForce = list.filter(({ voidedAt }) => !voidedAt)
    const sum = (part: 'amount' | 'net' | 'vat') =>
      inForce.reduce((all, one) => all + Math.round(Number(one[part]) * 100), 0)
    expect([query, sums]).toEqual([
      query,
      {
        ...{ count: list.length, voids: list.length - inForce.length },
        ...{ net: sum('net'), vat: sum('vat'), amount: sum('amount') },
      },
    ])
  }
})

test('CSV adds up to the sums of its page by what is not void, and keeps what each came to', async () => {
  await db.update(users).set({ vatNumber: 'GB123456789' }).where(eq(users.id, cast.contractor.id))
  const [wrong, gone, paid] = [await invoiced(9000), await invoiced(2001), await invoiced(1002)]
  await invoiced(3003, { contractor: await aContractor() })
  await voidInvoice(cast.admin, wrong.id, { reason: 'Too much', replaceWith: { amount: 6000 } })
  await voidInvoice(cast.admin, gone.id, { reason: 'Wrong' })
  await markPaid(cast.admin, paid.id, { paidOn: '2026-03-31', paidBy: 'cash' })
  for (const client of [admin, agent, contractor])
    for (const query of ['', '?state=void', '?search=INV-00000', '?state=paid']) {
      const page = await words(client, `/invoices${query}`)
      for (const door of ['/invoices', '/api/invoices']) {
        const file = await (await client.get(`${door}/export.csv${query}`)).text()
        const rows = parse<Record<string, string>>(file, { columns: true, bom: true })
        expect([query, numbersIn(page)]).toEqual([query, rows.map((row) => row['Invoice Number']!).sort()])
        for (const [column, tile] of [
          ['Net (GBP)', 'Net'],
          ['VAT (GBP)', 'VAT'],
          ['Amount (GBP)', 'Total'],
        ] as const) {
          const inForce = rows.filter(({ State }) => State !== 'Void')
          const sum = inForce.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0)
          expect([query, door, page.includes(`${pounds(sum)} ${tile}`)]).toEqual([query, door, true])
        }
      }
    }
  const ticked = await (await admin.submit('/invoices/download', { id: wrong.id })).text()
  expect(ticked.replace('\uFEFF', '').split('\r\n')[0]).toBe(
    'id,Invoice Number,Invoice Date,Type,Description,Amount (GBP),Contractor,Contractor Company,Property Address,' +
      'Job Id,Visit Id,Quote Id,Estate Agency,Net (GBP),VAT (GBP),State,Credit Note,Tax Point,Due,VAT Number',
  )
  expect(parse<Record<string, string>>(ticked, { columns: true, bom: true })).toEqual([
    expect.objectContaining({
      ...{ 'Amount (GBP)': '108.00', 'Net (GBP)': '90.00', 'VAT (GBP)': '18.00' },
      ...{ State: 'Void', 'Credit Note': 'CN-000001', 'Estate Agency': 'Rightway Lettings' },
      ...{ 'Tax Point': wrong.taxPoint, Due: wrong.dueOn, 'VAT Number': 'GB123456789' },
    }),
  ])
  expect(await (await contractor.get('/invoices/export.csv')).text()).toContain('Paid 31/03/2026')
})

test('a word of more than a thousand among many is added up when somebody asks, and another one at once', async () => {
  await db.execute(sql`insert into invoices (id, invoice_number, type, description, amount, contractor_name, property_address)
    select gen_random_uuid(), 'INV-' || lpad(n::text, 6, '0'), 'contractor_visit', 'Call-out fee', 60,
      case when n <= 10 then 'Dora Pike' else 'Carl Mason' end, 'Mill Lane' from generate_series(1, 2010) n`)
  const mason = await words(admin, '/invoices?search=mason')
  expect(mason).toContain('50+ Invoices')
  expect(mason).not.toContain('Total')
  const page = await (await admin.get('/invoices?search=mason')).text()
  const [, href = ''] = /href="([^"]+)"[^>]*>(?:<[^>]+>|£)*Add up all/.exec(page) ?? []
  expect(href.replaceAll('&amp;', '&')).toBe('/invoices?search=mason&sums=all')
  const added = await words(admin, '/invoices?search=mason&sums=all')
  for (const part of ['2000 Invoices', '£120,000.00 Net', '£120,000.00 Total']) expect(added).toContain(part)
  expect(await words(admin, '/invoices?search=pike')).toContain('£600.00 Total')
  expect(await words(admin, '/invoices?search=masom')).toContain('Add up all')
  expect(await words(admin, '/invoices')).toContain('£120,600.00 Total')
})
