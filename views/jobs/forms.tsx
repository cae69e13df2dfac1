import type { ReactNode } from 'react'
import { fullName, hears } from '#src/domain/account/account.ts'
import { marksIn } from '#src/domain/job/changes.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { JobEventEntry } from '#src/domain/job/timeline.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { HazardFormFields } from '../properties/hazard/form.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { inDialog } from '../ui/htmx.ts'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextArea } from '../ui/input/field.tsx'
import { FormKey } from '../ui/input/form-key.tsx'
import { Checkbox } from '../ui/input/special-fields.tsx'
import { seenWith } from './admin-actions.tsx'
import { type Choice, Choosing, ContractorField, ContractorSearch } from './assignment/contractor-field.tsx'
import { JobFields } from './fields.tsx'
import { EditedPhotos } from './photos-field.tsx'

type Typed = Readonly<Record<string, string | undefined>>
type Errors = Readonly<Record<string, string>>

export type JobFormProps = {
  job: Job
  path: string
  values: Typed
  images?: readonly string[]
  mayAdd?: boolean
  errors?: Errors
  page?: boolean
}

type FrameProps = JobFormProps & {
  title: string
  verb: string
  button: string
  busyLabel: string
  danger?: boolean
  before?: ReactNode
  /** The field that is chosen already has the focus, so that Enter sends. */
  ready?: boolean
  children: ReactNode
}

const FORM = 'job'
const field = (name: string, { values, errors }: JobFormProps) => ({
  name,
  form: FORM,
  value: values[name],
  error: errors?.[name],
})

function JobForm(props: FrameProps) {
  const { job, path, title, verb, button, busyLabel, danger, before, ready, values, errors, page, children } = props
  const action = `${path}/${verb}`
  const sent = (
    <>
      {before}
      <form method="post" action={action} noValidate hx-disable="find button" {...inDialog(page, action)}>
        <FormKey />
        {values.back && <input type="hidden" name="back" value={values.back} />}
        <ErrorSummary errors={errors} form={FORM} />
        {children}
        <div className="row end">
          <LinkButton href={path} dialog={!page}>
            Back
          </LinkButton>
          <Button variant={danger ? 'danger' : 'primary'} busyLabel={busyLabel}>
            {button}
          </Button>
        </div>
      </form>
    </>
  )
  return (
    <DialogFrame
      title={title}
      back={path}
      page={page}
      errors={errors}
      ready={ready}
      meta={<span className="muted">{page ? `${job.jobRef} · ${job.propertyName}` : job.jobRef}</span>}
    >
      {ready ? <Choosing job={job}>{sent}</Choosing> : sent}
    </DialogFrame>
  )
}

export const EditJob = (props: JobFormProps) => (
  <JobForm {...props} title={`Edit ${props.job.propertyName}`} verb="edit" button="Save Changes" busyLabel="Saving...">
    {props.job.contractor && (
      <p className="notice">{hears('The contractor', props.job.contractor, 'is told by e-mail what changed.')}</p>
    )}
    <HiddenFields values={marksIn(props.values)} />
    <JobFields
      field={(name) => field(name, props)}
      photos={<EditedPhotos {...props} form={FORM} error={props.errors?.images} />}
      open={props.job.photosUrls.length > 0 || Boolean(props.errors?.images)}
    />
  </JobForm>
)

type AssignProps = JobFormProps & Choice

export const AssignedField = ({ contractors, search, instead, ...props }: AssignProps) => (
  <ContractorField
    {...field('contractorId', props)}
    {...{ contractors, search, instead }}
    focused={!props.errors && search === undefined}
  />
)

export const AssignJob = ({ handedBack, ...props }: AssignProps & { handedBack: readonly JobEventEntry[] }) => (
  <JobForm
    {...props}
    title={props.job.contractorId ? 'Reassign Contractor' : 'Assign Contractor'}
    verb="assign"
    button="Assign Contractor"
    busyLabel="Assigning..."
    ready
    before={
      <>
        {props.job.contractor && (
          <p className="form-note">
            {`Now assigned to ${fullName(props.job.contractor)}. `}
            {hears(fullName(props.job.contractor), props.job.contractor, 'will be told by e-mail.')}
          </p>
        )}
        {handedBack.map(({ id, actorName, detail }) => (
          <p key={id} className="notice preserve">
            Handed back by {actorName}
            {detail?.reason && `: ${detail.reason}`}
          </p>
        ))}
        <ContractorSearch action={`${props.path}/assign`} {...props} />
      </>
    }
  >
    <HiddenFields values={seenWith(props.job)} />
    <AssignedField {...props} />
  </JobForm>
)

export const AskCompetingQuote = (props: AssignProps) => (
  <JobForm
    {...props}
    title="Ask for Another Quote"
    verb="rivals"
    button="Ask for Another Quote"
    busyLabel="Asking..."
    ready
    before={
      <>
        <p className="form-note">
          Another contractor gets the same job, and the estate agent sees the quotes side by side.
        </p>
        <ContractorSearch action={`${props.path}/rivals`} {...props} />
      </>
    }
  >
    <AssignedField {...props} />
  </JobForm>
)

export const CancelJob = (props: JobFormProps) => (
  <JobForm
    {...props}
    title={`Cancel the job for ${props.job.propertyName}`}
    verb="cancel"
    button="Cancel Job"
    busyLabel="Cancelling..."
    danger
  >
    <TextArea
      {...field('reason', props)}
      label="Reason"
      hint={props.job.contractor ? hears('The contractor', props.job.contractor, 'reads it in an e-mail.') : undefined}
      maxLength={1000}
    />
  </JobForm>
)

export const ReopenJob = (props: JobFormProps) => {
  const { contractor } = props.job
  return (
    <JobForm
      {...props}
      title={`Reopen the job for ${props.job.propertyName}`}
      verb="reopen"
      button="Reopen Job"
      busyLabel="Reopening..."
    >
      <TextArea
        {...field('reason', props)}
        label="Reason"
        hint="What is wrong again, and since when."
        maxLength={1000}
      />
      {contractor && !contractor.deletedAt && (
        <Checkbox
          name="keepContractor"
          form={FORM}
          label={`Give it to ${fullName(contractor) || 'the same contractor'} again`}
          hint="Otherwise an administrator chooses a contractor."
          checked={props.values.keepContractor === 'yes'}
        />
      )}
    </JobForm>
  )
}

export const MarkHazard = (props: JobFormProps) => (
  <JobForm {...props} title="Could this harm somebody?" verb="hazard" button="Save" busyLabel="Saving...">
    <HazardFormFields values={props.values} errors={props.errors} form={FORM} marked={props.job.hazard !== null} />
  </JobForm>
)

type FormPageProps = { frame: PageFrame; path: string; title: string; error?: boolean; children: ReactNode }

export const JobFormPage = ({ frame, path, title, error, children }: FormPageProps) => (
  <Page {...frame} title={title} error={error} back={{ href: path, label: 'Back to the job' }}>
    {children}
  </Page>
)
