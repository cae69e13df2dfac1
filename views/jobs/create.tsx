import type { JobField } from '#src/domain/job/fields.ts'
import type { JobsAtProperty } from '#src/domain/job/open-job.ts'
import { assetUrl } from '../assets.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { HazardQuestion } from '../properties/hazard/question.tsx'
import { FormEnd } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { FormKey } from '../ui/input/form-key.tsx'
import { looksForJobs, OpenJobsAtProperty } from './at-property.tsx'
import { JobFields } from './fields.tsx'
import { JobPhotosField, type PHOTOS_KEY } from './photos-field.tsx'

type CreateJobProps = {
  frame: PageFrame
  values: Readonly<Partial<Record<JobField | typeof PHOTOS_KEY, string>>> & Readonly<Record<string, string>>
  images?: readonly string[]
  openJobs?: JobsAtProperty
  errors?: Readonly<Record<string, string>>
  /** The job that this form has raised already, before its text was changed. */
  already?: { id: string; jobRef: string; propertyName: string }
}

const NONE: JobsAtProperty = { jobs: [], more: 0, href: '/jobs' }

export const CreateJobPage = ({ frame, values, images = [], openJobs = NONE, errors, already }: CreateJobProps) => {
  const field = (name: JobField) => ({
    name,
    value: values[name],
    error: errors?.[name],
    ...(name === 'propertyAddress' && looksForJobs),
  })
  return (
    <Page
      {...frame}
      title="Create Job"
      back={{ href: '/', label: 'Back to Dashboard' }}
      error={Boolean(errors ?? already)}
    >
      <ErrorSummary errors={errors} />
      {already && <SentAlready {...already} />}
      <Card>
        <form method="post" action="/create-job" noValidate>
          <FormKey />
          <JobFields
            own
            field={field}
            atProperty={<OpenJobsAtProperty key="at-property" {...openJobs} />}
            photos={<JobPhotosField photosKey={values.photosKey} images={images} error={errors?.images} />}
            open={images.length > 0 || Boolean(errors?.images)}
          />
          <HazardQuestion values={values} errors={errors} />
          <FormEnd variant="primary" busyLabel="Creating Job...">
            Create Job
          </FormEnd>
        </form>
      </Card>
      <script type="module" src={assetUrl('island.js')} />
    </Page>
  )
}

const SentAlready = ({ id, jobRef, propertyName }: NonNullable<CreateJobProps['already']>) => (
  // biome-ignore lint/a11y/noAutofocus: whoever just sent the form must learn what became of it
  <div className="error-summary" role="alert" tabIndex={-1} autoFocus>
    <h2>
      <Icon name="alert" /> This form was sent already
    </h2>
    <p>
      {jobRef} for {propertyName} was made from it, without your last changes. To raise another job, press Create Job.
    </p>
    <a href={`/jobs/${id}`}>Open {jobRef}</a>
  </div>
)
