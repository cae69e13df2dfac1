import type { Job } from '#src/domain/job/job.ts'

type CompetesWithProps = { job: Pick<Job, 'rivalOfJobId' | 'rivalOfJobRef'>; list?: '/jobs' | '/admin/jobs' }

export const CompetesWith = ({ job, list = '/jobs' }: CompetesWithProps) =>
  job.rivalOfJobRef && (
    <p className="hint card-aside">
      Another quote for{' '}
      <a href={`${list}/${job.rivalOfJobId}`} data-dialog="">
        {job.rivalOfJobRef}
      </a>
    </p>
  )
