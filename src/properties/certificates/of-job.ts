import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isOneOf } from '#db/query/conditions.ts'
import { certificateJobs, certificates, jobs } from '#db/schema.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import type { CertificateKind } from '#src/domain/property/certificate/certificate.ts'
import type { JobCertificate } from '#src/domain/property/certificate/raised.ts'
import { whileTheirs } from '#src/jobs/visible.ts'

const { kind, name, purpose, endsOn, jobId } = certificateJobs
const isRaisedForFamily = sql`${jobId} = any(array[${jobs.id}, ${jobs.parentJobId}, ${jobs.rivalOfJobId},
  (select quoted.rival_of_job_id from jobs quoted where quoted.id = ${jobs.parentJobId})])`
const raisedRow = sql`(select jsonb_build_object('kind', ${kind}, 'name', ${name}, 'purpose', ${purpose}, 'endsOn', ${endsOn})
  from ${certificateJobs} where ${isRaisedForFamily} and (${eq(jobId, jobs.id)}
    or not exists (select from ${certificates} where ${eq(certificates.jobId, jobId)})) limit 1)`

/** By the job, or by the one that it follows: of quote work the quoted one, of another quote the first. */
export async function renewalOfJob(tx: Tx, id: string) {
  const [raised] = await tx
    .select(getTableColumns(certificateJobs))
    .from(certificateJobs)
    .innerJoin(jobs, eq(jobs.id, id))
    .where(and(isRaisedForFamily, eq(purpose, 'renewal')))
  return raised
}

export const certificateEndOfJob = sql<string | null>`(select ${endsOn}::text from ${certificateJobs}
  where ${eq(jobId, jobs.id)} limit 1)`

export async function certificateEndOf(tx: Tx, id: string): Promise<string | null> {
  const [found] = await tx.select({ endsOn: certificateEndOfJob }).from(jobs).where(eq(jobs.id, id))
  return found?.endsOn ?? null
}

export const isRaisedFor = (kinds: readonly CertificateKind[]): SQL => sql`${jobs.id} in (select ${jobId}
  from ${certificateJobs} where ${isOneOf(kind, kinds)} and ${jobId} is not null)`

export const certificateOfJob = (reader: Reader) => whileTheirs(reader, raisedRow) as SQL as SQL<JobCertificate | null>
