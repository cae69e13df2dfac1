import { Page, type PageFrame } from '../layout.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { type JobField, JobFields } from './job-fields.tsx'

type CreateJobProps = {
  frame: PageFrame
  /** What was typed, or what is known of the agent. */
  values: Readonly<Partial<Record<JobField, string>>>
  errors?: Readonly<Record<string, string>>
}

/** The form that raises a job. What is typed outlives a reload and a session that ends. */
export const CreateJobPage = ({ frame, values, errors }: CreateJobProps) => {
  const field = (name: JobField) => ({ name, value: values[name], error: errors?.[name] })
  return (
    <Page {...frame} title="Create Job" back={{ href: '/', label: 'Back to Dashboard' }} error={Boolean(errors)}>
      <ErrorSummary errors={errors} />
      <Card>
        <form method="post" action="/create-job" noValidate data-keep="create-job">
          <JobFields own field={field} />
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
