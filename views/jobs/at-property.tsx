import { daysAgo } from '#src/domain/dates.ts'
import type { JobsAtProperty } from '#src/domain/job/open-job.ts'
import { SHOWN_STATUS_LABELS } from '#src/domain/job/status.ts'
import { Badge } from '../status/badge.tsx'
import { DateText } from '../ui/date.tsx'
import { excerpt } from '../ui/text.ts'

const AT_PROPERTY = 'at-property'

export const looksForJobs = {
  'hx-get': '/jobs/at-property',
  'hx-trigger': 'input changed delay:500ms',
  'hx-target': `#${AT_PROPERTY}`,
  'hx-swap': 'outerMorph',
  'hx-sync': 'this:replace',
}

const More = ({ more, href }: Pick<JobsAtProperty, 'more' | 'href'>) => {
  const words = more === 1 ? '1 more job there' : `${more} more jobs there`
  return more > 0 && <p>And {href ? <a href={href}>{words}</a> : words}</p>
}

export const OpenJobsAtProperty = ({ jobs, ...rest }: JobsAtProperty) => (
  <div id={AT_PROPERTY} aria-live="polite">
    {jobs.length > 0 && (
      <div className="notice field">
        {jobs.map(({ id, jobRef, status, issueDescription, createdAt, address }) => (
          <p key={id}>
            {jobRef}, {daysAgo(createdAt)}, {SHOWN_STATUS_LABELS[status]}: {excerpt(issueDescription, 80)}
            {address && ` (${address})`}{' '}
            <a href={`/jobs/${id}`} aria-label={`Open it instead: ${jobRef}`}>
              Open it instead
            </a>
          </p>
        ))}
        <More {...rest} />
      </div>
    )}
  </div>
)

export const OtherJobsAtProperty = ({ jobs, path = '/jobs', ...rest }: JobsAtProperty & { path?: string }) =>
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
      <More {...rest} />
    </section>
  )
