import { appointmentOf, appointmentWords } from '#src/domain/appointment/appointment.ts'
import { bookingDraft } from '#src/domain/appointment/slots.ts'
import { today } from '#src/domain/dates.ts'
import { contractorTypeLabel } from '#src/domain/job/contractor-type.ts'
import type { Job } from '#src/domain/job/job.ts'
import { isUrgent } from '#src/domain/job/state.ts'
import { LINKS } from '#src/domain/link/link.ts'
import { hazardText } from '#src/domain/property/hazard/state.ts'
import { Slots } from '../appointments/form.tsx'
import { MapLink } from '../jobs/contacts.tsx'
import { Badge } from '../status/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { Choices } from '../ui/input/choices.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextArea, TextField } from '../ui/input/field.tsx'
import { LinkFrame, LinkPhotos } from './page.tsx'

type AnswerJobProps = {
  job: Job
  token: string
  shown: string
  values: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}

export const AnswerJobPage = (props: AnswerJobProps) => {
  const { job, token, errors } = props
  const booked = appointmentOf(job)
  return (
    <LinkFrame title={`Job at ${job.propertyName}`} error={Boolean(errors)}>
      <ErrorSummary errors={errors} />
      <Card>
        {isUrgent(job) && <Badge label="Urgent" tone="red" />}
        <DescriptionList
          facts={[
            { term: 'Address', detail: <MapLink address={job.propertyAddress} />, wide: true },
            { term: 'The Issue', detail: <span className="preserve">{job.issueDescription}</span>, wide: true },
            { term: 'Hazard', detail: hazardText(job), wide: true },
            { term: 'Trade', detail: job.contractorType && contractorTypeLabel(job.contractorType) },
            { term: 'Job Reference', detail: job.jobRef },
            { term: 'Booked', detail: booked && appointmentWords(booked), wide: true },
          ]}
        />
        <LinkPhotos photos={job.photosUrls} path={`${LINKS.answer_job.path}/${token}`} of={job.propertyName} />
        <LinkButton href={`/jobs/${job.id}`}>View the Job</LinkButton>
      </Card>
      <Card title="Your Answer">
        <AnswerForm {...props} />
      </Card>
    </LinkFrame>
  )
}

function AnswerForm({ job, token, shown, values, errors = {} }: AnswerJobProps) {
  const booked = appointmentOf(job)
  const draft = { ...bookingDraft(booked), ...values }
  return (
    <form method="post" action={`${LINKS.answer_job.path}/${token}`} noValidate>
      <HiddenFields values={{ shown }} />
      <Choices
        name="answer"
        legend="What shall happen?"
        options={[
          ['take', booked ? 'Move the visit to the day below' : 'Take it, and come on the day below'],
          ['handBack', 'Hand it back'],
        ]}
        chosen={values.answer}
        error={errors.answer}
      />
      <TextField name="day" value={draft.day} error={errors.day} label="Day" type="date" min={today()} />
      <Slots chosen={draft.slot} error={errors.slot} />
      <TextArea
        name="reason"
        label="Reason, when handed back"
        error={errors.reason}
        value={values.reason}
        rows={2}
        maxLength={1000}
      />
      <Button variant="primary" block>
        Send Answer
      </Button>
    </form>
  )
}
