import { describe, expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { db } from '#db/connect/client.ts'
import { invoices } from '#db/schema.ts'
import { dayOf, today } from '#src/domain/dates.ts'
import { type Program, usualCodes } from '#src/domain/invoice/files/program.ts'
import { hrefOf, html, queryOf, sentBy } from '#tests/support/answers.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, anAgent } from '#tests/support/world.ts'

const cast = castOfEachTest()

const rowsOf = async (answer: Response) => parse(await answer.text(), { columns: true }) as Record<string, string>[]

const download = (client: Client, program: Program, more: Record<string, string> = {}) =>
  client.submit('/invoices/files', { for: program, as: 'sales', ...usualCodes(program, 'sales'), ...more })

async function twoInvoices(client: Client): Promise<string[]> {
  const made = []
  for (const amount of ['60.00', '75.50']) {
    const visit = (await aJob(cast, 'completed')).visits[0]!
    made.push(await (await client.post(`/api/visits/${visit.id}/mark-invoiced`, { amount })).json())
  }
  return made.map(({ invoiceNumber }) => invoiceNumber)
}

test('an administrator downloads a file, and the next holds only what came since', async () => {
  const admin = await signedInAs(cast.admin)
  const [first, second] = await twoInvoices(admin)
  const preview = await (await admin.get('/invoices/files?for=xero&as=sales')).text()
  expect(preview).toContain('£135.50')
  expect(preview).toContain(first!)

  const answer = await download(admin, 'xero', { account: '201' })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('fettle-xero-sales-')
  const rows = await rowsOf(answer)
  expect(rows.map((row) => row['*InvoiceNumber'])).toEqual([second!, first!])
  expect(rows.map((row) => row['*AccountCode'])).toEqual(['201', '201'])

  const [third] = await twoInvoices(admin)
  const since = await (await admin.get('/invoices/files?for=xero&as=sales&since=last')).text()
  expect(since).toContain('value="201"')
  expect(since).not.toContain(first!)
  const next = await rowsOf(await download(admin, 'xero', { since: 'last' }))
  expect(next).toHaveLength(2)
  expect(next.map((row) => row['*InvoiceNumber'])).toContain(third!)
  expect(await rowsOf(await download(admin, 'xero', { since: 'last' }))).toEqual([])
  expect(await rowsOf(await download(admin, 'sage', { since: 'last' }))).toHaveLength(4)
})

test('a broken-off download leaves its invoices for the next', async () => {
  const admin = await signedInAs(cast.admin)
  await twoInvoices(admin)
  await (await download(admin, 'xero', { since: 'last' })).body?.cancel()
  expect(await rowsOf(await download(admin, 'xero', { since: 'last' }))).toHaveLength(2)
})

test('codes that are missing are asked for at their fields, and what was typed stays', async () => {
  const admin = await signedInAs(cast.admin)
  await twoInvoices(admin)
  const answer = await download(admin, 'sage', { nominal: '', department: '1234', standard: 'T9' })
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(html).toContain('Please give what your program has for this')
  expect(html).toContain('At most 3 characters')
  expect(html).toContain('value="T9"')
})

test('an agent has bills of their own jobs alone, a contractor sales', async () => {
  const admin = await signedInAs(cast.admin)
  await twoInvoices(admin)
  const agent = await signedInAs(cast.agent)
  const bills = await agent.submit('/invoices/files', { for: 'xero', ...usualCodes('xero', 'bills') })
  expect((await rowsOf(bills)).map((row) => row['*ContactName'])).toEqual(["Carl's Plumbing", "Carl's Plumbing"])
  expect((await agent.get('/invoices/files?as=sales')).status).toBe(403)
  const contractor = await signedInAs(cast.contractor)
  expect(await rowsOf(await download(contractor, 'xero'))).toHaveLength(2)
  expect((await contractor.get('/invoices/files?as=bills')).status).toBe(403)
  for (const other of [await anAgent(), await aContractor()]) {
    const client = await signedInAs(other)
    const as = other.role === 'contractor' ? 'sales' : 'bills'
    expect(await rowsOf(await client.get(`/api/invoices/export.csv?for=xero&as=${as}`))).toEqual([])
  }
})

test('a voided invoice that a file had is a credit note for Sage once, and told of for Xero', async () => {
  const admin = await signedInAs(cast.admin)
  const [number] = await twoInvoices(admin)
  await (await download(admin, 'xero')).text()
  await (await download(admin, 'sage')).text()
  await db
    .update(invoices)
    .set({ voidedAt: sql`now()`, creditNote: 'CN-000001' })
    .where(eq(invoices.invoiceNumber, number!))
  expect(await (await admin.get('/invoices/files?for=xero&as=sales&since=last')).text()).toContain(
    `Xero had ${number} before, voided since: please void it there by hand, as this file has no credit notes.`,
  )
  const types = async () => (await rowsOf(await download(admin, 'sage', { since: 'last' }))).map(({ Type }) => Type)
  expect(await types()).toEqual(['SC'])
  expect(await types()).toEqual([])
})

test('five hundred invoices are a file for Xero, and more a ZIP of numbered ones', async () => {
  await db.execute(sql`insert into invoices (id, invoice_number, type, description, amount, contractor_name, property_address, invoice_date)
    select gen_random_uuid(), 'INV-' || lpad(n::text, 6, '0'), 'contractor_visit', 'Visit fee', 60, 'Carl Mason',
      'Mill Lane', '2026-04-01'::timestamptz + n * interval '1 minute' from generate_series(1, 1001) n`)
  const admin = await signedInAs(cast.admin)
  const answer = await download(admin, 'xero')
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const files = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())))
  const rows = files.map(([, bytes]) => parse(strFromU8(bytes), { columns: true }) as Record<string, string>[])
  expect(files.map(([name]) => name.slice(-7))).toEqual(['001.csv', '002.csv', '003.csv'])
  expect(rows.map(({ length }) => length)).toEqual([500, 500, 1])
  const numbers = rows.flat().map((row) => row['*InvoiceNumber'])
  expect(new Set(numbers).size).toBe(1001)
  expect(await rowsOf(await download(admin, 'xero', { since: 'last' }))).toEqual([])
  expect(await rowsOf(await download(admin, 'sage'))).toHaveLength(1001)
})

test.each([
  ['a hundred invoices are a file for QuickBooks', 100, 1, []],
  ['one more', 101, 1, [100, 1]],
  ['so many lines are, that with the heading there are a thousand rows', 37, 27, []],
  ['of one more an invoice stays whole', 38, 27, [999, 27]],
])('%s', async (_, count, lines, files) => {
  await db.execute(sql`insert into invoices
      (id, invoice_number, type, description, amount, contractor_name, property_address, lines)
    select gen_random_uuid(), 'INV-' || lpad(n::text, 6, '0'), 'quote', 'Work', 60, 'Carl Mason', 'Mill Lane',
      (select jsonb_agg(jsonb_build_object('description', 'Valve', 'quantity', 1, 'unitPrice', 1, 'vatRate', 0, 'net', 1, 'vat', 0))
        from generate_series(1, ${lines}::int))
    from generate_series(1, ${count}::int) n`)
  const admin = await signedInAs(cast.admin)
  for (const search of ['', 'carl']) {
    const page = await html(admin.get(`/invoices/files?for=quickbooks&as=sales&search=${search}`))
    expect(page.includes('A ZIP of numbered files, as QuickBooks takes no more in one.')).toBe(files.length > 0)
    const answer = await download(admin, 'quickbooks', { search })
    if (files.length === 0) {
      expect(await rowsOf(answer)).toHaveLength(count * lines)
      continue
    }
    const zip = Object.values(unzipSync(new Uint8Array(await answer.arrayBuffer())))
    expect(zip.map((bytes) => parse(strFromU8(bytes), { columns: true }).length)).toEqual(files)
  }
})

test('a script has the plain columns, or those of a program with the codes given last', async () => {
  const admin = await signedInAs(cast.admin)
  await twoInvoices(admin)
  await (await download(admin, 'xero', { account: '299' })).text()
  const [row] = await rowsOf(await admin.get('/api/invoices/export.csv?for=xero&as=sales'))
  expect(row?.['*AccountCode']).toBe('299')
  const plain = await (await admin.get('/api/invoices/export.csv')).text()
  expect(plain).toStartWith('id,Invoice Number')
  expect((await admin.get('/api/invoices/export.csv?for=lotus')).status).toBe(400)
})

test('a file holds what the list was narrowed to: a state, or what is ticked', async () => {
  const admin = await signedInAs(cast.admin)
  const [first, second] = await twoInvoices(admin)
  await db.update(invoices).set({ paidOn: '2026-11-01' }).where(eq(invoices.invoiceNumber, first!))
  const paid = await (await admin.get('/invoices?state=paid')).text()
  expect(paid).toContain('/invoices/files?state=paid')
  const preview = await (await admin.get('/invoices/files?for=xero&as=sales&state=paid')).text()
  expect(preview).toMatch(/name="state" value="paid"/)
  expect(preview).not.toContain(second!)
  const numbers = async (answer: Promise<Response>) => (await rowsOf(await answer)).map((row) => row['*InvoiceNumber'])
  expect(await numbers(download(admin, 'xero', { state: 'paid' }))).toEqual([first!])
  expect(await numbers(admin.get('/api/invoices/export.csv?for=xero&as=sales&state=owed'))).toEqual([second!])

  const [row] = await db.select().from(invoices).where(eq(invoices.invoiceNumber, second!))
  const picked = await admin.submit('/invoices/files', { pick: 'yes', id: row!.id, state: 'owed' })
  expect([picked.status, picked.headers.get('location')]).toEqual([303, `/invoices/files?number=${second}`])
  const shown = await (await admin.get(picked.headers.get('location')!)).text()
  expect(shown).toContain('Of the 1 invoice that you selected.')
  expect(shown).toMatch(new RegExp(`name="number" value="${second}"`))
  expect(await numbers(download(admin, 'xero', { number: second! }))).toEqual([second!])
  const both = `number=${first}&number=${second}&number=INV-999999`
  expect(await numbers(admin.get(`/api/invoices/export.csv?for=xero&as=sales&${both}`))).toEqual([second!, first!])
  expect((await admin.submit('/invoices/files', { pick: 'yes' })).status).not.toBe(200)
})

describe('the forms of the page send what it shows', () => {
  /** The list, its file's page, and that page's again by Show: each with what Download then sends. */
  async function downloads(client: Client, address: string): Promise<string[][]> {
    const page = await html(client.get(hrefOf(await html(client.get(address)), 'Accounting File')))
    const again = await html(client.get(`/invoices/files?${queryOf(sentBy(page, 'Show'))}`))
    const all = []
    for (const shown of [page, again]) {
      const rows = await rowsOf(await client.submit('/invoices/files', sentBy(shown, 'Download')))
      all.push(rows.map((row) => row['*InvoiceNumber']!).sort())
    }
    return all
  }

  test.each([
    ['type=quote&taxFrom=2026-11-01&taxTo=2026-11-30', 'admin', ['INV-000001']],
    ['state=owed,void&taxTo=2026-11-30', 'admin', ['INV-000001', 'INV-000002']],
    ['agency=Larkfield+Homes&agency=Northgate', 'admin', ['INV-000001', 'INV-000002']],
    ['agency=Larkfield+Homes&agency=Northgate', 'contractor', ['INV-000001', 'INV-000002']],
    ['number=INV-000001&number=INV-000002&agency=Northgate', 'admin', ['INV-000002']],
  ] as const)('%s of the %s', async (query, role, expected) => {
    await db.execute(sql`insert into invoices
        (id, invoice_number, type, description, amount, contractor_id, contractor_name, property_address, agency, tax_point)
      values (gen_random_uuid(), 'INV-000001', 'quote', 'Boiler', 60, ${cast.contractor.id}, 'Carl', 'Mill Lane', 'Larkfield Homes', '2026-11-05'),
        (gen_random_uuid(), 'INV-000002', 'contractor_visit', 'Fee', 60, ${cast.contractor.id}, 'Carl', 'Mill Lane', 'Northgate', '2026-11-05'),
        (gen_random_uuid(), 'INV-000003', 'quote', 'Door', 60, ${cast.contractor.id}, 'Carl', 'Mill Lane', 'Rightway', '2026-12-05')`)
    const client = await signedInAs(cast[role])
    expect(await downloads(client, `/invoices?${query}`)).toEqual([[...expected], [...expected]])
    const since = await rowsOf(
      await download(client, 'xero', { as: role === 'admin' ? 'bills' : 'sales', since: 'last' }),
    )
    expect(since.map((row) => row['*InvoiceNumber'])).toHaveLength(3 - expected.length)
  })
})

test('an invoice says when which program’s file had it, to whoever keeps those books', async () => {
  const admin = await signedInAs(cast.admin)
  const [number] = await twoInvoices(admin)
  const [invoice] = await db.select().from(invoices).where(eq(invoices.invoiceNumber, number!))
  const path = `/invoices/${invoice!.id}`
  expect(await (await admin.get(path)).text()).not.toContain('Exported')
  await (await download(admin, 'xero')).text()
  expect(await (await admin.get(path)).text()).toMatch(/Exported on<[^x]*Xero, sales/s)
  expect(await (await (await signedInAs(cast.contractor)).get(path)).text()).not.toContain('Exported')
})

test('the question of Delete says which program had the invoice, wherever it is asked', async () => {
  const admin = await signedInAs(cast.admin)
  const [number, other] = await twoInvoices(admin)
  const [invoice] = await db.select().from(invoices).where(eq(invoices.invoiceNumber, number!))
  for (const program of ['xero', 'sage'] as const) await (await download(admin, program, { number: number! })).text()
  const day = dayOf(today())
  const told = `Xero had it on ${day}, Sage 50 had it on ${day}: delete it there by hand.`
  for (const list of ['/invoices', '/?tab=invoiced']) {
    const [, ...rows] = (await html(admin.get(list))).split('<tr id="invoice-')
    expect(rows.map((row) => [row.includes(number!), row.includes(told)])).toEqual([
      ...[
        [false, false],
        [true, true],
      ],
    ])
    expect(rows[0]).toContain(`Delete invoice ${other}?`)
  }
  expect(await html(admin.get(`/admin/invoices/${invoice!.id}/void`))).toContain(told)
  expect(await html(admin.submit(`/admin/invoices/${invoice!.id}/delete`))).toContain(told)
})

test('of many that a program must be told of by hand the first twenty are named, and how many more there are', async () => {
  await db.execute(sql`insert into invoices (id, invoice_number, type, description, amount, contractor_name, property_address)
    select gen_random_uuid(), 'INV-' || lpad(n::text, 6, '0'), 'contractor_visit', 'Visit fee', 60, 'Carl Mason', 'Mill Lane'
    from generate_series(1, 22) n`)
  const admin = await signedInAs(cast.admin)
  await (await download(admin, 'xero')).text()
  await db.update(invoices).set({ voidedAt: sql`now()` })
  const page = await html(admin.get('/invoices/files?for=xero&as=sales&since=last'))
  expect(page).toContain('INV-000019, INV-000020 and 2 more before, voided since: please void them there by hand')
  expect(page).not.toContain('INV-000021')
})
