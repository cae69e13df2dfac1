import type { ReactNode } from 'react'
import { fullName, type Person } from '#src/domain/account/account.ts'
import type { Job } from '#src/domain/job/job.ts'
import { PropertyLink } from '../properties/link.tsx'
import { Badge } from '../status/badge.tsx'
import { Card } from '../ui/card.tsx'
import { Confirm, type Question } from '../ui/confirm.tsx'
import type { Fact } from '../ui/description-list.tsx'
import { DescriptionList } from '../ui/description-list.tsx'

export type InvoicingJob = Pick<
  Job,
  'id' | 'jobRef' | 'propertyName' | 'propertyAddress' | 'estateAgency' | 'issueDescription' | 'accessNotes'
>

type InvoicingItemProps = {
  id: string
  job: InvoicingJob
  badge: ReactNode
  tick: ReactNode
  facts: readonly Fact[]
  send: ReactNode
  deletion: Question
  noun: string
}

export const contractorOrGone = (contractor: Person | null): string =>
  (contractor && fullName(contractor)) || 'No longer on Fettle'

export const InvoicingItem = ({ id, job, tick, badge, facts, send, deletion, noun }: InvoicingItemProps) => (
  <Card
    as="li"
    id={id}
    level={3}
    lead={tick}
    title={
      <a href={`/admin/jobs/${job.id}`} data-dialog="">
        {job.propertyName}
      </a>
    }
    aside={badge}
    footer={
      <>
        {send}
        <Confirm
          {...deletion}
          hx-post={deletion.action}
          className="push-end"
          button="Delete"
          icon="trash"
          look={{ variant: 'quiet', 'aria-label': `Delete ${noun} of ${job.jobRef}` }}
        />
      </>
    }
  >
    <p className="small-text muted">
      {job.jobRef} · <PropertyLink address={job.propertyAddress} reader="admin" />
    </p>
    <DescriptionList facts={facts} />
  </Card>
)

export const jobFacts = (job: InvoicingJob): Fact[] => [
  { term: 'Original issue', detail: <span className="clamp">{job.issueDescription}</span>, wide: true },
  { term: 'Access instructions', detail: job.accessNotes, wide: true },
]

export const FeeBadge = () => <Badge label="Visit Fee" tone="blue" />
