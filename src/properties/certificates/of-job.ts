import { eq, type SQL, sql } from 'drizzle-orm'
import { certificateJobs, jobs } from '#db/schema.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import type { JobCertificate } from '#src/domain/property/certificate/raised.ts'
import { whileTheirs } from '#src/jobs/visible.ts'

const { kind, name, purpose, endsOn, jobId } = certificateJobs
const row = sql`(select jsonb_build_object('kind', ${kind}, 'name', ${name}, 'purpose', ${purpose}, 'endsOn', ${endsOn})
  from ${certificateJobs} where ${eq(jobId, jobs.id)} limit 1)`

export const certificateOfJob = (reader: Reader) => whileTheirs(reader, row) as SQL as SQL<JobCertificate | null>
