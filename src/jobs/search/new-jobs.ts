import { and, count, desc, gt, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'

export const MAX_NEW = 100

export const newestJobAt = sql<Date>`(select ${jobs.createdAt} from ${jobs}
  order by ${desc(jobs.createdAt)}, ${desc(jobs.id)} limit 1)`

/** Of those that a list has. The newest are read first and narrowed then, so that no filter reads them all. */
export async function newJobsSince(at: Date, where: SQL | undefined): Promise<number> {
  const raised = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(gt(jobs.createdAt, at))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(literal(MAX_NEW + 1))
  const [row] = await db
    .select({ count: count() })
    .from(jobs)
    .where(and(sql`${jobs.id} in ${raised}`, where))
  return row?.count ?? 0
}
