import type { ReactNode } from 'react'
import { fullName, type Person } from '#src/domain/account/account.ts'
import { beyondName } from '#src/domain/job/address.ts'
import type { Job } from '#src/domain/job/job.ts'
import { PropertyLink } from '../properties/link.tsx'
import { Badge } from '../status/badge.tsx'
import { Confirm, type Question } from '../ui/confirm.tsx'
import { excerpt, oneLine } from '../ui/text.ts'

export type InvoicingJob = Pick<
  Job,
  'id' | 'jobRef' | 'propertyName' | 'propertyAddress' | 'estateAgency' | 'issueDescription' | 'accessNotes'
>

export const contractorOrGone = (contractor: Parameters<typeof fullName>[0] | null): string =>
  (contractor && fullName(contractor)) || 'No longer on Fettle'

type PlaceProps = { job: Pick<Job, 'id' | 'jobRef' | 'propertyName' | 'propertyAddress'>; children?: ReactNode }

export const Place = ({ job, children }: PlaceProps) => (
  <>
    {children}
    <a className="cell" href={`/admin/jobs/${job.id}`} data-dialog="">
      {job.propertyName}
    </a>
    <span className="hint cell">
      {job.jobRef} ·{' '}
      <PropertyLink address={job.propertyAddress} reader="admin">
        {beyondName(job.propertyName, oneLine(job.propertyAddress))}
      </PropertyLink>
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

export const DoneBy = ({ contractor, agency }: { contractor: Person | null; agency: string }) => (
  <span>
    <span className="cell">{contractorOrGone(contractor)}</span>
    <span className="hint cell">{agency}</span>
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
