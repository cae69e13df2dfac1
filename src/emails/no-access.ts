import { and, eq, isNull } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isOneOf } from '#db/query/conditions.ts'
import { jobs, users } from '#db/schema.ts'
import type { EmailContent } from '#src/domain/email/kinds.ts'
import { withoutAccess } from '#src/domain/job/changes.ts'
import { OPEN } from '#src/domain/job/status.ts'
import type { EmailNotification } from './queries.ts'

export const NO_ACCESS = { accessNotes: null, tenantName: null, tenantPhone: null }

/** What its reader may know by now: the job, the account or the address may be lost since it was queued. */
export async function readableContent({ jobId, to, content }: EmailNotification): Promise<EmailContent> {
  const { side, accessNotes, tenantName, tenantPhone, changes } = content
  if (side !== 'contractor' || !(accessNotes || tenantName || tenantPhone || changes)) return content
  if (jobId && (await isInHandAt(to, jobId))) return content
  return { ...content, ...NO_ACCESS, ...(changes && { changes: withoutAccess(changes) }) }
}

async function isInHandAt(address: string, jobId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(users, eq(users.id, jobs.contractorId))
    .where(and(eq(jobs.id, jobId), isOneOf(jobs.status, OPEN), eq(users.email, address), isNull(users.deletedAt)))
  return found !== undefined
}
