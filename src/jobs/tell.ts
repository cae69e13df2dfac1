import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { fullName, type Person } from '#src/accounts/account.ts'
import { personOf } from '#src/accounts/person.ts'
import type { EmailContent, EmailType } from '#src/delivery/email.ts'
import { enqueueEmail } from '#src/delivery/outbox.ts'
import type { JobRow } from './queries.ts'

type More = Partial<Pick<EmailContent, 'reason' | 'workDone' | 'quoteAmount' | 'quoteDescription' | 'path'>>

/**
 * Queues an e-mail about a job to a contractor, in the transaction of the change.
 * Nothing without an address, and nothing to an account that was deleted.
 */
export async function tellContractor(
  tx: Tx,
  job: JobRow,
  emailType: EmailType,
  more: More & { contractorId?: string | null } = {},
): Promise<void> {
  const contractor = await person(tx, more.contractorId ?? job.contractorId)
  await tell(tx, job, emailType, contractor, contractor, await person(tx, job.estateAgentId), more)
}

/** Queues an e-mail about a job to its agent, when the account has an e-mail address. */
export async function tellAgent(tx: Tx, job: JobRow, emailType: EmailType, more: More = {}): Promise<void> {
  const agent = await person(tx, job.estateAgentId)
  await tell(tx, job, emailType, agent, await person(tx, job.contractorId), agent, more)
}

async function tell(
  tx: Tx,
  job: JobRow,
  emailType: EmailType,
  to: Person | null,
  contractor: Person | null,
  agent: Person | null,
  more: More,
) {
  const content: EmailContent = {
    recipientName: to ? fullName(to) : '',
    jobRef: job.jobRef,
    jobType: job.jobType,
    urgency: job.urgency,
    propertyName: job.propertyName,
    propertyAddress: job.propertyAddress,
    issueDescription: job.issueDescription,
    accessNotes: job.accessNotes,
    estateAgency: job.estateAgency,
    estateAgentName: job.estateAgentName,
    estateAgentEmail: agent?.email ?? null,
    estateAgentPhone: agent?.phone ?? null,
    contractorName: contractor ? fullName(contractor) : null,
    contractorCompany: contractor?.company ?? null,
    // Who lost a job may not open it.
    path: more.path ?? (emailType === 'job_withdrawn' ? '/jobs' : `/jobs/${job.id}`),
    reason: more.reason ?? null,
    workDone: more.workDone ?? null,
    quoteAmount: more.quoteAmount ?? null,
    quoteDescription: more.quoteDescription ?? null,
  }
  await enqueueEmail(tx, { jobId: job.id, to: to?.email ?? null, emailType, content })
}

async function person(tx: Tx, id: string | null): Promise<Person | null> {
  if (!id) return null
  const [found] = await tx
    .select({ ...personOf(users), deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, id))
  if (!found) return null
  // The name stays on past work; the address may be somebody else's by now.
  const { deletedAt, ...known } = found
  return deletedAt ? { ...known, email: null, phone: null } : known
}
