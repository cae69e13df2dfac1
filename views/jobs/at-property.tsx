import { daysAgo } from '#src/dates.ts'
import { type Job, STATUS_LABELS } from '#src/jobs/job.ts'
import { Badge } from '../status/badge.tsx'
import { DateText } from '../ui/date.tsx'
import { excerpt } from '../ui/text.ts'

export type JobsAtProperty = readonly Pick<Job, 'id' | 'jobRef' | 'status' | 'issueDescription' | 'createdAt'>[]

const AT_PROPERTY = 'at-property'

/** For the field of an address: the open jobs there are shown while it is typed. */
export const looksForJobs = {
  'hx-get': '/jobs/at-property',
  'hx-trigger': 'input changed delay:500ms',
  'hx-target': `#${AT_PROPERTY}`,
  'hx-swap': 'outerMorph',
  'hx-sync': 'this:replace',
}

export const OpenJobsAtProperty = ({ jobs }: { jobs: JobsAtProperty }) => (
  <div id={AT_PROPERTY} aria-live="polite">
    {jobs.length > 0 && (
      <div className="notice field">
        {jobs.map(({ id, jobRef, status, issueDescription, createdAt }) => (
          <p key={id}>
            {jobRef}, {daysAgo(createdAt)}, {STATUS_LABELS[status]}: {excerpt(issueDescription, 80)}{' '}
            <a href={`/jobs/${id}`} aria-label={`Open it instead: ${jobRef}`}>
              Open it instead
            </a>
          </p>
        ))}
      </div>
    )}
  </div>
)

type OtherJobsProps = { jobs: JobsAtProperty; path?: string }

/** For administrators `path` is that of their pages. */
export const OtherJobsAtProperty = ({ jobs, path = '/jobs' }: OtherJobsProps) =>
  jobs.length === 0 ? null : (
    <section>
      <h3>Other jobs at this property</h3>
      <ul className="stack">
        {jobs.map(({ id, jobRef, status, issueDescription, createdAt }) => (
          <li key={id}>
            <a href={`${path}/${id}`} data-dialog="">
              {jobRef}
            </a>{' '}
            <Badge kind="status" value={status} /> <DateText value={createdAt} />: {excerpt(issueDescription, 80)}
          </li>
        ))}
      </ul>
    </section>
  )
