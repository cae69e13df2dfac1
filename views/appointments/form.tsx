import type { ComponentProps } from 'react'
import { type BookingDraft, OTHER_TIMES, SLOT_NAMES, SLOTS } from '#src/domain/appointment/slots.ts'
import { today } from '#src/domain/dates.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { PageFrame } from '../layout.tsx'
import { Confirm, HiddenFields } from '../ui/confirm.tsx'
import { liveForm } from '../ui/htmx.ts'
import { Choices } from '../ui/input/choices.tsx'
import { DialogForm } from '../ui/input/dialog-form.tsx'
import { TextField } from '../ui/input/field.tsx'
import { FormKey } from '../ui/input/form-key.tsx'
import { agentHears } from '../visits/completion-panel.tsx'
import { bookingTitle, cancellationOf } from './booked.tsx'

type BookingFormProps = {
  job: Job
  values: BookingDraft
  back: string
  errors?: Readonly<Record<string, string>>
  frame?: PageFrame
}

const FORM = 'book'

export function BookingForm({ job, values, back, errors = {}, frame }: BookingFormProps) {
  const field = (name: keyof BookingDraft) => ({ name, form: FORM, value: values[name], error: errors[name] })
  return (
    <DialogForm
      title={bookingTitle(job)}
      {...{ frame, back, errors, form: FORM, action: `/jobs/${job.id}/book` }}
      backLabel="Back to Your Jobs"
      width="narrow"
      meta={
        <span className="muted">
          {job.propertyName} · {job.jobRef}
        </span>
      }
      hidden={
        <>
          <FormKey />
          <HiddenFields values={{ back }} />
        </>
      }
      after={job.appointmentStartsAt && <CancelVisit {...{ job, back, frame }} />}
      button={bookingTitle(job)}
      busyLabel="Booking..."
      cancel="Back"
    >
      <TextField {...field('day')} label="Day" type="date" min={today()} />
      <Slots chosen={values.slot} error={errors.slot} form={FORM} options={WITH_OTHER_TIMES} />
      <div className="field-pair booking-times">
        <TextField {...field('from')} label="From" type="time" />
        <TextField {...field('to')} label="Until" type="time" />
      </div>
      <p className="hint">{agentHears(job, 'is told by e-mail, with a calendar file.')}</p>
    </DialogForm>
  )
}

function CancelVisit({ job, back, frame }: Pick<BookingFormProps, 'job' | 'back' | 'frame'>) {
  const question = cancellationOf(job)
  return (
    <Confirm
      {...question}
      {...(frame ? {} : liveForm(question.action))}
      hidden={{ back }}
      button="Cancel Visit"
      look={{ variant: 'quiet' }}
    />
  )
}

const SLOTS_OFFERED = SLOT_NAMES.map((name) => [name, SLOTS[name].label] as const)
const WITH_OTHER_TIMES = [...SLOTS_OFFERED, [OTHER_TIMES, 'Other times']] as const

type SlotsProps = { chosen: string; error?: string; form?: string; options?: ComponentProps<typeof Choices>['options'] }

export const Slots = ({ options = SLOTS_OFFERED, ...slot }: SlotsProps) => (
  <Choices name="slot" legend="Time" {...{ ...slot, options }} />
)
