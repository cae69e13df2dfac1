import { fullName } from '#src/domain/account/account.ts'
import { amountOf, type JobForAdmins } from '#src/domain/job/listed.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import { deletionOf } from '../jobs/admin-actions.tsx'
import { CancelLink, More } from '../jobs/card.tsx'
import { CompetesWith } from '../jobs/competes-with.tsx'
import { WaitingLine } from '../jobs/waiting.tsx'
import { UnreadMessages } from '../messages/unread.tsx'
import { PropertyLink } from '../properties/link.tsx'
import { Badge } from '../status/badge.tsx'
import { Card } from '../ui/card.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { DateText } from '../ui/date.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { Money } from '../ui/money.tsx'
import { excerpt } from '../ui/text.ts'
import { activeJobId } from './work-ids.ts'

export function ActiveJob({ job }: { job: JobForAdmins }) {
  const amount = amountOf(job)
  return (
    <Card
      className="whole"
      as="li"
      id={activeJobId(job.id)}
      level={3}
      title={
        <a className="stretched" href={`/admin/jobs/${job.id}`} data-dialog="">
          {job.propertyName}
        </a>
      }
      aside={
        <>
          <UnreadMessages job={job} />
          <Badge kind="status" value={job.status} />
        </>
      }
      footer={
        <>
          <span className="small-text muted">
            {job.jobRef}
            <br />
            Created <DateText value={job.createdAt} />
          </span>
          {mayMove(job, 'cancelled') && <CancelLink job={job} form={`/admin/jobs/${job.id}/cancel`} />}
          <More of={job.jobRef}>
            <Confirm
              {...deletionOf(job)}
              hidden={{ from: 'dashboard' }}
              hx-post={`/admin/jobs/${job.id}/delete`}
              button="Delete"
              icon="trash"
              look={{ size: 'small', 'aria-label': `Delete ${job.jobRef}` }}
            />
          </More>
        </>
      }
    >
      <CompetesWith job={job} list="/admin/jobs" />
      <WaitingLine job={job} reader="admin" />
      <p className="small-text muted">
        <PropertyLink address={job.propertyAddress} reader="admin" />
      </p>
      <p className="clamp">{excerpt(job.issueDescription)}</p>
      <DescriptionList
        facts={[
          { term: 'Estate agency', detail: job.estateAgency },
          { term: 'Contractor', detail: job.contractor ? fullName(job.contractor) : 'No longer on Fettle' },
          { term: 'Quote', detail: amount === null ? null : <Money pence={amount} /> },
          { term: 'Access instructions', detail: job.accessNotes, wide: true },
        ]}
      />
    </Card>
  )
}
