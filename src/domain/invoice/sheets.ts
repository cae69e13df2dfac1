import type { BilledLine } from '../vat.ts'

type Carried = { net: number; vat: number }

/** What of an invoice's lines stands on one printed sheet; `before` is the sum of those on the sheets before it. */
export type InvoiceSheet = { lines: BilledLine[]; before: Carried | null; after: Carried | null }

/** In printed rows, as many as certainly fit. */
const ROWS = { first: 42, next: 54, sums: 12 }
const LETTERS = { line: 50, head: 24 }

const rowsOf = (text: string, letters: number): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / letters)), 0)

/** `head` is the longest of what stands side by side above the lines. */
export function sheetsOf(lines: readonly BilledLine[], head: string): InvoiceSheet[] {
  const sheets: BilledLine[][] = [[]]
  let left = ROWS.first - rowsOf(head, LETTERS.head)
  let remaining = lines.reduce((rows, { description }) => rows + rowsOf(description, LETTERS.line), 0)
  for (const line of lines) {
    const rows = rowsOf(line.description, LETTERS.line)
    const sheet = sheets.at(-1)!
    const isLast = remaining === rows && lines.length > 1
    if (sheet.length > 0 && rows + (isLast ? ROWS.sums : 0) > left) {
      sheets.push([line])
      left = ROWS.next - rows
    } else {
      sheet.push(line)
      left -= rows
    }
    remaining -= rows
  }
  let carried: Carried = { net: 0, vat: 0 }
  return sheets.map((sheet, at) => {
    const before = at > 0 ? carried : null
    carried = sheet.reduce(({ net, vat }, line) => ({ net: net + line.net, vat: vat + line.vat }), carried)
    return { lines: sheet, before, after: at < sheets.length - 1 ? carried : null }
  })
}
