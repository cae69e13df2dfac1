import { type Account, hears } from '#src/domain/account/account.ts'
import { countedJobs } from '#src/domain/job/counts.ts'
import type { OpenJob } from '#src/domain/job/open-job.ts'
import { type Candidate, ContractorChoice, ContractorSearch } from '../../jobs/assignment/contractor-field.tsx'
import { Page, type PageFrame } from '../../layout.tsx'
import { FormEnd, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/input/error-summary.tsx'
import { FormKey } from '../../ui/input/form-key.tsx'
import { withCount } from '../../ui/text.ts'
import { OpenJobs } from '../open-jobs.tsx'
import { accountPath, nameOf } from '../rows.tsx'

export type ReassignProps = {
  account: Account
  jobs: readonly OpenJob[]
  /** Whether the jobs were chosen among those in hand; else all go that are in hand by then. */
  chosen: boolean
  others: readonly Candidate[]
  search?: string
  instead?: string
  contractorId?: string
  errors?: Readonly<Record<string, string>>
}

const FORM = 'reassign'

function whoHears({ account, jobs }: Pick<ReassignProps, 'account' | 'jobs'>): string {
  const booked = jobs.filter(({ appointmentStartsAt }) => appointmentStartsAt)
  const agents = booked.filter(({ tellsAgent }) => tellsAgent)
  const visits = booked.length === 1 ? '1 booked visit is cancelled' : `${booked.length} booked visits are cancelled`
  return [
    hears(nameOf(account), { ...account, deletedAt: null }, `gets ${withCount(jobs.length, 'e-mail')}.`),
    `Whom you choose gets ${jobs.length}.`,
    booked.length > 0 && `${visits}: ${withCount(agents.length, 'e-mail')} to estate agents.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export const ReassignChoice = (props: ReassignProps) => (
  <ContractorChoice
    name="contractorId"
    form={FORM}
    label="Who takes them over?"
    hint={whoHears(props)}
    value={props.contractorId}
    error={props.errors?.contractorId}
    contractors={props.others}
    search={props.search}
    instead={props.instead}
    others={[{ value: 'nobody', label: 'Nobody yet: back to pending' }]}
  />
)

export const ReassignPage = ({ frame, ...props }: { frame: PageFrame } & ReassignProps) => {
  const { account, jobs, chosen, others, search, errors } = props
  const path = accountPath('contractor', account.id)
  const ids = chosen && jobs.map(({ id }) => <input key={id} type="hidden" name="jobIds" value={id} />)
  const title = `Reassign ${countedJobs(jobs.length)} of ${nameOf(account)}`
  return (
    <Page {...frame} title={title} error={Boolean(errors)} back={{ href: path, label: 'Back to the contractor' }}>
      <Card>
        <ContractorSearch action={`${path}/reassign`} contractors={others} search={search} instead={props.instead}>
          {ids}
        </ContractorSearch>
        <form method="post" action={`${path}/reassign`} noValidate hx-disable="find button">
          <FormKey />
          {ids}
          <ErrorSummary errors={errors} form={FORM} />
          <ReassignChoice {...props} />
          <FormEnd back={path} variant="primary" busyLabel="Reassigning...">
            {`Reassign ${countedJobs(jobs.length)}`}
          </FormEnd>
        </form>
      </Card>
      <div className="account-work">
        <OpenJobs caption="The jobs that are reassigned" jobs={jobs} />
      </div>
    </Page>
  )
}

type Outcome = { id: string; jobRef: string | null } & ({ ok: true; untold: string[] } | { ok: false; message: string })

type ReassignedProps = { account: Account; outcomes: readonly Outcome[]; to: string | null }

export const ReassignedPage = ({ frame, account, outcomes, to }: { frame: PageFrame } & ReassignedProps) => {
  const done = outcomes.filter(({ ok }) => ok).length
  const refused = outcomes.length - done
  const unreached = new Set(outcomes.flatMap((outcome) => (outcome.ok ? outcome.untold : [])))
  const path = accountPath('contractor', account.id)
  return (
    <Page
      {...frame}
      title={`${countedJobs(done)} ${to ? `reassigned to ${to}` : 'back to pending'}`}
      subtitle={refused > 0 && `${countedJobs(refused)} could not be reassigned.`}
      back={{ href: path, label: 'Back to the contractor' }}
    >
      <Card>
        {[...unreached].map((sentence) => (
          <p key={sentence} className="notice">
            {sentence}
          </p>
        ))}
        <ul className="outcomes">
          {outcomes.map((outcome) => (
            <li key={outcome.id}>
              <a href={`/admin/jobs/${outcome.id}`}>{outcome.jobRef ?? 'A job'}</a>:{' '}
              {outcome.ok ? (to ?? 'pending') : <strong>{outcome.message}</strong>}
            </li>
          ))}
        </ul>
        <LinkButton href={path}>{`Back to ${nameOf(account)}`}</LinkButton>
      </Card>
    </Page>
  )
}
