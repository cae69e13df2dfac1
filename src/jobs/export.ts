import type { SQL } from 'drizzle-orm'
import { type Actor, fullName } from '#src/accounts/account.ts'
import { today } from '#src/dates.ts'
import { decimal } from '#src/money.ts'
import { type CsvRow, csvResponse } from '#src/web/csv.ts'
import { firstQuote, JOB_TYPE_BADGES, type Job, STATUS_LABELS, URGENCY_LABELS } from './job.ts'
import { allJobs } from './queries.ts'

/** More than a list's: a row of a file holds little of a job. */
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

async function* batchesOf(reader: Actor, where: SQL | undefined): AsyncGenerator<CsvRow[]> {
  for await (const batch of allJobs(reader, where, BATCH)) yield batch.map(rowOf)
}

/** The jobs that a condition selects, newest first, as a CSV file. Whoever calls it has narrowed it to the reader. */
export const jobsCsv = (reader: Actor, where: SQL | undefined): Response =>
  csvResponse(`jobs-${today()}.csv`, HEADER, batchesOf(reader, where))
