import { expect, test } from 'bun:test'
import { csvCell, csvResponse } from '#src/http/respond/csv.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'
import { manyJobs } from './many.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

/** RFC 4180 as a spreadsheet reads it: records of cells. */
function parse(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (const [whole, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (whole === '') break
    record.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    records.push(record)
    record = []
  }
  return records
}

test('the export is CSV that spreadsheets read and do not execute', async () => {
  const propertyName = '=HYPERLINK("https://evil.example","Rosé, Cottage")'
  await aJob(cast, 'quote_pending', {
    job: { propertyName, propertyAddress: '1 Mill Lane\nGuildford', accessNotes: '@SUM(1)' },
  })
  const response = await ada.get('/admin/jobs/export.csv')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="jobs-\d{4}-\d\d-\d\d\.csv"$/)
  const bytes = await response.bytes()
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [header, job, ...rest] = parse(new TextDecoder().decode(bytes))
  const cell = (name: string) => job![header!.indexOf(name)]
  expect(rest).toEqual([])
  expect(job).toHaveLength(header!.length)
  expect(cell('Property Name')).toBe(`'${propertyName}`)
  expect(cell('Property Address')).toBe('1 Mill Lane\nGuildford')
  expect(cell('Access Notes')).toBe("'@SUM(1)")
  expect(cell('Quote (GBP)')).toBe('480.00')
  expect(cell('Status')).toBe('Quote Pending')
})

test('the export has what the search and filter select, and all of it', async () => {
  await manyJobs(cast, 1061, (n) => ({ propertyName: n % 2 ? 'Odd House' : 'Even House' }))
  await aJob(cast, 'in_progress', { job: { propertyName: 'Odd House' } })
  const lines = async (query: string) =>
    parse(await (await ada.get(`/admin/jobs/export.csv${query}`)).text()).length - 1
  expect(await lines('')).toBe(1062)
  expect(await lines('?search=odd')).toBe(531)
  expect(await lines('?search=odd&status=in_progress')).toBe(1)
})

test.each(['=1+1', '+44', '-1', '@x', '\tx', '\rx', '\nx', '＝1+1', '＠x'])('the cell %j is made harmless', (text) => {
  expect(parse(`${csvCell(text)}\r\n`)[0]![0]).toBe(`'${text}`)
})

test.each([';', 'a;b', 'a\tb', 'a,b', 'a"b', 'a\nb', 'a\rb'])(
  'the cell %j is one cell to whoever splits at ; or tab',
  (text) => {
    expect(csvCell(text)).toBe(`"${text.replaceAll('"', '""')}"`)
    expect(parse(`${csvCell(text)}\r\n`)).toEqual([[text]])
  },
)

test('a reader who leaves stops the reading', async () => {
  let batches = 0
  let ended = false
  async function* endless() {
    try {
      while (true) yield [[`row ${++batches}`]]
    } finally {
      ended = true
    }
  }
  const reader = csvResponse(new Request('http://localhost/'), 'x.csv', ['x'], endless()).body!.getReader()
  for (let n = 0; n < 3; n++) await reader.read()
  await reader.cancel()
  expect(ended).toBe(true)
  expect(batches).toBeLessThan(6)
})
