import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isAmong, isOneOf } from '#db/query/conditions.ts'
import { jobEventSql } from '#db/query/predicates.ts'
import { jobEvents, jobs } from '#db/schema.ts'
import { CLOSED } from '#src/domain/job/status.ts'
import { type Backfill, backfill } from './backfill.ts'

const [job, step] = [alias(jobs, 'job'), alias(jobEvents, 'step')]
const isClosing = and(
  isOneOf(step.toStatus, CLOSED),
  sql`${step.fromStatus} <> all (${sql.raw(`'{${CLOSED.join(',')}}'`)})`,
)

type Steps = { id: string; firstAssignedAt: string | null; closedAt: string | null }

const isUnfilled = and(isNull(jobs.closedAt), isOneOf(jobs.status, CLOSED))!

const steps: Backfill<Steps> = {
  filled: 'job_steps_filled',
  missing: sql`(${isUnfilled} or ${jobs.firstAssignedAt} is null)`,
  judge: async (tx, ids) => {
    const rows = await tx.execute<Steps>(sql`
      select job.id, found.assigned as "firstAssignedAt", found.closed as "closedAt" from ${jobs} job
      cross join lateral (
        select coalesce(job.first_assigned_at,
            min(step.created_at) filter (where ${jobEventSql.isAssignment(step)})) as assigned,
          case when ${isOneOf(job.status, CLOSED)} then coalesce(job.closed_at,
            max(step.created_at) filter (where ${isClosing}), job.updated_at) end as closed
        from ${jobEvents} step where step.job_id = job.id) found
      where ${isAmong(job.id, ids)}
        and (found.assigned, found.closed) is distinct from (job.first_assigned_at, job.closed_at)`)
    return rows.map(({ id, firstAssignedAt, closedAt }) => ({ id, firstAssignedAt, closedAt }))
  },
  write: (tx, rows) =>
    tx
      .update(jobs)
      .set({ firstAssignedAt: sql`made."firstAssignedAt"`, closedAt: sql`made."closedAt"` })
      .from(
        sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as made(id uuid, "firstAssignedAt" timestamptz, "closedAt" timestamptz)`,
      )
      .where(eq(jobs.id, sql`made.id`)),
}

export const stepBackfill = () => backfill(steps)
