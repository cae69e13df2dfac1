import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { isAmong } from '#db/query/conditions.ts'
import { visitSql } from '#db/query/predicates.ts'
import { jobs, jobVisits } from '#db/schema.ts'
import { type Backfill, backfill } from './backfill.ts'

type FirstVisitor = { id: string; firstVisitBy: string }

const firstVisitors: Backfill<FirstVisitor> = {
  filled: 'first_visitors_filled',
  missing: and(isNotNull(jobs.firstVisitAt), isNull(jobs.firstVisitBy))!,
  judge: async (tx, ids) => {
    const rows = await tx.execute<FirstVisitor>(sql`
      select job.id, visit.contractor_id as "firstVisitBy" from ${jobs} job cross join lateral (
        select contractor_id from ${jobVisits}
        where job_id = job.id and visit_date = job.first_visit_at and not ${visitSql.foundNobodyIn()}
        order by ${jobVisits.createdAt}, ${jobVisits.id} limit 1) visit
      where ${isAmong(sql`job.id`, ids)} and visit.contractor_id is distinct from job.first_visit_by
        and visit.contractor_id is not null`)
    return rows.map(({ id, firstVisitBy }) => ({ id, firstVisitBy }))
  },
  write: (tx, rows) =>
    tx
      .update(jobs)
      .set({ firstVisitBy: sql`made."firstVisitBy"` })
      .from(sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as made(id uuid, "firstVisitBy" uuid)`)
      .where(eq(jobs.id, sql`made.id`)),
}

export const firstVisitorBackfill = () => backfill(firstVisitors)
