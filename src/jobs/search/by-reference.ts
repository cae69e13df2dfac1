import { sql } from 'drizzle-orm'
import { selection } from '#db/query/selection.ts'
import { jobs } from '#db/schema.ts'

const REFERENCE = /^JOB-\d{6,18}$/i

const idOfReference = selection({ id: jobs.id }, sql`from ${jobs} where`)

/** `/api/jobs/JOB-000123` names a job by its reference; the call judges who may read it, as for the id. */
export function jobByReference({
  route,
  params,
}: {
  route: string
  params: Record<string, string>
}): Promise<void> | void {
  if (route.startsWith('/api/jobs/:id') && REFERENCE.test(params.id!)) return replaceReference(params)
}

async function replaceReference(params: Record<string, string>): Promise<void> {
  const [job] = await idOfReference({}, sql`${jobs.jobRef} = ${params.id!.toUpperCase()}`)
  if (job) params.id = job.id
}
