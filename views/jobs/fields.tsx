import { URGENCIES, URGENCY_LABELS } from '#src/jobs/job.ts'
import { SelectField, TextArea, TextField } from '../ui/field.tsx'

/** What an agent says of a job, and an administrator may change, in the order of the form. */
export const JOB_FIELDS = [
  'estateAgentName',
  'estateAgency',
  'propertyName',
  'propertyAddress',
  'issueDescription',
  'urgency',
  'accessNotes',
] as const
export type JobField = (typeof JOB_FIELDS)[number]

type JobFieldsProps = {
  /** What a field has from its form: its name, value and error. */
  field: (name: JobField) => { name: string; form?: string; value?: string; error?: string }
  /** The agent fills in the form for the first time: it speaks to them, and explains. */
  own?: boolean
}

const urgencies = URGENCIES.map((value) => ({ value, label: URGENCY_LABELS[value] }))

export const JobFields = ({ field, own = false }: JobFieldsProps) => {
  const urgency = field('urgency')
  return (
    <>
      <div className="field-pair">
        <TextField
          {...field('estateAgentName')}
          label={own ? 'Your Name' : 'Estate Agent Name'}
          autoComplete={own ? 'name' : 'off'}
          maxLength={200}
        />
        <TextField
          {...field('estateAgency')}
          label="Estate Agency"
          autoComplete={own ? 'organization' : 'off'}
          maxLength={200}
        />
      </div>
      <TextField {...field('propertyName')} label="Property Name" autoComplete="off" maxLength={200} />
      <TextArea {...field('propertyAddress')} label="Property Address" rows={3} autoComplete="off" maxLength={1000} />
      <TextArea
        {...field('issueDescription')}
        label="What needs fixing?"
        hint={own ? 'At least 10 characters. What is broken, since when, and where in the property.' : undefined}
        maxLength={10_000}
      />
      <SelectField {...urgency} value={urgency.value ?? 'medium'} label="Urgency" options={urgencies} />
      <TextArea
        {...field('accessNotes')}
        label="Access Notes (Optional)"
        hint={own ? 'Keys, codes, who to call, when somebody is in.' : undefined}
        rows={3}
        maxLength={5000}
      />
    </>
  )
}
