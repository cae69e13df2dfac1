import { and, type SQL } from 'drizzle-orm'
import { jobs } from '#db/schema.ts'
import { fullName } from '#src/accounts/account.ts'
import { today } from '#src/dates.ts'
import { decimal } from '#src/money.ts'
import { type CsvRow, csvResponse } from '#src/web/csv.ts'
import { after, type Cursor } from '#src/web/cursor.ts'
import { firstQuote, JOB_TYPE_BADGES, type Job, STATUS_LABELS, URGENCY_LABELS } from './job.ts'
import { readJobs } from './queries.ts'

const BATCH = 500

const HEADER: CsvRow = [
  ...['Job Reference', 'Status', 'Urgency', 'Job Type', 'Property Name', 'Property Address', 'Issue Description'],
  ...['Access Notes', 'Estate Agency', 'Estate Agent', 'Contractor', 'Contractor Company', 'Quote (GBP)'],
  ...['Visits', 'Created', 'Updated'],
]

function rowOf(job: Job): CsvRow {
  const amount = firstQuote(job)
  return [
    ...[job.jobRef, STATUS_LABELS[job.status], URGENCY_LABELS[job.urgency], JOB_TYPE_BADGES[job.jobType]],
    ...[job.propertyName, job.propertyAddress, job.issueDescription, job.accessNotes],
    ...[job.estateAgency, job.estateAgentName, job.contractor && fullName(job.contractor)],
    ...[job.contractor?.company ?? null, amount === null ? null : decimal(amount), job.visits.length],
    ...[job.createdAt.toISOString(), job.updatedAt.toISOString()],
  ]
}

async function* batchesOf(where: SQL | undefined): AsyncGenerator<CsvRow[]> {
  let cursor: Cursor | null = null
  while (true) {
    const batch: Job[] = await readJobs({ where: and(where, after(cursor, jobs.createdAt, jobs.id)), limit: BATCH })
    if (batch.length > 0) yield batch.map(rowOf)
    const last = batch.at(-1)
    if (!last || batch.length < BATCH) return
    cursor = { at: last.createdAt, id: last.id }
  }
}

/** The jobs that a condition selects, newest first, as a CSV file. Whoever calls it has narrowed it to the reader. */
export const jobsCsv = (where: SQL | undefined): Response =>
  csvResponse(`jobs-${today()}.csv`, HEADER, batchesOf(where))
