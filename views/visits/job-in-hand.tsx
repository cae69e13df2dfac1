import type { ComponentProps } from 'react'
import type { Office } from '#src/domain/account/account.ts'
import type { Job } from '#src/domain/job/job.ts'
import { amountOf, type JobForContractors, type ListedJob, quotedWorkOf } from '#src/domain/job/listed.ts'
import { isToStart, isUrgent, isVisitJob } from '#src/domain/job/state.ts'
import { contractorStatusLabel } from '#src/domain/job/status.ts'
import { pounds } from '#src/domain/money.ts'
import { renewedBy } from '#src/domain/property/certificate/raised.ts'
import { hasOpenHazard } from '#src/domain/property/hazard/state.ts'
import { BookedLine, BookLink } from '../appointments/booked.tsx'
import { assetUrl } from '../assets.ts'
import { JobContacts, MapLink } from '../jobs/contacts.tsx'
import { WaitingLine } from '../jobs/waiting.tsx'
import { MessagesLink, UnreadLink } from '../messages/unread.tsx'
import { Badge } from '../status/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { DateText } from '../ui/date.tsx'
import { FORM_KEY } from '../ui/input/form-key.tsx'
import { newKey } from '../ui/input/new-key.ts'
import { oneLine } from '../ui/text.ts'
import { agentHears, CompletionPanel, type CompletionPanelProps } from './completion-panel.tsx'
import { countedPhotos } from './photos.tsx'

const CARD = 'closest li'
export const jobInHandId = (job: Pick<Job, 'id'>): string => `job-in-hand-${job.id}`

export const InHandBadges = ({ job }: { job: ListedJob }) => (
  <>
    {hasOpenHazard(job) && <Badge kind="hazard" value={job.hazardLevel} />}
    {isUrgent(job) && <Badge label="Urgent" tone="red" />}
    <Badge kind="status" value={job.status} label={contractorStatusLabel(job)} />
    <UnreadLink job={job} />
  </>
)

export function QuotedWork({ job }: { job: Job | JobForContractors }) {
  const [work, amount] = [quotedWorkOf(job), amountOf(job)]
  return (
    work && (
      <p className="preserve clamp">
        <strong>To do{amount !== null && ` for ${pounds(amount)}`}:</strong> {work}
      </p>
    )
  )
}

const Reference = ({ job }: { job: ListedJob }) => (
  <p className="small-text muted">
    Job: {job.jobRef} · Created: <DateText value={job.createdAt} />
  </p>
)

export function JobInHand({ job, office }: { job: Job | JobForContractors; office: Office | null }) {
  const form = `/visit/${job.id}`
  const opens = { 'hx-get': form, 'hx-target': CARD, 'hx-swap': 'outerHTML' }
  const isVisit = isVisitJob(job)
  const logVisit = (
    <LinkButton
      href={form}
      icon="visit"
      variant={isVisit ? 'primary' : 'secondary'}
      aria-label={`Log Visit, ${job.propertyName}, ${job.jobRef}`}
      {...opens}
    >
      Log Visit
    </LinkButton>
  )
  return (
    <Card
      as="li"
      id={jobInHandId(job)}
      level={3}
      className="job-in-hand whole"
      title={
        <a className="stretched" href={form} {...opens}>
          {job.propertyName}
        </a>
      }
      aside={<InHandBadges job={job} />}
      footer={
        <>
          {isVisit ? (
            logVisit
          ) : (
            <>
              <MarkComplete job={job} />
              {logVisit}
            </>
          )}
          <StartJob job={job} hx-post={`/jobs/${job.id}/start`} hx-target={CARD} hx-swap="outerHTML" />
          <BookLink job={job} />
          <MessagesLink job={job} />
        </>
      }
    >
      <Reference job={job} />
      <BookedLine job={job} />
      <WaitingLine job={job} reader="contractor" />
      <p>
        <MapLink address={oneLine(job.propertyAddress)} />
      </p>
      <JobContacts job={job} office={office} />
      {job.photosUrls.length > 0 && <p className="small-text">{countedPhotos(job.photosUrls)}</p>}
      <QuotedWork job={job} />
      <p className="preserve clamp">{job.issueDescription}</p>
    </Card>
  )
}

export const StartJob = ({ job, ...live }: { job: ListedJob } & ComponentProps<'form'>) =>
  isToStart(job) && (
    <form method="post" action={`/jobs/${job.id}/start`} hx-disable="find button" {...live}>
      <Button busyLabel="Starting..." aria-label={`Start, ${job.propertyName}, ${job.jobRef}`}>
        Start
      </Button>
    </form>
  )

export function markingComplete(job: Job | JobForContractors) {
  const amount = amountOf(job)
  return {
    action: `/jobs/${job.id}/mark-complete`,
    title: `Mark the job for ${job.propertyName} complete?`,
    text: [
      agentHears(job, 'will be told by e-mail that the work is done.'),
      amount !== null && `The quote of ${pounds(amount)} can then be invoiced.`,
      'Work and photos cannot be added afterwards.',
      renewedBy(job) && 'Its certificate is entered under Log Visit.',
    ]
      .filter(Boolean)
      .join(' '),
    confirm: 'Mark Complete',
    busyLabel: 'Submitting...',
    safe: true,
    hidden: { [FORM_KEY]: newKey() },
  }
}

const MarkComplete = ({ job }: { job: Job | JobForContractors }) => (
  <Confirm
    {...markingComplete(job)}
    hx-post={`/jobs/${job.id}/mark-complete`}
    hx-swap="none"
    button="Mark Complete"
    icon="check"
    look={{ variant: 'primary', 'aria-label': `Mark Complete, ${job.propertyName}, ${job.jobRef}` }}
  />
)

export const OpenJobInHand = (props: CompletionPanelProps) => (
  <Card
    as="li"
    id={jobInHandId(props.job)}
    level={3}
    className="job-in-hand open"
    title={
      // biome-ignore lint/a11y/noAutofocus: whoever opened the form lands at its beginning
      <span tabIndex={-1} autoFocus>
        {props.job.propertyName}
      </span>
    }
    aside={<InHandBadges job={props.job} />}
  >
    <Reference job={props.job} />
    <CompletionPanel {...props} />
    <script type="module" src={assetUrl('island.js')} />
  </Card>
)
