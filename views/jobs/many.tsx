import { countedJobs, type Job } from '#src/jobs/job.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { TextArea } from '../ui/field.tsx'
import { FormKey } from '../ui/form-key.tsx'
import { inDialog } from '../ui/htmx.ts'
import { type Choice, ContractorField, ContractorSearch } from './contractor-field.tsx'

export type ManyJobsProps = Choice & {
  verb: 'assign' | 'cancel'
  jobs: readonly Job[]
  /** Those among them that can go now. */
  ready: readonly Job[]
  emails: number
  back: string
  values: Readonly<Record<string, string | undefined>>
  errors?: Readonly<Record<string, string>>
  page?: boolean
}

const FORM = 'many'

const WORDS = {
  assign: { title: 'Assign', done: 'assigned', busy: 'Assigning...' },
  cancel: { title: 'Cancel', done: 'cancelled', busy: 'Cancelling...' },
} as const

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const titleOf = ({ verb, ready }: Pick<ManyJobsProps, 'verb' | 'ready'>): string =>
  `${WORDS[verb].title} ${counted(ready.length, 'Job')}`

export function ManyJobs(props: ManyJobsProps) {
  const { verb, jobs, ready, emails, back, errors, page } = props
  const { done, busy } = WORDS[verb]
  const action = `/admin/jobs/${verb}`
  const mails = counted(emails, 'e-mail')
  const left = jobs.filter((job) => !ready.includes(job))
  const kept = (
    <>
      <input type="hidden" name="back" value={back} />
      {jobs.map(({ id }) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
    </>
  )
  return (
    <DialogFrame title={titleOf(props)} back={back} page={page} focusInside={Boolean(errors)}>
      {verb === 'assign' && (
        <ContractorSearch {...props} action={action} post>
          {kept}
        </ContractorSearch>
      )}
      <form method="post" action={action} noValidate hx-disable="find button" {...inDialog(page, action)}>
        <FormKey />
        <input type="hidden" name="confirmed" value="yes" />
        {kept}
        <ErrorSummary errors={errors} form={FORM} />
        <p className="form-note">
          {`${countedJobs(ready.length)} will be ${done}. ${mails} will be sent.`}
          {verb === 'cancel' &&
            ' This cannot be undone: a visit can only be reopened by itself, quote work not at all.'}
        </p>
        {left.length > 0 && (
          <p className="notice">
            {`${countedJobs(left.length)} cannot be ${done}: ${left.map(({ jobRef }) => jobRef).join(', ')}.`}
          </p>
        )}
        {verb === 'assign' ? <AssignedTo {...props} /> : <Reason {...props} />}
        <div className="row end">
          <LinkButton href={back} data-close="">
            Back
          </LinkButton>
          <Button variant={verb === 'cancel' ? 'danger' : 'primary'} busyLabel={busy}>
            {titleOf(props)}
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}

/** Fetched again by the search. */
export const AssignedTo = ({ ready, contractors, search, values, errors }: ManyJobsProps) => (
  <ContractorField
    name="contractorId"
    form={FORM}
    jobs={ready}
    contractors={contractors}
    search={search}
    value={values.contractorId ?? ''}
    error={errors?.contractorId}
  />
)

const Reason = ({ values, errors }: ManyJobsProps) => (
  <TextArea
    name="reason"
    form={FORM}
    label="Reason"
    hint="Agents and contractors read it in their e-mails."
    value={values.reason}
    error={errors?.reason}
    maxLength={1000}
  />
)

export const ManyJobsPage = ({ frame, ...props }: { frame: PageFrame } & Omit<ManyJobsProps, 'page'>) => (
  <Page
    {...frame}
    title={titleOf(props)}
    error={Boolean(props.errors)}
    back={{ href: props.back, label: 'Back to All Jobs' }}
    width="narrow"
  >
    <ManyJobs page {...props} />
  </Page>
)
