import type { Account } from '#src/domain/account/account.ts'
import type { OpenJob } from '#src/domain/job/open-job.ts'
import { OPEN } from '#src/domain/job/status.ts'
import type { PendingQuote } from '#src/domain/quote/quote.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { LinkButton } from '../ui/button.tsx'
import { OpenJobs } from './open-jobs.tsx'
import { PendingQuotes, PersonCard, PersonWork } from './person.tsx'
import { accountPath, nameOf } from './rows.tsx'

type AgentPageProps = {
  frame: PageFrame
  account: Account
  unfinished: readonly OpenJob[]
  quotes: { items: readonly PendingQuote[]; total: number }
}

export const AgentPage = ({ frame, account, unfinished, quotes }: AgentPageProps) => {
  const path = accountPath('estate_agent', account.id)
  return (
    <Page
      {...frame}
      title={nameOf(account)}
      back={{ href: '/admin/accounts', label: 'Back to Account Management' }}
      width="wide"
    >
      <PersonCard kind="estate_agent" account={account} />
      <PersonWork
        title="Unfinished jobs"
        shown={unfinished.length}
        total={account.unfinishedJobs}
        all={`/admin/jobs?agent=${account.id}&status=${OPEN.join(',')}`}
        aside={
          unfinished.length > 0 && (
            <LinkButton href={`${path}/hand-over`} icon="users" variant="primary">
              Hand Over All
            </LinkButton>
          )
        }
      >
        {unfinished.length === 0 ? (
          <p className="muted">No unfinished jobs.</p>
        ) : (
          <OpenJobs caption="Unfinished jobs, longest waiting first" jobs={unfinished} withContractor />
        )}
      </PersonWork>
      <PendingQuotes {...quotes} />
    </Page>
  )
}
