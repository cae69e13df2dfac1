import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { userSql } from '#db/query/predicates.ts'
import { users } from '#db/schema.ts'
import { personOf } from '#src/accounts/people/person.ts'
import {
  type Actor,
  displayName,
  fullName,
  type Person,
  type Role,
  unreachedSentence,
} from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { dayAndTime } from '#src/domain/dates.ts'
import {
  countedMore,
  EMAILS,
  type EmailContent,
  type EmailType,
  MAX_GATHERED,
  type Recipient,
} from '#src/domain/email/kinds.ts'
import { contractorTypeLabel } from '#src/domain/job/contractor-type.ts'
import { countedJobs } from '#src/domain/job/counts.ts'
import { OPEN } from '#src/domain/job/status.ts'
import { LINKS, type LinkPurpose } from '#src/domain/link/link.ts'
import { type Message, writerLabel } from '#src/domain/message/message.ts'
import { pounds } from '#src/domain/money.ts'
import { hazardText } from '#src/domain/property/hazard/state.ts'
import { linesText, type QuoteLine } from '#src/domain/quote/lines.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { lastingLink, makeMailedLinks } from '#src/links/links.ts'
import { queueEmail } from './actions.ts'
import { NO_ACCESS } from './no-access.ts'

/** `unreached` has a sentence about each person whom no e-mail reaches. */
export type Notified<Row> = Row & { unreached: string[] }

export const unreachedIn = (...sentences: string[][]): string[] => [...new Set(sentences.flat())]

type AboutManyJobs = 'jobs_handed_over'
type AboutOutsider = 'landlord_asked' | 'repair_shared' | 'repair_visit' | 'hazard_summary'
type AboutMessages = 'new_messages'
type ToOnePerson =
  | 'reminder'
  | 'month_figures'
  | 'certificates_due'
  | 'jobs_urgent'
  | 'jobs_chased'
  | 'account_invitation'
  | 'password_link'
  | 'address_changed'
  | 'new_device'
  | 'passkey_added'
  | 'passkey_allowed'
  | AboutOutsider
  | 'statement_sent'
  | 'certificates_shared'
  | 'invoices_late'
type AboutWebhook = 'webhook_off' | 'complaint_received' | 'complaint_answered'
type Quote = {
  id: string
  version: number
  contractorId: string | null
  amount: number
  description: string
  lines: readonly QuoteLine[] | null
}
type Opens = 'job' | 'quote' | 'jobs' | LinkPurpose
type More = {
  by?: Actor
  quote?: Quote
  workDone?: string | null
  reason?: string | null
  admins?: ReadonlySet<string>
  opens?: Opens
  only?: Recipient
  former?: string
} & Pick<EmailContent, 'appointment' | 'calendar' | 'changes' | 'decision'>

const SIDES: Record<Role, Recipient> = { contractor: 'contractor', estate_agent: 'agent', admin: 'admins' }

export async function notify(
  tx: Tx,
  emailType: Exclude<EmailType, AboutManyJobs | AboutMessages | ToOnePerson | AboutWebhook>,
  job: JobRow,
  {
    by,
    quote,
    workDone = null,
    reason = null,
    admins,
    former,
    only = former ? 'contractor' : undefined,
    ...rest
  }: More = {},
): Promise<string[]> {
  const { opens = former ? 'jobs' : EMAILS[emailType].opens, ...more } = rest
  const contractor = await person(tx, former ?? quote?.contractorId ?? job.contractorId)
  const agent = await person(tx, job.estateAgentId)
  const to: readonly Recipient[] = EMAILS[emailType].to
  const sides = to.filter((side) => side === (only ?? side) && (!by?.role || side !== SIDES[by.role]))
  const content = {
    ...factsOf(job, agent, contractor),
    ...(TO_WORK_ON.has(emailType) && forWork(job)),
    reason,
    workDone,
    quoteAmount: quote ? pounds(quote.amount) : null,
    quoteDescription: quote?.description ?? null,
    ...(quote?.lines?.length && { quoteLines: linesText(quote.lines, quote.amount) }),
    ...(by && { by: displayName(by) }),
    ...(former && { isLost: true as const }),
    ...more,
  }
  const recipients = {
    contractor: () => contractor,
    agent: () => (job.hiddenFromEstateAgent === 'yes' ? null : agent),
    admins: async () => (await administrators(tx, REMINDS.has(emailType))).filter(({ id }) => admins?.has(id) ?? true),
  }
  const missed: string[] = []
  for (const side of sides) {
    const path = pathTo(opens, job, quote)
    for (const recipient of [(await recipients[side]()) ?? []].flat()) {
      await queueEmail(tx, {
        jobId: job.id,
        to: recipient.email,
        emailType,
        content: {
          ...content,
          ...(!maySeeAccess(side, recipient, job) && NO_ACCESS),
          recipientName: fullName(recipient),
          side,
          path: side === 'admins' ? `/admin${path}` : path,
          ...(await linksFor(tx, emailType, recipient, { opens, job, quote })),
        },
      })
      if (side !== 'admins' && !recipient.deletedAt && !recipient.email)
        missed.push(unreachedSentence(fullName(recipient), recipient))
    }
  }
  return missed
}

const pathTo = (opens: Opens, job: JobRow, quote: Quote | undefined): string =>
  opens in LINKS
    ? LINKS[opens as LinkPurpose].path
    : { job: `/jobs/${job.id}`, quote: `/quotes/${quote?.id}`, jobs: '/jobs' }[opens as Exclude<Opens, LinkPurpose>]

type AboutWhat = { opens: Opens; job: JobRow; quote?: Quote }

async function linksFor(tx: Tx, emailType: EmailType, { id: userId, email }: Person, about: AboutWhat) {
  if (REMINDS.has(emailType)) return { unsubscribeId: await lastingLink(tx, 'unsubscribe', userId) }
  const { opens, job, quote } = about
  if (!email) return {}
  if (emailType === 'job_assigned')
    return { answerId: (await makeMailedLinks(tx, 'answer_job', [{ userId, jobId: job.id }]))[0]! }
  if (opens !== 'decide_quote' || !quote) return {}
  const { id: quoteId, version: quoteVersion } = quote
  return { linkId: (await makeMailedLinks(tx, opens, [{ userId, quoteId, quoteVersion }]))[0]! }
}

const maySeeAccess = (side: Recipient, { id }: Person, { contractorId, status }: JobRow): boolean =>
  side !== 'contractor' || (contractorId === id && OPEN.includes(status))

const TO_WORK_ON: ReadonlySet<EmailType> = new Set(['job_assigned', 'quote_approved', 'job_urgent', 'hazard_emergency'])

const forWork = (job: JobRow) => ({
  trade: job.contractorType && contractorTypeLabel(job.contractorType),
  tenantName: job.tenantName,
  tenantPhone: job.tenantPhone,
  hazard: hazardText(job),
  ...(job.hazardLevel === 'emergency' && job.hazardDue && { isEmergency: true as const }),
})

export const factsOf = (job: JobRow, agent: Person | null, contractor: Person | null) => ({
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
  contractorPhone: contractor?.phone ?? null,
})

const REMINDS: ReadonlySet<EmailType> = new Set(['job_urgent'])

export const administrators = (tx: Tx, reminded: boolean): Promise<Person[]> =>
  tx
    .select(personOf(users))
    .from(users)
    .where(and(userSql.isAdmin(), isNull(users.deletedAt), reminded ? users.reminders : undefined))
    .orderBy(users.createdAt, users.id)

export const NO_ONE_JOB: Omit<EmailContent, 'recipientName' | 'jobRef' | 'path' | 'handedOver'> = {
  ...{ jobType: 'visit', urgency: 'medium' },
  ...{ propertyName: '', propertyAddress: '', issueDescription: '', estateAgency: '', estateAgentName: '' },
  ...{ accessNotes: null, estateAgentEmail: null, estateAgentPhone: null, contractorName: null },
  ...{ contractorCompany: null, reason: null, workDone: null, quoteAmount: null, quoteDescription: null },
}

export async function notifyAgent(
  tx: Tx,
  emailType: AboutManyJobs,
  agent: Person & Pick<Actor, 'username'>,
  { refs, from, to }: { refs: string[]; from: string; to: string },
): Promise<string[]> {
  const content: EmailContent = {
    ...NO_ONE_JOB,
    recipientName: fullName(agent),
    jobRef: countedJobs(refs.length),
    path: '/jobs',
    handedOver: { refs: newest(refs), from, to },
  }
  await queueEmail(tx, { jobId: null, to: agent.email, emailType, content })
  return agent.email ? [] : [unreachedSentence(displayName(agent), agent)]
}

const newest = (refs: readonly string[]): string => {
  const shown = refs.toSorted().slice(-MAX_GATHERED).join(', ')
  return refs.length > MAX_GATHERED ? `${shown} and ${countedMore(refs.length - MAX_GATHERED)}` : shown
}

export async function notifyPerson(
  tx: Tx,
  emailType: AboutMessages,
  reader: Person & { role: Role | null },
  job: JobRow,
  { messages: written, earlier }: { messages: readonly Message[]; earlier: number },
): Promise<void> {
  const content: EmailContent = {
    ...factsOf(job, null, null),
    ...{ reason: null, workDone: null, quoteAmount: null, quoteDescription: null },
    recipientName: fullName(reader),
    path: `${isAdmin(reader) ? '/admin' : ''}/jobs/${job.id}#messages`,
    by: namesOf(written),
    messages: written.map(({ author, text, adminsOnly, createdAt }) => ({
      from: [author.name, writerLabel(author), dayAndTime(createdAt), adminsOnly && 'administrators only']
        .filter(Boolean)
        .join(', '),
      text,
    })),
    earlierMessages: earlier,
  }
  const owner = written.at(-1)?.author.id ?? undefined
  await queueEmail(tx, { jobId: job.id, to: reader.email, emailType, content }, owner)
}

const namesOf = (written: readonly Message[]): string =>
  new Intl.ListFormat('en-GB').format(new Set(written.map(({ author }) => author.name)))

export async function person(tx: Tx, id: string | null): Promise<Person | null> {
  if (!id) return null
  const [found] = await tx.select(personOf(users)).from(users).where(eq(users.id, id))
  if (!found) return null
  // A deleted account's address may belong to another account by now.
  return found.deletedAt ? { ...found, email: null, phone: null } : found
}
