import { URGENCIES, URGENCY_LABELS } from '#src/jobs/job.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { SelectField, TextArea, TextField } from '../ui/field.tsx'

type CreateJobProps = {
  frame: PageFrame
  /** What was typed, or what is known of the agent. */
  values: Readonly<Partial<Record<JobField, string>>>
  errors?: Readonly<Record<string, string>>
}

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

const urgencies = URGENCIES.map((value) => ({ value, label: URGENCY_LABELS[value] }))

/** The form that raises a job. What is typed outlives a reload and a session that ends. */
export const CreateJobPage = ({ frame, values, errors }: CreateJobProps) => {
  const field = (name: JobField) => ({ name, value: values[name], error: errors?.[name] })
  return (
    <Page {...frame} title="Create Job" back={{ href: '/', label: 'Back to Dashboard' }} error={Boolean(errors)}>
      <ErrorSummary errors={errors} />
      <Card>
        <form method="post" action="/create-job" noValidate data-keep="create-job">
          <div className="field-pair">
            <TextField {...field('estateAgentName')} label="Your Name" autoComplete="name" maxLength={200} />
            <TextField {...field('estateAgency')} label="Estate Agency" autoComplete="organization" maxLength={200} />
          </div>
          <TextField {...field('propertyName')} label="Property Name" autoComplete="off" maxLength={200} />
          <TextArea
            {...field('propertyAddress')}
            label="Property Address"
            rows={3}
            autoComplete="off"
            maxLength={1000}
          />
          <TextArea
            {...field('issueDescription')}
            label="What needs fixing?"
            hint="At least 10 characters. What is broken, since when, and where in the property."
            maxLength={10_000}
          />
          <SelectField {...field('urgency')} value={values.urgency ?? 'medium'} label="Urgency" options={urgencies} />
          <TextArea
            {...field('accessNotes')}
            label="Access Notes (Optional)"
            hint="Keys, codes, who to call, when somebody is in."
            rows={3}
            maxLength={5000}
          />
          <div className="row end">
            <Button variant="primary" busyLabel="Creating Job...">
              Create Job
            </Button>
          </div>
        </form>
      </Card>
    </Page>
  )
}
