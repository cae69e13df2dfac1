import { describe, expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { certificates } from '#db/schema.ts'
import { tableIn } from '#src/accounts/import/table.ts'
import {
  certificateHeadings,
  certificateRow,
  isNewRow,
  isWrongRow,
} from '#src/domain/property/certificate/import-row.ts'
import { importCertificates } from '#src/properties/certificates/import/actions.ts'
import { judgeCertificates } from '#src/properties/certificates/import/validate-rows.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')
const admin = signedInOfEachTest(cast, 'admin')

const AGENT = { role: 'estate_agent', company: 'Rightway Lettings' } as const
const ADMIN = { role: 'admin', company: null } as const

function rowsIn(text: string) {
  const table = tableIn(text)
  if ('problem' in table) throw new Error(table.problem)
  const { fields, problems } = certificateHeadings(table.header)
  expect(problems).toEqual([])
  return table.rows.map(({ line, cells }) => ({ line, ...certificateRow(fields, cells) }))
}

const judge = (text: string, { user = AGENT as typeof AGENT | typeof ADMIN, kept = [] as never[] } = {}) =>
  judgeCertificates(user, rowsIn(text), { agencies: ['Rightway Lettings', 'Harbour & Stone'], kept })

describe('a table of certificates', () => {
  test('is read by the headings, days and kinds that people write', () => {
    const [gas, electrical] = judge(
      [
        'Property Address;Type;Issued on;Expiry date;Engineer;Certificate number',
        '"9 Elm Road, Guildford GU1 1XY";CP12;01/05/2026;;Carl Mason;GS-1',
        '8 Elm Road GU1 1XY;EICR;2026-03-02;02.03.2031;;',
      ].join('\n'),
    )
    expect(gas).toMatchObject({
      ...{ errors: {}, isThere: false, endsOn: '2027-05-01' },
      made: { kind: 'gas_safety', doneBy: 'Carl Mason', reference: 'GS-1', propertyName: '9 Elm Road' },
    })
    expect(electrical).toMatchObject({ made: { kind: 'electrical', doneOn: '2026-03-02', endsOn: '2031-03-02' } })
  })

  test('ends as the two months’ rule has it, whatever the order of its rows', () => {
    const rows = judge(
      [
        'Address,Kind,Done on',
        ...[
          '9 Elm Road,gas,10/03/2026',
          '9 Elm Road,gas,01/05/2025',
          '9 Elm Road,gas,28/02/2025',
          '9 ELM RD,gas,01/05/2024',
        ],
      ].join('\n'),
    )
    expect(rows.map(({ endsOn }) => endsOn)).toEqual(['2027-05-01', '2026-05-01', '2026-02-28', '2025-05-01'])
  })

  test.each<[string, string, string, object]>([
    [
      'an address that is missing',
      'Address,Kind,Done on',
      ',EPC,2026-01-01',
      { propertyAddress: 'Please enter an address' },
    ],
    [
      'an unknown kind',
      'Address,Kind,Done on',
      '9 Elm Road,Boiler,2026-01-01',
      { kind: expect.stringContaining('Please choose one of') },
    ],
    [
      'a day that is none',
      'Address,Kind,Done on',
      '9 Elm Road,EPC,31/02/2026',
      { doneOn: 'Please enter the day on which it was done' },
    ],
    [
      'a day that is to come',
      'Address,Kind,Done on',
      '9 Elm Road,EPC,2099-01-01',
      { doneOn: 'This day is yet to come' },
    ],
    [
      'an electrical report without its end',
      'Address,Kind,Done on',
      '9 Elm Road,EICR,2026-01-01',
      { endsOn: 'Please enter the day that the report has' },
    ],
    [
      'an agent’s row of another agency',
      'Address,Kind,Done on,Agency',
      '9 Elm Road,EPC,2026-01-01,Harbour & Stone',
      { agency: 'Your agency is Rightway Lettings' },
    ],
  ])('names %s', (_, header, row, errors) => {
    expect(judge(`${header}\n${row}`).map((one) => one.errors)).toEqual([errors])
  })

  test('of an administrator names the agency of each row, among those that have agents', () => {
    const rows = judge(
      'Address,Kind,Done on,Agency\n9 Elm Road,EPC,2026-01-01,harbour & STONE\n8 Elm Road,EPC,2026-01-01,Nobody\n7 Elm Road,EPC,2026-01-01,',
      { user: ADMIN },
    )
    expect(rows.map(({ made, errors }) => made?.agency ?? errors.agency)).toEqual([
      ...['Harbour & Stone', 'No agent has this agency', 'Please enter the agency'],
    ])
  })

  test('that has one twice says in which row', () => {
    const rows = judge('Address,Kind,Done on\n9 Elm Road,EPC,2026-01-01\n9 ELM RD.,epc,01/01/2026')
    expect(rows.map(({ errors }) => errors)).toEqual([{}, { doneOn: 'It is in line 2 too' }])
  })

  test('says which columns are unknown, twice or missing', () => {
    expect(certificateHeadings(['Address', 'Address', 'Colour', 'id', 'Document']).problems).toEqual([
      ...["The column 'Colour' is not known.", "The column 'Address' is there already."],
      ...["There is no column 'Kind'.", "There is no column 'Done on'."],
    ])
  })
})

const TABLE = 'Address,Kind,Done on\n9 Elm Road,EPC,2026-01-01\n8 Elm Road,EPC,2099-01-01\n7 Elm Road,Alarms,2026-02-01'
const SEND = { table: TABLE, formKey: crypto.randomUUID() }
const count = () => db.$count(certificates)
const textOf = async (answer: Response) => (await answer.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('importing certificates', () => {
  test('shows what is wrong and adds nothing until it is right or left out', async () => {
    const looked = await agent.submit('/certificates/import', { table: TABLE })
    expect(looked.status).toBe(422)
    const text = await textOf(looked)
    expect(text).toContain('1 of 3 rows is wrong. Nothing has been added yet.')
    expect(text).toContain('This day is yet to come')
    const refused = await agent.submit('/certificates/import', { table: TABLE, create: 'all' })
    expect(refused.status).toBe(422)
    expect(await count()).toBe(0)
    const left = await agent.submit('/certificates/import', { ...SEND, create: 'right' })
    expect([left.status, left.headers.get('location')]).toEqual([303, '/certificates'])
    expect(await count()).toBe(2)
  })

  test('makes nothing twice: the same form, the same table, and what was exported', async () => {
    const table = TABLE.replace('2099', '2026')
    const form = { table, create: 'all', formKey: crypto.randomUUID() }
    for (let time = 0; time < 2; time++) expect((await agent.submit('/certificates/import', form)).status).toBe(303)
    expect(await count()).toBe(3)
    const exported = await (await agent.get('/certificates/export.csv')).text()
    for (const again of [table, exported, `${table}\n6 Elm Road,EPC,2026-01-01`]) {
      const looked = await textOf(await agent.submit('/certificates/import', { table: again }))
      expect(looked).toMatch(/All 3 rows are there already|All 4 rows are right, 3 there already/)
    }
    await Promise.all(
      [1, 2].map(() =>
        agent.submit('/certificates/import', { table: `${table}\n6 Elm Road,EPC,2026-01-01`, create: 'all' }),
      ),
    )
    expect(await count()).toBe(4)
    expect(await (await admin.get('/admin/certificates')).text()).toContain('6 Elm Road')
  })

  const addOne = () =>
    agent.submit('/certificates/import', { table: 'Address,Kind,Done on\n6 Elm Road,EPC,2026-01-01', create: 'all' })

  test('of 5,000 rows takes seconds in a table that was empty when it was last counted, and the newest of each property is in force', async () => {
    const lines = Array.from({ length: 2500 }, (_, at) => [
      ...[
        `${at + 1} Long Street Guildford GU2 ${at % 10}AB,gas,01/05/2025`,
        `${at + 1} Long Street Guildford GU2 ${at % 10}AB,gas,10/03/2026`,
      ],
    ]).flat()
    const table = ['Address,Kind,Done on', ...lines].join('\n')
    await addOne()
    await db.delete(certificates)
    // As autovacuum may have counted it: each join of thousands would be planned as one of a single row.
    await db.execute('analyze certificates')
    const began = performance.now()
    const looked = await agent.submit('/certificates/import', { table })
    const judged = performance.now()
    expect(looked.status).toBe(200)
    const made = await agent.submit('/certificates/import', { table, create: 'all' })
    const ended = performance.now()
    console.log(`5,000 rows: looked at in ${Math.round(judged - began)} ms, added in ${Math.round(ended - judged)} ms`)
    expect(made.status).toBe(303)
    expect(ended - began).toBeLessThan(20_000)
    const rows = await db.select().from(certificates)
    const current = rows.filter(({ replacedBy }) => replacedBy === null)
    expect([rows.length, current.length, new Set(current.map(({ endsOn }) => endsOn))]).toEqual([
      5000,
      2500,
      new Set(['2027-05-01']),
    ])
    expect(importCertificates(cast.agent, rowsIn(table))).rejects.toThrow()
    expect(await count()).toBe(5000)
  })
})

test('a row that is wrong is not new', () => {
  const [wrong, right] = judge('Address,Kind,Done on\n,EPC,2026-01-01\n9 Elm Road,EPC,2026-01-01')
  expect([isWrongRow(wrong!), isNewRow(wrong!), isNewRow(right!)]).toEqual([true, false, true])
})
