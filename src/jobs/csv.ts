import { fullName } from '#src/domain/account/account.ts'
import { FOLDED_DETAILS, JOB_DETAILS, LISTED_DETAILS, labelOf } from '#src/domain/job/fields.ts'
import { visitTarget } from '#src/domain/job/first-visit.ts'
import type { Job } from '#src/domain/job/job.ts'
import { JOB_TYPE_BADGES } from '#src/domain/job/job-type.ts'
import { amountOf } from '#src/domain/job/listed.ts'
import { SHOWN_STATUS_LABELS } from '#src/domain/job/status.ts'
import { URGENCY_LABELS } from '#src/domain/job/urgency.ts'
import { waitOf } from '#src/domain/job/whose-move.ts'
import { decimal } from '#src/domain/money.ts'
import { HAZARD_LABELS } from '#src/domain/property/hazard/hazard.ts'
import { dueBy, hasOpenHazard } from '#src/domain/property/hazard/state.ts'
import type { CsvColumn } from '#src/http/respond/csv.ts'
import { waitJson } from './json.ts'

function quoteOf(job: Job): string | null {
  const pence = amountOf(job)
  return pence === null ? null : decimal(pence)
}

export const JOB_COLUMNS: readonly CsvColumn<Job>[] = [
  ['Job Reference', (job) => job.jobRef],
  ['Status', (job) => SHOWN_STATUS_LABELS[job.status]],
  ['Urgency', (job) => URGENCY_LABELS[job.urgency]],
  ['Job Type', (job) => JOB_TYPE_BADGES[job.jobType]],
  ['Property Name', (job) => job.propertyName],
  ...[...LISTED_DETAILS, ...FOLDED_DETAILS].map(
    (name): CsvColumn<Job> => [JOB_DETAILS[name].term, (job) => labelOf(name, job[name])],
  ),
  ['Estate Agency', (job) => job.estateAgency],
  ['Estate Agent', (job) => job.estateAgentName],
  ['Contractor', (job) => job.contractor && fullName(job.contractor)],
  ['Contractor Company', (job) => job.contractor?.company ?? null],
  ['Quote (GBP)', quoteOf],
  ['Visits', (job) => job.visits.length],
  ['Created', (job) => job.createdAt.toISOString()],
  ['Updated', (job) => job.updatedAt.toISOString()],
  // New columns stand last: spreadsheets know the others by their place.
  ['Waiting On', (job) => waitJson(job).waitingOn],
  ['Waiting For', (job) => waitOf(job).waitingFor],
  ['Waiting Since', (job) => waitOf(job).waitingSince.toISOString()],
  ['First Visit Due', (job) => job.visitBy?.toISOString() ?? null],
  ['First Visit', (job) => visitTarget(job)],
  ['id', (job) => job.id],
  ['Hazard', (job) => (job.hazardLevel && hasOpenHazard(job) ? HAZARD_LABELS[job.hazardLevel] : null)],
  ['Due', (job) => dueBy(job)?.toISOString() ?? null],
]
