import { eq, sql } from 'drizzle-orm'
import { isAmong } from '#db/query/conditions.ts'
import { jobSql } from '#db/query/predicates.ts'
import { hazards, jobs } from '#db/schema.ts'
import { recordChanges } from '#src/events/record.ts'
import { toldOf } from '#src/jobs/hazards/hazards.ts'
import { certificateEndOfJob } from '#src/properties/certificates/of-job.ts'
import { type Backfill, backfill } from './backfill.ts'

type Told = { id: string; hazardDue: Date | null; visitBy: Date | null }

const { id, jobType, urgency, createdAt, firstVisitAt, hazardDue, visitBy } = jobs

/** Targets and bank holidays are settings, which may be others after a start. A visit that was made keeps its target. */
const targets: Backfill<Told> = {
  filled: null,
  missing: jobSql.hasOpenHazard(),
  judge: async (tx, ids) => {
    const rows = await tx
      .select({
        job: { id, jobType, urgency, createdAt, firstVisitAt, hazardDue, visitBy },
        hazard: hazards,
        certificateEndOfJob,
      })
      .from(jobs)
      .innerJoin(hazards, eq(hazards.jobId, jobs.id))
      .where(isAmong(jobs.id, ids))
    return rows.flatMap(({ job, hazard, certificateEndOfJob }) => {
      const told = toldOf(job, hazard, certificateEndOfJob)
      const now = { id: job.id, hazardDue: told.hazardDue, visitBy: job.firstVisitAt ? job.visitBy : told.visitBy }
      return isSame(now.hazardDue, job.hazardDue) && isSame(now.visitBy, job.visitBy) ? [] : [now]
    })
  },
  write: async (tx, rows) => {
    await tx
      .update(jobs)
      .set({ hazardDue: sql`told."hazardDue"`, visitBy: sql`told."visitBy"` })
      .from(
        sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as told(id uuid, "hazardDue" timestamptz, "visitBy" timestamptz)`,
      )
      .where(eq(jobs.id, sql`told.id`))
    await recordChanges(
      tx,
      'Fettle',
      rows.map((job) => ({ type: 'job.changed' as const, jobId: job.id })),
    )
  },
}

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()

export const hazardTargetBackfill = () => backfill(targets)
