/** `since` as JavaScript counts time. */
type Watched = { since: number; query: string }

const NEW_JOBS = 'new-jobs'

/** Tells of jobs that were raised since the list was read, and moves nothing in it. desk.js asks only while it is seen. */
export const NewJobs = ({ since, query }: Watched) => (
  <div
    id={NEW_JOBS}
    className="new-jobs"
    role="status"
    hx-get={`/admin/jobs/new?since=${since}${query && `&${query}`}`}
    hx-trigger="every 30s"
    hx-swap="innerHTML"
  />
)

export const NewJobsLink = ({ count, most, query }: { count: number; most: number; query: string }) => (
  <a href={query ? `/admin/jobs?${query}` : '/admin/jobs'}>
    {count > most ? `${most}+ new jobs` : count === 1 ? '1 new job' : `${count} new jobs`}
  </a>
)
