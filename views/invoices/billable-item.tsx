import type { ReactNode } from 'react'
import { fullName, type Person } from '#src/domain/account/account.ts'
import type { Job } from '#src/domain/job/job.ts'
import { PropertyName } from '../properties/name.tsx'
import { Badge } from '../status/badge.tsx'
import { Confirm, type Question } from '../ui/confirm.tsx'
import { excerpt, oneLine } from '../ui/text.ts'

export type InvoicingJob = Pick<
  Job,
  'id' | 'jobRef' | 'propertyName' | 'propertyAddress' | 'estateAgency' | 'issueDescription' | 'accessNotes'
>

export const contractorOrGone = (contractor: Parameters<typeof fullName>[0] | null): string =>
  (contractor && fullName(contractor)) || 'No longer on Fettle'

type PlaceProps = {
  job: Pick<Job, 'id' | 'jobRef' | 'propertyName' | 'propertyAddress' | 'estateAgency'>
  children?: ReactNode
}

export const Place = ({ job, children }: PlaceProps) => (
  <>
    {children}
    <PropertyName of={job} href={`/admin/jobs/${job.id}`} />
    <span className="hint cell">
      {job.jobRef} · {job.estateAgency}
    </span>
  </>
)

/** A long text stands whole in the job's dialog. */
const MAX_SHOWN = 300

export const Clamped = ({ text }: { text: string }) => <span className="clamp">{excerpt(text, MAX_SHOWN)}</span>

export const Issue = ({ job }: { job: Pick<Job, 'issueDescription' | 'accessNotes'> }) => (
  <span>
    <Clamped text={job.issueDescription} />
    {job.accessNotes && (
      <span className="hint cell">Access instructions: {excerpt(oneLine(job.accessNotes), MAX_SHOWN)}</span>
    )}
  </span>
)

export const DoneBy = ({ contractor }: { contractor: Person | null }) => (
  <span>
    <span className="cell">{contractorOrGone(contractor)}</span>
    {contractor?.company && <span className="hint cell">{contractor.company}</span>}
  </span>
)

export const ItemActions = ({ deletion, of, children }: { deletion: Question; of: string; children?: ReactNode }) => (
  <span className="row row-actions">
    {children}
    <Confirm
      {...deletion}
      hx-post={deletion.action}
      className="push-end"
      button="Delete"
      icon="trash"
      look={{ variant: 'quiet', size: 'small', 'aria-label': `Delete ${of}`, 'data-tooltip': 'Delete' }}
    />
  </span>
)

export const FeeBadge = () => <Badge label="Visit Fee" tone="blue" />
