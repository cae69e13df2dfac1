import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, links, users } from '#db/schema.ts'
import { rowsOf } from '#src/accounts/import/columns.ts'
import { decodeText, tableIn } from '#src/accounts/import/table.ts'
import { app } from '#src/app.ts'
import { answerOf } from '#tests/api/shape.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { dearHashes } from '#tests/support/cheap-hashes.ts'
import { aContractor, anAdmin } from '#tests/support/world.ts'

dearHashes()

const PATH = '/admin/accounts/import'

let ada: Client
beforeEach(async () => {
  ada = await signedInAs(await anAdmin())
})

const contractors = () => db.select().from(users).where(eq(users.role, 'contractor')).orderBy(users.id)
const rowsIn = (text: string) => {
  const table = tableIn(text)
  if ('problem' in table) throw new Error(table.problem)
  return rowsOf(table)
}

describe('a table', () => {
  test.each([
    ['commas', 'First name,Last name,Email\nNia,Cole,nia@cole.example'],
    ['semicolons', 'Email;Surname;FORENAME\nnia@cole.example;Cole;Nia\n'],
    ['tabs', 'e-mail address\tLast Name\tfirst_name\r\nnia@cole.example\tCole\tNia\r\n\r\n'],
    ['a byte order mark and quotes', '\ufeff"First name","Last name","E-mail"\r\n"Nia"," Cole ","nia@cole.example"'],
    ['old line ends', 'First name,Last name,Email\rNia,Cole,nia@cole.example\r'],
  ])('is read with %s, its columns in any order and case', (_, text) => {
    expect(rowsIn(text)).toEqual({
      rows: [{ line: 2, typed: { firstName: 'Nia', lastName: 'Cole', email: 'nia@cole.example' } }],
      problems: [],
    })
  })

  test('has no cell beyond the names of its columns, which would be lost', () => {
    const problem = 'Line 2 has more cells than there are names of columns: quote a cell that has commas.'
    for (const text of ['Email,Areas\nnia@x.example,GU1, GU2', 'Email,Areas,\nnia@x.example,GU1,GU2'])
      expect(rowsIn(text).problems).toEqual([problem])
    expect(rowsIn('Email,Areas\nnia@x.example,GU1,,').problems).toEqual([])
  })

  test('has quoted cells with separators, quotes and line ends; trades and areas stand in one cell', () => {
    const text =
      'Company,Trades,Areas,First name\n"Cole, ""Sons""\n& Co","Plumbing; heating and gas","gu1, GU2 bs",Nia\n,roofing,,Ben'
    expect(rowsIn(text).rows).toEqual([
      {
        line: 2,
        typed: {
          company: 'Cole, "Sons"\n& Co',
          contractorTypes: ['plumbing', 'heating_gas'],
          areas: ['gu1', 'GU2', 'bs'],
          firstName: 'Nia',
        },
      },
      { line: 4, typed: { contractorTypes: ['roofing'], firstName: 'Ben' } },
    ])
  })

  test('with a column that nobody knows, twice the same, no rows or an open quote is told', () => {
    expect(rowsIn('First name,Shoe size,Forename\nNia,38,Nia').problems).toEqual([
      "The column 'Shoe size' is not known.",
      "The column 'Forename' is there already.",
    ])
    expect(tableIn('a,b\n"x,y\nz')).toEqual({
      problem: 'A quotation mark in the row that begins in line 2 is never closed.',
    })
    expect(tableIn(' \n\n')).toEqual({ problem: 'Please paste a table or choose a file' })
  })

  test('is read in the letters that a spreadsheet saved it in', () => {
    const windows = Uint8Array.from([0x5a, 0x6f, 0xeb])
    const wide = Uint8Array.from([0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0])
    expect(
      [windows, new TextEncoder().encode('Zoë'), wide].map(decodeText).map((text) => text.replace('\ufeff', '')),
    ).toEqual(['Zoë', 'Zoë', 'Zoë'])
  })
})

describe('a table in UTF-16', () => {
  const NAMES = 'Email,First name,Last name\nz@x.example,Łukasz,Żak\n'
  const inUtf16 = (text: string, order: 'le' | 'be', mark: boolean): Uint8Array<ArrayBuffer> => {
    const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le')
    return Uint8Array.from(order === 'be' ? bytes.swap16() : bytes)
  }
  const sendFile = (bytes: Uint8Array<ArrayBuffer>) => {
    const body = new FormData()
    body.set('role', 'contractor')
    body.set('file', new File([bytes], 'people.csv'))
    const headers = { cookie: `session=${ada.cookie}` }
    return app.handle(new Request(`http://localhost${PATH}`, { method: 'POST', body, headers }))
  }

  test.each([
    ['le', true],
    ['le', false],
    ['be', true],
    ['be', false],
  ] as const)('is read as it was saved (%s, with a mark: %p)', async (order, mark) => {
    const answer = await sendFile(inUtf16(NAMES, order, mark))
    const text = await answer.text()
    expect([answer.status, text]).toEqual([200, expect.stringContaining('Łukasz')])
    expect(text).toContain('Żak')
  })

  test.each([
    ['cut within a letter', inUtf16(NAMES, 'le', false).slice(0, -1)],
    ['no text at all', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0x2c, 0, 1, 2])],
  ])('is refused when it is %s', async (_, bytes) => {
    const answer = await sendFile(bytes)
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('Please save it as CSV (UTF-8)'),
    ])
  })

  test('is refused when it was pasted as if it were something else', async () => {
    const latin1 = (order: 'le' | 'be') => Buffer.from(inUtf16(NAMES, order, false)).toString('latin1')
    // A clipboard may leave out NUL.
    for (const table of [latin1('le'), latin1('be'), latin1('be').replaceAll('\0', ''), NAMES.replace('Ł', '\ufffd')]) {
      const answer = await ada.submit(PATH, { role: 'contractor', table })
      expect([answer.status, await answer.text()]).toEqual([
        422,
        expect.stringContaining('Please save it as CSV (UTF-8)'),
      ])
    }
    expect(await contractors()).toEqual([])
  })
})

const TABLE = `First name;Last name;Email;Trades;Areas
Nia;Cole;nia@cole.example;plumbing;GU1, gu2
Ben;;ben@cole.example;wizardry;
Ida;Lund;IDA@lund.example;;Surrey
Kim;Lee;nia@COLE.example;;
Tom;Hale;tom@hale.example;Roofing, Joinery;BS`

describe('the pages', () => {
  test('show what is wrong in which row and make nothing, until the wrong ones are left out', async () => {
    await aContractor({ email: 'ida@LUND.example' })
    const looked = await ada.submit(PATH, { role: 'contractor', table: TABLE })
    const text = await looked.text()
    expect(looked.status).toBe(422)
    for (const words of [
      ...['3 of 5 rows are wrong. Nothing has been made yet.', 'Leave Out 3 and Create 2 contractors'],
      ...['Last name is required', 'No trade: wizardry. Write Plumbing or Roofing', 'This e-mail address is taken'],
      ...['No postcode area or district: SURREY', 'This e-mail address is in row 2 too', 'Tom'],
    ])
      expect(text).toContain(words)
    expect((await ada.submit(PATH, { role: 'contractor', table: TABLE, create: 'all' })).status).toBe(422)
    expect(await contractors()).toHaveLength(1)

    const formKey = /name="formKey" value="([^"]+)"/.exec(text)![1]!
    const create = () => ada.submit(PATH, { role: 'contractor', table: TABLE, create: 'right', formKey })
    const answers = await Promise.all([create(), create(), create()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await answers[2]!.text()).toContain('2 get an e-mail with a link to set a password.')
    const made = (await contractors()).slice(1)
    expect(
      made.map(({ email, contractorTypes, areas, hashedPassword }) => ({
        email,
        contractorTypes,
        areas,
        hashedPassword,
      })),
    ).toEqual([
      { email: 'nia@cole.example', contractorTypes: ['plumbing'], areas: ['GU1', 'GU2'], hashedPassword: null },
      { email: 'tom@hale.example', contractorTypes: ['roofing', 'joinery'], areas: ['BS'], hashedPassword: null },
    ])
    const told = await db.select().from(emailNotifications)
    expect(told.map(({ contractorEmail, emailType }) => [contractorEmail, emailType]).sort()).toEqual([
      ['nia@cole.example', 'account_invitation'],
      ['tom@hale.example', 'account_invitation'],
    ])
    expect(await db.$count(links)).toBe(2)
  })

  test('take a file', async () => {
    const form = new FormData()
    form.set('role', 'contractor')
    form.set('table', '')
    form.set(
      'file',
      new File(
        [new Uint8Array([...Buffer.from('Email,First name,Last name\nz@x.example,Zo'), 0xeb, ...Buffer.from(',Fox')])],
        'a.csv',
      ),
    )
    const headers = { cookie: `session=${ada.cookie}` }
    const answer = await app.handle(new Request(`http://localhost${PATH}`, { method: 'POST', body: form, headers }))
    const text = await answer.text()
    expect([answer.status, text]).toEqual([200, expect.stringContaining('All 1 rows are right.')])
    expect(text).toContain('Zoë')
  })

  test.each([
    ['', 'Please paste a table or choose a file'],
    ['First name,Last name', 'There is no row below the names of the columns'],
    ['Name,Email\nNia,n@x.example', 'The column &#x27;Name&#x27; is not known.'],
    [`Email\n${'x@y.example\n'.repeat(501)}`, 'There are 501 rows; 500 go at once'],
  ])('say what is wrong with a table as such', async (table, message) => {
    const answer = await ada.submit(PATH, { role: 'contractor', table })
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(message)])
  })

  test('make estate agents with a username alone, and tell who is not told', async () => {
    const table =
      'Username,First name,Last name,Phone,Email\nnia.cole,Nia,Cole,020 7946 0003,\n,Ben,Cole,,ben@cole.example\n,Ida,Lund,,'
    const looked = await ada.submit(PATH, { role: 'estate_agent', table })
    expect(await looked.text()).toContain('A username or an e-mail address is required')
    const done = await (await ada.submit(PATH, { role: 'estate_agent', table, create: 'right' })).text()
    expect(done).toContain('2 estate agents created')
    expect(done).toContain('Nia Cole has no e-mail address and must be told by phone: 020 7946 0003.')
  })
})

describe('POST /api/accounts/import', () => {
  test('refuses a body that is no UTF-8 instead of reading other letters', async () => {
    const body = JSON.stringify({ role: 'contractor', rows: [row(1, { firstName: 'Zoë' })] })
    const headers = { cookie: `session=${ada.cookie}`, 'content-type': 'application/json' }
    const url = 'http://localhost/api/accounts/import'
    const sent = new Request(url, { method: 'POST', body: Buffer.from(body, 'latin1'), headers })
    const refusal = { message: 'The body is not valid UTF-8.' }
    expect(await answerOf(app.handle(sent))).toMatchObject({ status: 400, body: refusal })
    expect(await contractors()).toEqual([])
  })

  const row = (n: number, more = {}) => ({ firstName: 'Nia', lastName: 'Cole', email: `nia${n}@cole.example`, ...more })
  const send = (body: object) => answerOf(ada.post('/api/accounts/import', body))

  test('makes all or none, and names what is wrong by row and field', async () => {
    const rows = [row(1), row(2, { email: 'nia' }), row(3, { areas: ['ZZ9'], contractorTypes: ['wizardry'] }), row(1)]
    const errors = {
      'rows.1.email': 'Invalid email address',
      'rows.2.contractorTypes': 'No trade: wizardry. Write Plumbing or Roofing',
      'rows.3.email': 'This e-mail address is in row 1 too',
    }
    expect(await send({ role: 'contractor', rows, dryRun: true })).toEqual({
      status: 200,
      body: { dryRun: true, right: 1, wrong: 3, errors },
    })
    expect(await send({ role: 'contractor', rows })).toMatchObject({ status: 422, body: { errors } })
    expect(await contractors()).toEqual([])
    const { status, body } = await send({ role: 'contractor', rows, leaveOutWrong: true })
    expect([status, body.created.length, body.untold]).toEqual([201, 1, []])
    expect(body.created[0]).toMatchObject({ email: 'nia1@cole.example', role: 'contractor' })
  })

  test('sees through what does not show: an address that is taken is told, however it was copied', async () => {
    await aContractor({ email: 'nia1@cole.example' })
    const rows = [row(1, { email: '\u200bNia1@cole.example' }), row(2), row(3, { email: 'nia2@cole.example\ufeff' })]
    const errors = {
      'rows.0.email': 'This e-mail address is taken',
      'rows.2.email': 'This e-mail address is in row 2 too',
    }
    expect(await send({ role: 'contractor', rows })).toMatchObject({ status: 422, body: { errors } })
    const table = `First name,Last name,Email\nNia,Cole,nia1@cole.example\u200b`
    const page = await ada.submit(PATH, { role: 'contractor', table })
    expect([page.status, await page.text()]).toEqual([422, expect.stringContaining('This e-mail address is taken')])
    expect(await contractors()).toHaveLength(1)
  })

  test.each([
    [{ rows: [row(1)] }, 'role'],
    [{ role: 'admin', rows: [row(1)] }, 'role'],
    [{ role: 'contractor', rows: [] }, 'rows'],
    [{ role: 'contractor', rows: Array.from({ length: 501 }, (_, n) => row(n)) }, 'rows'],
    [{ role: 'contractor', rows: [{ ...row(1), role: 'admin' }] }, 'rows.0.role'],
    [{ role: 'contractor', rows: [row(1, { username: 'nia' })] }, 'rows.0.username'],
    [{ role: 'estate_agent', rows: [row(1, { contractorTypes: ['plumbing'] })] }, 'rows.0.contractorTypes'],
  ])('refuses %j', async (body, field) => {
    const answer = await send(body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
    expect(await contractors()).toEqual([])
  })

  test('by two at once makes each account once', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => row(n))
    const answers = await Promise.all([1, 2, 3].map(() => send({ role: 'contractor', rows })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, expect.any(Number), expect.any(Number)])
    for (const { status } of answers) expect([201, 409, 422]).toContain(status)
    expect(await contractors()).toHaveLength(20)
  })

  test('makes five hundred, with areas, in one request', async () => {
    const areas = Array.from({ length: 99 }, (_, n) => `GU${n}`)
    const rows = Array.from({ length: 500 }, (_, n) => row(n, { areas }))
    const began = performance.now()
    const { status, body } = await send({ role: 'contractor', rows })
    expect([status, body.created.length]).toEqual([201, 500])
    console.log(`500 accounts in ${Math.round(performance.now() - began)} ms`)
  })
})
