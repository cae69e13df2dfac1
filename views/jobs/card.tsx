import type { ReactNode } from 'react'
import { hears } from '#src/domain/account/account.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { JobForAgents } from '#src/domain/job/listed.ts'
import { isQuoteWork } from '#src/domain/job/state.ts'
import { IN_HAND } from '#src/domain/job/status.ts'
import { BookedText, bookedText } from '../appointments/booked.tsx'
import { UnreadMessages } from '../messages/unread.tsx'
import { PropertyLink } from '../properties/link.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { liveForm } from '../ui/htmx.ts'
import { oneLine } from '../ui/text.ts'
import { CompetesWith } from './competes-with.tsx'
import { WaitingText, waitingWords } from './waiting.tsx'

export const cardWords = (job: JobForAgents) => ({
  id: job.id,
  jobRef: job.jobRef,
  propertyName: job.propertyName,
  address: oneLine(job.propertyAddress),
  status: job.status,
  urgency: job.urgency,
  jobType: job.jobType,
  unreadMessages: job.unreadMessages,
  rivalOfJobId: job.rivalOfJobId,
  rivalOfJobRef: job.rivalOfJobRef,
  booked: bookedText(job),
  // An agent reads 'you' in place of the agent's name, and no contractor's.
  waiting: waitingWords({ job: { ...job, contractorId: null, estateAgentName: '' }, reader: 'estate_agent' }),
})

type Badged = Pick<Job, 'jobType' | 'status' | 'urgency' | 'unreadMessages'>

export const JobBadges = ({ job, type }: { job: Badged; type?: boolean }) => (
  <div className="row">
    {type && <Badge kind="jobType" value={job.jobType} />}
    <Badge kind="status" value={job.status} />
    <Badge kind="urgency" value={job.urgency} />
    <UnreadMessages job={job} />
  </div>
)

export const OwnJobLines = ({ job, type }: { job: ReturnType<typeof cardWords>; type?: boolean }) => (
  <>
    <JobBadges job={job} type={type} />
    <CompetesWith job={job} />
    <BookedText text={job.booked} />
    <WaitingText {...job.waiting} />
    <p className="small-text muted">
      <PropertyLink address={job.address} reader="estate_agent" alone />
    </p>
  </>
)

type Deleted = Pick<Job, 'id' | 'jobType' | 'propertyName' | 'status' | 'contractor'>

export const ownDeletionOf = (job: Deleted) => ({
  action: `/jobs/${job.id}/delete`,
  title: `Delete the job for ${job.propertyName}?`,
  text: [
    `Are you sure you want to delete this job for ${job.propertyName}? This action cannot be undone.`,
    ...(IN_HAND.includes(job.status) ? [hears('The contractor', job.contractor, 'is told that it is cancelled.')] : []),
    ...(isQuoteWork(job) ? ['The visit job it came from and its photos go from your screens too.'] : []),
  ].join(' '),
  confirm: 'Delete',
  busyLabel: 'Deleting...',
})

type DeleteJobProps = { question: ReturnType<typeof ownDeletionOf>; propertyName: string; back: string; live?: boolean }

export const DeleteOwnJob = ({ question, propertyName, back, live = true }: DeleteJobProps) => (
  <More of={propertyName}>
    <Confirm
      {...question}
      {...(live && liveForm(question.action))}
      hidden={{ back }}
      button="Delete"
      icon="trash"
      look={{ 'aria-label': `Delete the job for ${propertyName}` }}
    />
  </More>
)

export const More = ({ of, children }: { of: string; children: ReactNode }) => (
  <details className="more-detail push-end">
    <summary aria-label={`More for ${of}`}>More</summary>
    {children}
  </details>
)

export const CancelLink = ({ job, form }: { job: { propertyName: string }; form: string }) => (
  <LinkButton href={form} dialog size="small" aria-label={`Cancel Job for ${job.propertyName}`}>
    Cancel Job
  </LinkButton>
)
