import { fullName } from '#src/domain/account/account.ts'
import { OUTCOME_LABELS } from '#src/domain/visit/visit.ts'
import type { CsvColumn } from '#src/http/respond/csv.ts'
import type { VisitWithJob } from './queries.ts'

export const VISIT_COLUMNS: readonly CsvColumn<VisitWithJob>[] = [
  ['id', (visit) => visit.id],
  ['Job Reference', ({ job }) => job.jobRef],
  ['Job Type', ({ job }) => job.jobType],
  ['Property Name', ({ job }) => job.propertyName],
  ['Property Address', ({ job }) => job.propertyAddress],
  ['Estate Agency', ({ job }) => job.estateAgency],
  ['Contractor', ({ contractor }) => contractor && fullName(contractor)],
  ['Contractor Company', ({ contractor }) => contractor?.company ?? null],
  ['Visit Date', (visit) => visit.visitDate.toISOString()],
  ['Work Done', (visit) => visit.workDescription],
  ['Invoicing', (visit) => visit.invoicingStatus],
  ['Job Id', ({ job }) => job.id],
  ['Outcome', (visit) => OUTCOME_LABELS[visit.outcome]],
]
