import { type Appointment, appointmentWords } from '#src/domain/appointment/appointment.ts'
import { contractorTypeLabel } from '#src/domain/job/contractor-type.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { JobStatus } from '#src/domain/job/status.ts'
import { mayReport, outsideSteps, outsideWords, REPORTS, type Report } from '#src/domain/link/follow.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { DateText } from '../ui/date.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextArea, TextField } from '../ui/input/field.tsx'
import { Checkbox } from '../ui/input/special-fields.tsx'
import { LinkFrame } from './page.tsx'

type FollowPageProps = {
  job: Job
  status: JobStatus
  isUndone: boolean
  booked: Appointment | null
  path: string
  shown: string
  hasAddress: boolean
  isTold: boolean
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

const ASKED: Record<Report, { title: string; label: string }> = {
  cannotBeThere: { title: 'I cannot be there then', label: 'When can you be there?' },
  notFixed: { title: 'Not fixed?', label: 'What is still wrong?' },
}
const KINDS = Object.keys(REPORTS) as Report[]

export const FollowPage = (props: FollowPageProps) => {
  const { job, status, isUndone, booked, errors, values } = props
  const trade = job.contractorType && contractorTypeLabel(job.contractorType)
  const sent = KINDS.find((kind) => kind === values.report) ?? 'told'
  return (
    <LinkFrame title={`Repair at ${job.propertyName}`} error={Object.keys(errors).length > 0} sheet="public.css">
      <ErrorSummary errors={errors} form={sent} />
      <Card className="large-type">
        <p>
          <strong>{outsideWords({ status, isUndone, booked })}</strong>
        </p>
        {booked && (
          <p>
            Visit: <strong>{appointmentWords(booked)}</strong>
          </p>
        )}
        <ol>
          {outsideSteps({ status, isUndone, booked }).map(({ label, isDone, isNow }) => (
            <li
              key={label}
              aria-current={isNow ? 'step' : undefined}
              className={isDone || isNow ? 'reached' : undefined}
            >
              {label}
              {isDone && <span className="visually-hidden"> (done)</span>}
              {isNow && <span className="visually-hidden"> (now)</span>}
            </li>
          ))}
        </ol>
        <p className="muted">
          {trade ? `${trade}. ` : ''}Reported <DateText value={job.createdAt} /> to {job.estateAgency}. Job {job.jobRef}
          .
        </p>
      </Card>
      {KINDS.filter((kind) => mayReport[kind](props)).map((kind) => (
        <Reporting key={kind} {...props} kind={kind} />
      ))}
      <Telling {...props} />
    </LinkFrame>
  )
}

const Reporting = ({ kind, path, shown, values, errors }: FollowPageProps & { kind: Report }) => (
  <Card title={ASKED[kind].title}>
    <form method="post" action={path} noValidate>
      <HiddenFields values={{ shown, report: kind }} />
      <TextArea
        {...(values.report === kind && { value: values.text, error: errors.text })}
        name="text"
        form={kind}
        label={ASKED[kind].label}
        hint="The agency and whoever does the work read it."
        rows={3}
        maxLength={1900}
      />
      <Button variant="primary" block>
        Send
      </Button>
    </form>
  </Card>
)

const Telling = ({ path, shown, values, errors, hasAddress, isTold }: FollowPageProps) => {
  const error = values.report ? undefined : (errors.told ?? errors.email)
  return (
    <Card title={isTold ? 'You are told when the visit changes' : 'Be told when the visit changes'}>
      <form method="post" action={path} noValidate>
        <HiddenFields values={{ shown }} />
        {hasAddress ? (
          <Checkbox
            name="told"
            form="told"
            value={isTold ? 'off' : 'on'}
            label={isTold ? 'Send me no more e-mails' : 'Send me an e-mail, to the address that got this link'}
            error={error}
          />
        ) : (
          <TextField
            {...(!values.report && { value: values.email })}
            name="email"
            form="told"
            label="Your e-mail"
            type="email"
            autoComplete="email"
            error={error}
          />
        )}
        <Button block>{isTold ? 'Stop' : 'Tell Me'}</Button>
      </form>
    </Card>
  )
}
