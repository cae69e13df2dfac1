import { today } from '#src/domain/dates.ts'
import { batchesOf, correctedList, type Listing, tellSearchedFor } from '#src/http/list/listing.ts'
import { bytesOf, streamed } from './streamed.ts'

/** What Excel needs to read UTF-8 as such. */
const BOM = '\uFEFF'

/** An apostrophe keeps spreadsheets from taking text for a formula. */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '')
  const harmless = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return quotedCell(harmless)
}

/** Excel splits at the semicolon where a comma parts decimals, other programs at tabs: neither splits what is quoted. */
const quotedCell = (text: string): string => (/["\r\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** For programs that import it, to which an apostrophe is a letter and a BOM a part of the first heading. */
export const importedLine = (row: readonly string[]): string => `${row.map(quotedCell).join(',')}\r\n`

type CsvRow = readonly (string | number | null)[]

const csvLine = (row: CsvRow): string => `${row.map(csvCell).join(',')}\r\n`

export function csvResponse(
  request: Request,
  name: string,
  header: CsvRow,
  batches: AsyncGenerator<CsvRow[]>,
): Response {
  const encoder = new TextEncoder()
  async function* lines() {
    yield encoder.encode(BOM + csvLine(header))
    for await (const batch of batches) yield encoder.encode(batch.map(csvLine).join(''))
  }
  return streamed(request, () => bytesOf(lines()), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
}

export type CsvColumn<Item> = readonly [heading: string, cell: (item: Item) => string | number | null]

const BATCH = 200

export async function answerCsv<Item extends { id: string }>(
  request: Request,
  name: string,
  columns: readonly CsvColumn<Item>[],
  given: Listing<Item>,
): Promise<Response> {
  const corrected = await correctedList(given)
  const batches = batchesOf(corrected?.found ?? given, BATCH)
  async function* rows(): AsyncGenerator<CsvRow[]> {
    for await (const batch of batches) yield batch.map((item) => columns.map(([, cell]) => cell(item)))
  }
  const header = columns.map(([heading]) => heading)
  const response = csvResponse(request, `${name}-${today()}.csv`, header, rows())
  return tellSearchedFor(response, corrected)
}
