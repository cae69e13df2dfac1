import type { Account } from '#src/accounts/account.ts'
import type { Job, OpenJob } from '#src/jobs/job.ts'
import type { PendingQuote } from '#src/quotes/quote.ts'
import type { Visit } from '#src/visits/visit.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { DataTable, Row } from '../ui/data-table.tsx'
import { DateText } from '../ui/date.tsx'
import { excerpt } from '../ui/text.ts'
import { Outcome } from '../visits/entry.tsx'
import { OpenJobs } from './open-jobs.tsx'
import { PendingQuotes, PersonCard, Work } from './person.tsx'
import { accountPath, nameOf } from './rows.tsx'

type LastVisit = Visit & { job: Pick<Job, 'jobRef' | 'propertyName'> }

export type ContractorPageProps = {
  frame: PageFrame
  account: Account
  lateJobs: number
  /** The first of `account.openJobs`. */
  inHand: readonly OpenJob[]
  quotes: { items: readonly PendingQuote[]; total: number }
  visits: readonly LastVisit[]
}

const visitColumns = [{ label: 'Property' }, { label: 'Visited' }, { label: 'Work' }]

export const ContractorPage = ({ frame, account, lateJobs, inHand, quotes, visits }: ContractorPageProps) => {
  const path = accountPath('contractor', account.id)
  return (
    <Page
      {...frame}
      title={nameOf(account)}
      back={{ href: '/admin/contractors', label: 'Back to Contractors' }}
      width="wide"
    >
      <PersonCard kind="contractor" account={account} lateJobs={lateJobs} />
      <Work
        title="Jobs in hand"
        shown={inHand.length}
        total={account.openJobs}
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
          <form method="get" action={`${path}/reassign`}>
            <input type="hidden" name="ticked" value="yes" />
            <OpenJobs caption="Jobs in hand, longest waiting first" jobs={inHand} ticks />
            <div className="row end">
              <Button icon="users">Reassign Ticked</Button>
            </div>
          </form>
        )}
      </Work>
      <PendingQuotes {...quotes} />
      <Work title="Last visits">
        {visits.length === 0 ? (
          <p className="muted">No visits yet.</p>
        ) : (
          <div className="dense">
            <DataTable caption="The last visits, newest first" columns={visitColumns}>
              {visits.map((visit) => (
                <Row
                  key={visit.id}
                  columns={visitColumns}
                  cells={[
                    <>
                      <a className="cell" href={`/admin/jobs/${visit.jobId}`}>
                        {visit.job.propertyName}
                      </a>
                      <span className="hint cell">{visit.job.jobRef}</span>
                    </>,
                    <span key="visited">
                      <DateText value={visit.visitDate} /> <Outcome visit={visit} />
                    </span>,
                    <span key="work" className="clamp">
                      {excerpt(visit.workDescription, 140)}
                    </span>,
                  ]}
                />
              ))}
            </DataTable>
          </div>
        )}
      </Work>
    </Page>
  )
}
