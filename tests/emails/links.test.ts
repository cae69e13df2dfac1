import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, users } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { EMAIL_TYPES } from '#src/domain/email/kinds.ts'
import { assignJob, cancelJob, startJob, unassignJob } from '#src/jobs/actions.ts'
import { handOver } from '#src/jobs/assignment/hand-over.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { withSecret } from '#src/links/mailed.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { notifyOfMessages } from '#src/messages/notify.ts'
import { approveQuote, declineQuote } from '#src/quotes/actions.ts'
import { remindEverybody } from '#src/reminders/actions.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { roundOf, since } from '#tests/reminders/world.ts'
import { signedInAs } from '#tests/support/app.ts'
import {
  aCast,
  aContractor,
  aJob,
  anAdmin,
  anAgent,
  type Cast,
  complete,
  quoteWork,
  withQuote,
} from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'

const SITE = 'https://fettle.example'

type World = Cast & { second: Actor; other: Actor; receiver: Actor }

/** As a script sends it. Throws unless it is done. */
async function send(user: Actor, method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object) {
  const answer = await (await signedInAs(user)).send(path, { method, body })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
}
const tomorrow = (hour: number) => new Date(new Date().setUTCHours(hour, 0, 0, 0) + 86_400_000).toISOString()
const book = ({ contractor }: World, id: string, hour: number) =>
  send(contractor, 'PUT', `/api/jobs/${id}/appointment`, { startsAt: tomorrow(hour), endsAt: tomorrow(hour + 2) })
const ofJob = async (at: World, status: Parameters<typeof aJob>[1]) => (await aJob(at, status)).id
const quoteOf = async (at: World) => (await aJob(at, 'quote_pending')).quotes[0]!.id
const reason = 'The tenant moved out.'

/** What happens to a job, and whom it tells by which kind of e-mail, in the order in which they are told. */
const CHANGES: [name: string, told: string, change: (at: World) => Promise<unknown>][] = [
  ['assigned', 'job_assigned contractor', (at) => ofJob(at, 'assigned')],
  [
    'given to another',
    'job_assigned contractor, job_withdrawn contractor, job_assigned other',
    async (at) => assignJob(at.admin, await ofJob(at, 'assigned'), at.other.id),
  ],
  [
    'taken back',
    'job_assigned contractor, job_withdrawn contractor',
    async (at) => unassignJob(at.admin, await ofJob(at, 'assigned')),
  ],
  [
    'deleted by its agent',
    'job_assigned contractor, job_cancelled contractor, job_cancelled admin, job_cancelled second',
    async (at) => deleteJob(at.agent, await ofJob(at, 'assigned')),
  ],
  [
    'deleted for good',
    'job_assigned contractor, job_deleted contractor, job_deleted agent',
    async (at) => deleteJob(at.admin, await ofJob(at, 'in_progress')),
  ],
  [
    'cancelled by an administrator',
    'job_assigned contractor, job_cancelled contractor, job_cancelled agent',
    async (at) => cancelJob(at.admin, await ofJob(at, 'assigned'), reason),
  ],
  [
    'cancelled by its agent before anybody had it',
    'job_cancelled admin, job_cancelled second',
    async (at) => send(at.agent, 'POST', `/api/jobs/${await ofJob(at, 'pending')}/cancel`, { reason }),
  ],
  ['completed', 'job_assigned contractor, job_completed agent', (at) => ofJob(at, 'completed')],
  ['quoted', 'job_assigned contractor, quote_submitted agent', (at) => quoteOf(at)],
  [
    'declined',
    'job_assigned contractor, quote_submitted agent, quote_declined contractor',
    async (at) => declineQuote(at.agent, await quoteOf(at)),
  ],
  [
    'that went to another contractor and was quoted and declined',
    'job_assigned other, job_withdrawn other, job_assigned contractor, quote_submitted agent, quote_declined contractor',
    async (at) => {
      const id = await ofJob({ ...at, contractor: at.other }, 'assigned')
      await assignJob(at.admin, id, at.contractor.id)
      await complete(at.contractor, id, withQuote())
      const [quote] = await db.query.quotes.findMany({ where: (row, { eq }) => eq(row.jobId, id) })
      await declineQuote(at.agent, quote!.id)
    },
  ],
  [
    'approved',
    'job_assigned contractor, quote_submitted agent, quote_approved contractor',
    async (at) => approveQuote(at.agent, await quoteOf(at)),
  ],
  [
    'handed over to another agent',
    'job_assigned contractor, jobs_handed_over agent, jobs_handed_over receiver',
    async (at) => {
      await ofJob(at, 'assigned')
      await handOver(at.admin, at.agent.id, at.receiver.id)
    },
  ],
  [
    'quoted and done',
    'job_assigned contractor, quote_submitted agent, quote_approved contractor, job_completed agent',
    async (at) => markJobComplete(at.contractor, (await quoteWork(at)).work.id),
  ],
  [
    'raised as urgent',
    'job_urgent admin, job_urgent second',
    (at) => aJob(at, 'pending', { job: { urgency: 'high' } }),
  ],
  [
    'edited',
    'job_assigned contractor, job_changed contractor',
    async (at) => send(at.agent, 'PATCH', `/api/jobs/${await ofJob(at, 'assigned')}`, { propertyName: 'Ivy House' }),
  ],
  [
    'visited when nobody was in',
    'job_assigned contractor, job_no_access agent',
    async (at) => {
      const visit = { outcome: 'no_access', workDone: 'I rang for ten minutes.' }
      await send(at.contractor, 'POST', `/api/jobs/${await ofJob(at, 'assigned')}/visits`, visit)
    },
  ],
  [
    'to come back to',
    'job_assigned contractor, job_return_needed agent',
    async (at) => {
      const visit = { outcome: 'return', workDone: 'A part is missing.' }
      await send(at.contractor, 'POST', `/api/jobs/${await ofJob(at, 'assigned')}/visits`, visit)
    },
  ],
  [
    'handed back',
    'job_assigned contractor, job_handed_back agent, job_handed_back admin, job_handed_back second',
    async (at) => send(at.contractor, 'POST', `/api/jobs/${await ofJob(at, 'assigned')}/hand-back`, { reason }),
  ],
  [
    'reopened for the same contractor',
    'job_assigned contractor, job_completed agent, job_reopened contractor, job_reopened admin, job_reopened second',
    async (at) => {
      const body = { reason, keepContractor: true }
      await send(at.agent, 'POST', `/api/jobs/${await ofJob(at, 'completed')}/reopen`, body)
    },
  ],
  [
    'reopened for anybody',
    'job_assigned contractor, job_completed agent, job_reopened agent, job_reopened contractor',
    async (at) => send(at.admin, 'POST', `/api/jobs/${await ofJob(at, 'completed')}/reopen`, { reason }),
  ],
  [
    'removed by its agent and reopened',
    'job_assigned contractor, job_completed agent, job_reopened agent, job_reopened contractor',
    async (at) => {
      const id = await ofJob(at, 'completed')
      await deleteJob(at.agent, id)
      await send(at.admin, 'POST', `/api/jobs/${id}/reopen`, { reason })
    },
  ],
  [
    'whose quote is revised',
    'job_assigned contractor, quote_submitted agent, quote_revised agent',
    async (at) => send(at.contractor, 'PATCH', `/api/quotes/${await quoteOf(at)}`, { quoteAmount: 1234 }),
  ],
  [
    'whose quote is withdrawn',
    'job_assigned contractor, quote_submitted agent, quote_withdrawn agent',
    async (at) => send(at.contractor, 'POST', `/api/quotes/${await quoteOf(at)}/withdraw`, { reason }),
  ],
  [
    'whose price is too high',
    'job_assigned contractor, quote_submitted agent, new_price_asked contractor',
    async (at) => send(at.agent, 'PATCH', `/api/quotes/${await quoteOf(at)}/decline`, { reason, askAgain: true }),
  ],
  [
    'booked, moved and not visited after all',
    'job_assigned contractor, appointment_booked agent, appointment_changed agent, appointment_cancelled agent',
    async (at) => {
      const id = await ofJob(at, 'assigned')
      await book(at, id, 9)
      await book(at, id, 13)
      await send(at.contractor, 'DELETE', `/api/jobs/${id}/appointment`)
    },
  ],
  [
    'that has waited',
    'job_assigned contractor, reminder contractor',
    async (at) => {
      const id = await ofJob(at, 'assigned')
      await since(id, { waitingSince: new Date('2027-03-01T09:00:00Z'), visitBy: null })
      await remindEverybody(roundOf('2027-03-08'))
    },
  ],
  [
    'written about',
    'job_assigned contractor, new_messages agent, new_messages admin, new_messages second',
    async (at) => {
      await writeMessage(at.contractor, await ofJob(at, 'assigned'), { text: 'Is there a key?' })
      const marks = await db.query.messageMarks.findMany({ orderBy: (row, { asc }) => asc(row.id) })
      for (const mark of marks) await notifyOfMessages(mark.id)
    },
  ],
]

async function messages() {
  return db.query.emailNotifications.findMany({ orderBy: (row, { asc }) => asc(row.id) })
}

test.each(CHANGES)('a job %s: who is told, and led only where they may go', async (_, told, change) => {
  const people: World = {
    ...(await aCast()),
    second: await anAdmin({ firstName: 'Alan' }),
    other: await aContractor({ firstName: 'Dora' }),
    receiver: await anAgent({ firstName: 'Ben' }),
  }
  const gone = await anAdmin()
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.id))
  await change(people)
  const whose = (email: string) => Object.entries(people).find(([, one]) => one.email === email)
  const sent = await messages()
  expect(sent.map((one) => `${one.emailType} ${whose(one.contractorEmail)?.[0]}`).join(', ')).toBe(told)
  // An earlier e-mail may tell of what has passed since: the change's own are those after the last assignment.
  const own = sent.filter(({ emailType }) => emailType !== 'job_assigned' || told === 'job_assigned contractor')
  for (const { contractorEmail, emailType, content } of own) {
    const reader = await signedInAs(whose(contractorEmail)![1])
    const { html, text } = composeEmail(
      emailType,
      content.linkId || content.answerId ? withSecret(content) : content,
      SITE,
    )
    expect(`${html} ${text}`).not.toMatch(/undefined|null|\[object|NaN/)
    const links = [...`${html} ${text}`.matchAll(/https:\/\/fettle\.example([^\s"'<,]*)/g)].map(
      ([, path]) => path || '/',
    )
    expect(new Set(links).size).toBe(content.answerId ? 3 : 2)
    // The link to what was answered or given to another since says so.
    for (const path of new Set(links))
      expect([emailType, path, (await reader.get(path.split('#')[0]!)).status]).toEqual([
        emailType,
        path,
        /^\/(decide-quote|answer-job)\//.test(path) && content !== own.at(-1)?.content ? 410 : 200,
      ])
  }
})

/** Their links are followed by whoever is not signed in: tests/accounts/{inviting,password-links}.test.ts, tests/access/sign-in-only.test.ts. */
const OF_ACCOUNTS = [
  ...['account_invitation', 'password_link', 'address_changed', 'new_device'],
  ...['passkey_added', 'passkey_allowed'],
]

/** tests/reminders/{urgent,chase}.test.ts, tests/properties/hazards/emergencies.test.ts */
const GATHERED = ['jobs_urgent', 'jobs_chased', 'hazard_emergency']

/** tests/webhooks/sending.test.ts */
const OF_WEBHOOKS = ['webhook_off']

/** tests/{quotes,visits}/by-link.test.ts, tests/outsiders/, tests/properties/{hazards/summary,certificates/links}.test.ts */
const BY_LINK = [
  ...['decided_by_link', 'answered_by_link', 'landlord_asked', 'landlord_answered'],
  ...['repair_shared', 'repair_visit', 'hazard_summary', 'certificates_shared'],
]

/** tests/invoices/{statement-links,reminders}.test.ts, tests/figures/by-email.test.ts; certificates' reminders */
const STATEMENTS = ['statement_sent', 'invoices_late', 'month_figures', 'certificates_due']

/** tests/privacy/complaints.test.ts */
const OF_COMPLAINTS = ['complaint_received', 'complaint_answered']

test('every kind of e-mail was followed', () => {
  const kinds = CHANGES.flatMap(([, told]) => told.split(', ').map((one) => one.split(' ')[0]))
  const gathered = [...OF_ACCOUNTS, ...GATHERED, ...OF_WEBHOOKS, ...BY_LINK, ...STATEMENTS, ...OF_COMPLAINTS]
  expect(new Set([...kinds, ...gathered])).toEqual(new Set(EMAIL_TYPES))
})

test('a contractor who lost a job is sent to the list, also when they may still read it', async () => {
  const [cast, other] = [await aCast(), await aContractor()]
  await assignJob(cast.admin, (await aJob(cast, 'assigned')).id, other.id)
  const withdrawn = (await messages()).find(({ emailType }) => emailType === 'job_withdrawn')
  expect(withdrawn?.content.path).toBe('/jobs')
})

test('an agent who removed a job hears no more of it', async () => {
  const cast = await aCast()
  const { work } = await quoteWork(cast)
  await startJob(cast.contractor, work.id)
  await db.update(jobs).set({ hiddenFromEstateAgent: 'yes' }).where(eq(jobs.id, work.id))
  await markJobComplete(cast.contractor, work.id)
  expect((await messages()).map((one) => one.emailType)).not.toContain('job_completed')
})
