import { expect, test } from 'bun:test'
import { sheetsOf as sheetsBelow } from '#src/domain/invoice/sheets.ts'
import { type BilledLine, billed } from '#src/domain/vat.ts'

const sheetsOf = (of: BilledLine[]) => sheetsBelow(of, 'Mason Plumbing\nCarl Mason\n1 Mill Lane\nGuildford')

const lines = (count: number, description = 'Radiator valve') =>
  billed(Array.from({ length: count }, () => ({ description, quantity: 1, unitPrice: 24_167, vatRate: 20 as const })))

test('a few lines stand on one sheet, fifty on two, of which the second goes on with the first one’s sum', () => {
  for (const count of [1, 22]) expect(sheetsOf(lines(count))).toMatchObject([{ before: null, after: null }])
  const [first, second, ...more] = sheetsOf(lines(50))
  expect(more).toEqual([])
  expect(first!.lines.length + second!.lines.length).toBe(50)
  const sum = { net: 24_167 * first!.lines.length, vat: 4_833 * first!.lines.length }
  expect([first!.before, first!.after, second!.before, second!.after]).toEqual([null, sum, sum, null])
})

test('the sums have room on the last sheet, beside at least one line', () => {
  for (let count = 1; count <= 120; count++) {
    const sheets = sheetsOf(lines(count))
    expect(sheets.flatMap((sheet) => sheet.lines)).toHaveLength(count)
    expect(sheets.at(-1)!.lines.length).toBeGreaterThan(0)
    if (count > 1) expect(sheets.at(-1)!.lines.length).toBeLessThanOrEqual(sheets.length === 1 ? 26 : 42)
  }
})

test('a line of many words takes the room that it needs', () => {
  expect(sheetsOf(lines(50, 'x'.repeat(200)))).toHaveLength(5)
  expect(sheetsOf(lines(1, 'x'.repeat(5000)))).toHaveLength(1)
})
