import type { Account } from '#src/domain/account/account.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { OpenJob } from '#src/domain/job/open-job.ts'
import { IN_HAND } from '#src/domain/job/status.ts'
import type { PendingQuote } from '#src/domain/quote/quote.ts'
import type { Visit } from '#src/domain/visit/visit.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'
import { TickBar, TickShown } from '../ui/input/ticks.tsx'
import { type ColumnOf, ItemTable } from '../ui/list/data-table.tsx'
import { excerpt } from '../ui/text.ts'
import { OutcomeOfVisit } from '../visits/entry.tsx'
import { OpenJobs } from './open-jobs.tsx'
import { PendingQuotes, PersonCard, PersonWork } from './person.tsx'
import { PropertyCell } from './property-cell.tsx'
import { accountPath, nameOf } from './rows.tsx'

const REASSIGNED = 'reassigned-jobs'

type LastVisit = Visit & { job: Pick<Job, 'jobRef' | 'propertyName'> }

type ContractorPageProps = {
  frame: PageFrame
  account: Account
  lateJobs: number
  visitsThisMonth: number
  inHand: readonly OpenJob[]
  quotes: { items: readonly PendingQuote[]; total: number }
  visits: readonly LastVisit[]
}

const visitColumns: readonly ColumnOf<LastVisit>[] = [
  {
    label: 'Property',
    cell: ({ jobId, job }) => (
      <PropertyCell href={`/admin/jobs/${jobId}`} name={job.propertyName}>
        {job.jobRef}
      </PropertyCell>
    ),
  },
  {
    label: 'Visited',
    cell: (visit) => (
      <span>
        <DateText value={visit.visitDate} /> <OutcomeOfVisit visit={visit} />
      </span>
    ),
  },
  { label: 'Work', cell: (visit) => <span className="clamp">{excerpt(visit.workDescription, 140)}</span> },
]

export const ContractorPage = (props: ContractorPageProps) => {
  const { frame, account, lateJobs, visitsThisMonth, inHand, quotes, visits } = props
  const path = accountPath('contractor', account.id)
  return (
    <Page
      {...frame}
      title={nameOf(account)}
      back={{ href: '/admin/contractors', label: 'Back to Contractors' }}
      width="wide"
      ticks
      rows
    >
      <PersonCard kind="contractor" account={account} lateJobs={lateJobs} visitsThisMonth={visitsThisMonth} />
      <PersonWork
        title="Jobs in hand"
        shown={inHand.length}
        total={account.openJobs}
        all={`/admin/jobs?contractor=${account.id}&status=${IN_HAND.join(',')}`}
        aside={
          inHand.length > 0 && (
            <LinkButton href={`${path}/reassign`} icon="users" variant="primary">
              Reassign All
            </LinkButton>
          )
        }
      >
        {inHand.length === 0 ? (
          <p className="muted">No jobs in hand.</p>
        ) : (
          <>
            <TickShown />
            <OpenJobs caption="Jobs in hand, longest waiting first" jobs={inHand} form={REASSIGNED} />
            <TickBar id={REASSIGNED} label="Selected jobs" hidden={{ ticked: 'yes' }}>
              <Button formMethod="get" formAction={`${path}/reassign`} variant="primary" size="small">
                Reassign
              </Button>
            </TickBar>
          </>
        )}
      </PersonWork>
      <PendingQuotes {...quotes} />
      <PersonWork title="Last visits">
        {visits.length === 0 ? (
          <p className="muted">No visits yet.</p>
        ) : (
          <div className="dense">
            <ItemTable caption="The last visits, newest first" columns={visitColumns} items={visits} />
          </div>
        )}
      </PersonWork>
    </Page>
  )
}
