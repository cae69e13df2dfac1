import { Fragment, type ReactNode } from 'react'
import { type DayGroup, dayGroupOf, type OnDay } from '#src/domain/appointment/appointment.ts'
import type { Job } from '#src/domain/job/job.ts'

type Listed = Pick<Job, 'id'> & OnDay

type ByDayProps<Of> = {
  jobs: readonly Of[]
  after?: DayGroup | null
  level?: 2 | 3
  children: (job: Of) => ReactNode
}

export function ByDay<Of extends Listed>({ jobs, after = null, level = 2, children }: ByDayProps<Of>) {
  const Heading = `h${level}` as const
  const groups = jobs.map((job) => dayGroupOf(job))
  return jobs.map((job, index) => {
    const group = groups[index]!
    const begins = group !== (index === 0 ? after : groups[index - 1])
    return (
      <Fragment key={job.id}>
        {begins && (
          <li className="day">
            <Heading>{group}</Heading>
          </li>
        )}
        {children(job)}
      </Fragment>
    )
  })
}
