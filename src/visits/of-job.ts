import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { jsonRows } from '#db/json-rows.ts'
import { jobs, jobVisits, users } from '#db/schema.ts'
import { contractorOf } from '#src/accounts/person.ts'
import type { Reader } from '#src/accounts/reader.ts'

const visit = alias(jobVisits, 'visit')
const by = alias(users, 'visit_by')

/** A column of a select from jobs; contractors as `reader` may know them. */
export const visitsOfJob = (reader: Reader) =>
  jsonRows(
    { ...getTableColumns(visit), contractor: contractorOf(by, reader) },
    sql`from ${jobVisits} "visit" left join ${users} "visit_by" on ${eq(by.id, visit.contractorId)}
      where ${eq(visit.jobId, jobs.id)}`,
    sql`${asc(visit.visitDate)}, ${asc(visit.id)}`,
  )
