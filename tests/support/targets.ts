import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, invoices, queuedWork, users } from '#db/schema.ts'
import { deleteAccount, setRole } from '#src/accounts/actions.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import { renewCalendar } from '#src/appointments/calendar-link.ts'
import { MAX_TOKENS } from '#src/domain/account/token.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import type { JobStatus } from '#src/domain/job/status.ts'
import { MAX_VIEWS } from '#src/domain/list-view/list-view.ts'
import { MAX_WEBHOOKS } from '#src/domain/webhook/webhook.ts'
import { resendEmail } from '#src/emails/actions.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { markPaid } from '#src/invoices/paid/actions.ts'
import { voidInvoice } from '#src/invoices/void.ts'
import { cancelJob } from '#src/jobs/actions.ts'
import { assignJobs, cancelJobs } from '#src/jobs/assignment/many.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { sendSummary } from '#src/jobs/hazards/summary/sending.ts'
import { createView } from '#src/list-views/actions.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { shareJob } from '#src/outsiders/links.ts'
import { keepDocument } from '#src/photos/documents/keep.ts'
import { answerComplaint, closeComplaint } from '#src/privacy/complaints/actions.ts'
import { setDocument } from '#src/properties/certificates/document.ts'
import { approveQuote, declineQuote } from '#src/quotes/actions.ts'
import { changeWebhook, createWebhook } from '#src/webhooks/actions.ts'
import { sendTest } from '#src/webhooks/send.ts'
import { aPasskeyOf } from '#tests/accounts/passkeys/authenticator.ts'
import { pdf } from '#tests/photos/documents/pdfs.ts'
import { aComplaint } from '#tests/privacy/a-complaint.ts'
import { certify, ROSE_COTTAGE, shareGasCheck } from '#tests/properties/certificates/at-rose-cottage.ts'
import { aToken } from './app.ts'
import { tomorrow } from './times.ts'
import { aContractor, aJob, aNobody, anAdmin, anAgent, type Cast, finishedQuoteWork, quoteWork } from './world.ts'

export const VIEW = { list: 'jobs', name: 'Urgent first', query: 'urgency=high&sort=oldest' } as const

// What a route of the permission tables is about: each makes a thing in the state that the route needs, and gives its id.

export const A_SUMMARY = { found: 'Black mould', toDo: 'The wall is insulated', byWhen: 'By Friday' }

async function aSeenHazard(cast: Cast): Promise<string> {
  const { id } = await aJob(cast, 'assigned')
  await changeHazard(cast.agent, id, { level: 'significant', kinds: ['damp'], investigatedAt: new Date() })
  return id
}

export const targets = {
  pending: job('pending'),
  assigned: job('assigned'),
  in_progress: job('in_progress'),
  booked: async (cast: Cast) => {
    const { id } = await aJob(cast, 'assigned')
    await bookVisit(cast.contractor, id, tomorrow())
    return id
  },
  writtenAbout: async (cast: Cast) => {
    const { id } = await aJob(cast, 'assigned')
    for (const by of [cast.agent, cast.contractor]) await writeMessage(by, id, { text: 'Who has the key?' })
    return id
  },
  writtenByAdmin: async (cast: Cast) => {
    const { id } = await aJob(cast, 'assigned')
    await writeMessage(cast.admin, id, { text: 'Who has the key?' })
    return id
  },
  completed: job('completed'),
  property: async (cast: Cast) => propertyKeyOf((await aJob(cast, 'completed')).propertyAddress)!,
  aCertificateWithDocument: async ({ agent }: Cast) => {
    const { id } = await certify(agent)
    await setDocument(agent, id, await keepDocument(agent, pdf()))
    return id
  },
  propertyWithCertificate: async (cast: Cast) => {
    await certify(cast.agent)
    return ROSE_COTTAGE.key
  },
  aCertificateLink: async ({ agent }: Cast) => (await shareGasCheck(agent, 'lorna@landlords.example')).id,
  aCertificate: async ({ agent }: Cast) => (await certify(agent)).id,
  assignment: async (cast: Cast) => {
    const given = { jobId: (await aJob(cast)).id, contractorId: cast.contractor.id }
    return (await assignJobs(cast.admin, [given])).action
  },
  cancellation: async (cast: Cast) => (await cancelJobs(cast.admin, [(await aJob(cast)).id], 'Sold')).action,
  quoteWork: async (cast: Cast) => (await quoteWork(cast)).work.id,
  pendingQuote: async (cast: Cast) => (await aJob(cast, 'quote_pending')).quotes[0]!.id,
  /** A job whose quote is another's than the cast's contractor. */
  quotedByAnother: async (cast: Cast) => (await aJob({ ...cast, contractor: await aContractor() }, 'quote_pending')).id,
  finishedQuote: async (cast: Cast) => (await finishedQuoteWork(cast)).quote.id,
  visit: async (cast: Cast) => (await aJob(cast, 'completed')).visits[0]!.id,
  invoice: async (cast: Cast) => {
    const { visits } = await aJob(cast, 'completed')
    return (await markVisitInvoiced(cast.admin, visits[0]!.id)).id
  },
  /** Of the number INV-777777, which is another's no longer. */
  numberedInvoice: async (cast: Cast) => {
    const id = await targets.invoice(cast)
    const number = 'INV-777777'
    await db
      .update(invoices)
      .set({ invoiceNumber: `INV-${Date.now()}` })
      .where(eq(invoices.invoiceNumber, number))
    await db.update(invoices).set({ invoiceNumber: number }).where(eq(invoices.id, id))
    return id
  },
  paidInvoice: async (cast: Cast) => {
    const { visits } = await aJob(cast, 'completed')
    const { id } = await markVisitInvoiced(cast.admin, visits[0]!.id)
    return (await markPaid(cast.admin, id, { paidOn: '2026-03-31', paidBy: 'card' })).id
  },
  voidInvoice: async (cast: Cast) => {
    const { visits } = await aJob(cast, 'completed')
    const { id } = await markVisitInvoiced(cast.admin, visits[0]!.id)
    return (await voidInvoice(cast.admin, id, { reason: 'Wrong' })).id
  },
  contractorsStatement: async (cast: Cast) => {
    const { visits } = await aJob(cast, 'completed')
    await markVisitInvoiced(cast.admin, visits[0]!.id)
    return `contractor.${cast.contractor.id}`
  },
  agencysStatement: async (cast: Cast) => {
    const { visits } = await aJob(cast, 'completed')
    const { agency } = await markVisitInvoiced(cast.admin, visits[0]!.id)
    return `agency.${encodeURIComponent(agency!.toLowerCase())}`
  },
  finishedQuoteWork: async (cast: Cast) => (await finishedQuoteWork(cast)).work.id,
  awaitingApproval: job('quote_pending'),
  approvedQuote: decided(approveQuote),
  declinedQuote: decided(declineQuote),
  invoicedVisit: async (cast: Cast) => {
    const visit = (await aJob(cast, 'completed')).visits[0]!
    await markVisitInvoiced(cast.admin, visit.id)
    return visit.id
  },
  agentsToken: async ({ agent }: Cast) => (await aToken(agent)).id,
  aFollowLink: async (cast: Cast) =>
    (await shareJob(cast.agent, (await aJob(cast, 'assigned')).id, { purpose: 'follow_job' })).id,
  aHazard: (cast: Cast) => aSeenHazard(cast),
  aCalledOffHazard: async (cast: Cast) => {
    const id = await aSeenHazard(cast)
    await cancelJob(cast.admin, id, 'Sold')
    return id
  },
  aHazardSummary: async (cast: Cast) => (await sendSummary(cast.agent, await aSeenHazard(cast), A_SUMMARY)).id,
  aComplaint: async () => (await aComplaint()).id,
  anAnsweredComplaint: async ({ admin }: Cast) =>
    (await answerComplaint(admin, (await aComplaint()).id, 'We are sorry.')).id,
  aClosedComplaint: async ({ admin }: Cast) => (await closeComplaint(admin, (await aComplaint()).id, 'Settled')).id,
  agentsPasskey: ({ agent }: Cast) => aPasskeyOf(agent),
  aView: async ({ admin }: Cast) => (await createView(admin, VIEW)).id,
  allViews: async ({ admin }: Cast) => {
    for (let made = 0; made < MAX_VIEWS; made++) await createView(admin, { ...VIEW, name: `View ${made}` })
    return ''
  },
  aContractor: async () => (await aContractor()).id,
  aFormerContractor: async ({ admin }: Cast) => {
    const { id } = await aContractor()
    await deleteAccount(admin, id, 'contractor')
    return id
  },
  anAgent: async () => (await anAgent()).id,
  aBusyAgent: async (cast: Cast) => {
    const agent = await anAgent()
    await aJob({ ...cast, agent }, 'assigned')
    return agent.id
  },
  aBusyContractor: async (cast: Cast) => {
    const contractor = await aContractor()
    await aJob({ ...cast, contractor }, 'assigned')
    return contractor.id
  },
  /** An agent whose password another site knows. */
  signedInElsewhere: async ({ agent }: Cast) => {
    await db.update(users).set({ authType: 'oidc' }).where(eq(users.id, agent.id))
    return ''
  },
  allTokens: async ({ agent }: Cast) => {
    for (let made = 0; made < MAX_TOKENS; made++) await aToken(agent)
    return ''
  },
  oneself: async ({ admin }: Cast) => admin.id,
  anAdmin: async () => (await anAdmin()).id,
  anInvitedAdmin: async () => (await anAdmin({ hashedPassword: null })).id,
  anInvited: async () => (await aContractor({ hashedPassword: null })).id,
  aNobody: async () => (await aNobody()).id,
  contractorsCalendar: async ({ contractor }: Cast) => {
    await renewCalendar(contractor)
    return ''
  },
  allWebhooks: async ({ admin }: Cast) => {
    for (let made = 0; made < MAX_WEBHOOKS; made++) await createWebhook(admin, WEBHOOK)
    return ''
  },
  aWebhook: async ({ admin }: Cast) => (await createWebhook(admin, WEBHOOK)).id,
  /** Its maker is an administrator no more. */
  aLeftWebhook: async ({ admin }: Cast) => {
    const former = await anAdmin()
    const { id } = await createWebhook(former, WEBHOOK)
    await setRole(admin, former.id, 'contractor')
    return id
  },
  anOffWebhook: async ({ admin }: Cast) => {
    const { id } = await createWebhook(admin, WEBHOOK)
    await changeWebhook(admin, id, { on: false })
    return id
  },
  aWebhookDelivery: async ({ admin }: Cast) => {
    const { id } = await createWebhook(admin, WEBHOOK)
    return `${id} ${(await sendTest(admin, id)).id}`
  },
  anOffWebhookDelivery: async ({ admin }: Cast) => {
    const { id } = await createWebhook(admin, WEBHOOK)
    const delivery = await sendTest(admin, id)
    await changeWebhook(admin, id, { on: false })
    return `${id} ${delivery.id}`
  },
  failedEmail: async (cast: Cast) => {
    const { id: jobId } = await aJob(cast, 'assigned')
    const failed = db.update(emailNotifications).set({ status: 'failed' })
    const [email] = await failed.where(eq(emailNotifications.jobId, jobId)).returning()
    // As delivery gives it up.
    await db.delete(queuedWork).where(eq(queuedWork.subject, email!.id))
    return email!.id
  },
  resentEmail: async (cast: Cast): Promise<string> => {
    const id = await targets.failedEmail(cast)
    await resendEmail(cast.admin, id)
    return id
  },
}

function decided(decide: typeof approveQuote) {
  return async (cast: Cast) => {
    const quote = (await aJob(cast, 'quote_pending')).quotes[0]!
    await decide(cast.agent, quote.id)
    return quote.id
  }
}

function job(status: Exclude<JobStatus, 'invoiced' | 'cancelled'>) {
  return async (cast: Cast) => (await aJob(cast, status)).id
}

/** A public number, so that no name is looked up. */
export const WEBHOOK = { name: 'Accounting', url: 'https://8.8.8.8/fettle' }

/** A route's path with its ids. Two stand in one text, with a space between. */
export function withIds(path: string, id: string): string {
  const [first = '', second = ABSENT] = id.split(' ')
  return path.replace(':id', first).replace(':deliveryId', second)
}

/** An id that nothing has. */
export const ABSENT = '00000000-0000-7000-8000-000000000000'
