import { fullName } from '#src/domain/account/account.ts'
import { decimal } from '#src/domain/money.ts'
import { QUOTE_STATUS_LABELS } from '#src/domain/quote/quote.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import type { CsvColumn } from '#src/http/respond/csv.ts'

const money = (pence: number | null) => (pence === null ? null : decimal(pence))

export const QUOTE_COLUMNS: readonly CsvColumn<QuoteWithJob>[] = [
  ['Job Reference', ({ job }) => job.jobRef],
  ['Property Name', ({ job }) => job.propertyName],
  ['Property Address', ({ job }) => job.propertyAddress],
  ['Estate Agency', ({ job }) => job.estateAgency],
  ['Contractor', ({ contractor }) => contractor && fullName(contractor)],
  ['Contractor Company', ({ contractor }) => contractor?.company ?? null],
  ['Status', (quote) => QUOTE_STATUS_LABELS[quote.status]],
  ['Amount (GBP)', (quote) => money(quote.amount)],
  ['Materials Cost (GBP)', (quote) => money(quote.materialsCost)],
  ['Labour Cost (GBP)', (quote) => money(quote.laborCost)],
  ['Description', (quote) => quote.description],
  ['Estimated Duration', (quote) => quote.estimatedDuration],
  ['Valid Until', (quote) => quote.validUntil],
  ['Notes', (quote) => quote.notes],
  ['Created', (quote) => quote.createdAt.toISOString()],
  ['id', (quote) => quote.id],
]
