import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { rowsOf } from '#db/nested.ts'
import { jobs, jobVisits, users } from '#db/schema.ts'
import { personOf } from '#src/accounts/person.ts'

const visit = alias(jobVisits, 'visit')
const by = alias(users, 'visit_by')

/** The visits of each job of a select, oldest first. */
export const visitsOfJob = rowsOf(
  { ...getTableColumns(visit), contractor: personOf(by) },
  sql`from ${jobVisits} "visit" left join ${users} "visit_by" on ${eq(by.id, visit.contractorId)}
    where ${eq(visit.jobId, jobs.id)}`,
  sql`${asc(visit.visitDate)}, ${asc(visit.id)}`,
)
