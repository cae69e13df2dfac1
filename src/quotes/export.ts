import type { SQL } from 'drizzle-orm'
import { type Actor, fullName } from '#src/accounts/account.ts'
import { today } from '#src/dates.ts'
import { decimal } from '#src/money.ts'
import { type CsvRow, csvResponse } from '#src/web/csv.ts'
import { allQuotes } from './queries.ts'
import { QUOTE_STATUS_LABELS } from './quote.ts'
import type { QuoteWithJob } from './quote-with-job.ts'

/** More than a list's: a row of a file holds little of a quote. */
const BATCH = 500

const HEADER: CsvRow = [
  ...['Job Reference', 'Property Name', 'Property Address', 'Estate Agency', 'Contractor', 'Contractor Company'],
  ...['Status', 'Amount (GBP)', 'Materials Cost (GBP)', 'Labour Cost (GBP)', 'Description', 'Estimated Duration'],
  ...['Valid Until', 'Notes', 'Created'],
]

const money = (pence: number | null) => (pence === null ? null : decimal(pence))

const rowOf = ({ job, contractor, ...quote }: QuoteWithJob): CsvRow => [
  ...[job.jobRef, job.propertyName, job.propertyAddress, job.estateAgency],
  ...[contractor && fullName(contractor), contractor?.company ?? null, QUOTE_STATUS_LABELS[quote.status]],
  ...[money(quote.amount), money(quote.materialsCost), money(quote.laborCost), quote.description],
  ...[quote.estimatedDuration, quote.validUntil, quote.notes, quote.createdAt.toISOString()],
]

async function* batchesOf(reader: Actor, where: SQL | undefined): AsyncGenerator<CsvRow[]> {
  for await (const batch of allQuotes(reader, where, BATCH)) yield batch.map(rowOf)
}

/** The quotes that a condition selects, newest first, as a CSV file. Whoever calls it has narrowed it to the reader. */
export const quotesCsv = (reader: Actor, where: SQL | undefined): Response =>
  csvResponse(`quotes-${today()}.csv`, HEADER, batchesOf(reader, where))
