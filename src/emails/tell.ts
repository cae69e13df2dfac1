import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { fullName, type Person, untold } from '#src/accounts/account.ts'
import { personOf } from '#src/accounts/person.ts'
import { enqueueEmail } from '#src/delivery/enqueue.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import type { EmailContent, EmailType } from './email.ts'

type More = Partial<Pick<EmailContent, 'reason' | 'workDone' | 'quoteAmount' | 'quoteDescription' | 'path'>>

/** What was changed, and sentences about those who should have heard of it and have no e-mail address. */
export type Told<Row> = Row & { untold: string[] }

/**
 * Queues an e-mail about a job to a contractor, in the transaction of the change.
 * Nothing to an account that was deleted, nor without an address: then it returns how they hear of it.
 */
export async function tellContractor(
  tx: Tx,
  job: JobRow,
  emailType: EmailType,
  more: More & { contractorId?: string | null } = {},
): Promise<string[]> {
  const contractor = await person(tx, more.contractorId ?? job.contractorId)
  return tell(tx, job, emailType, contractor, contractor, await person(tx, job.estateAgentId), more)
}

/** Queues an e-mail about a job to its agent, when the account has an address and has not removed the job. */
export async function tellAgent(tx: Tx, job: JobRow, emailType: EmailType, more: More = {}): Promise<void> {
  if (job.hiddenFromEstateAgent === 'yes') return
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
): Promise<string[]> {
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
    path: more.path ?? pathOf(emailType, job),
    reason: more.reason ?? null,
    workDone: more.workDone ?? null,
    quoteAmount: more.quoteAmount ?? null,
    quoteDescription: more.quoteDescription ?? null,
  }
  await enqueueEmail(tx, { jobId: job.id, to: to?.email ?? null, emailType, content })
  return to && !to.deletedAt && !to.email ? [untold(fullName(to), to)] : []
}

/** A page that the reader may open: who lost the job finds their others in the list. */
const pathOf = (emailType: EmailType, job: JobRow): string =>
  emailType === 'job_withdrawn' ? '/jobs' : `/jobs/${job.id}`

async function person(tx: Tx, id: string | null): Promise<Person | null> {
  if (!id) return null
  const [found] = await tx.select(personOf(users)).from(users).where(eq(users.id, id))
  if (!found) return null
  // The name stays on past work; the address may be somebody else's by now.
  return found.deletedAt ? { ...found, email: null, phone: null } : found
}
