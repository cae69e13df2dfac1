import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { bookVisit, cancelVisit } from '#src/appointments/actions.ts'
import { EMAIL_TYPES } from '#src/emails/kinds.ts'
import { assignJob, cancelJob, startJob, unassignJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/deletion.ts'
import { editJob } from '#src/jobs/edit.ts'
import { handOver } from '#src/jobs/hand-over.ts'
import { reopenJob } from '#src/jobs/reopen.ts'
import { approveQuote, declineQuote } from '#src/quotes/actions.ts'
import { reviseQuote, withdrawQuote } from '#src/quotes/changes.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { handJobBack } from '#src/visits/hand-back.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { signedInAs } from '#tests/support/app.ts'
import { dayIn, onDay, tomorrow } from '#tests/support/times.ts'
import { aCast, aContractor, aJob, anAgent, type Cast, complete, completion, quoteWork } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'

const SITE = 'https://fettle.example'

/** What happens to a job, by the kinds of messages that it sends, in the order in which they are sent. */
const CHANGES: [
  name: string,
  kinds: string,
  change: (cast: Cast, other: Actor, receiver: Actor) => Promise<unknown>,
][] = [
  ['assigned', 'job_assigned', (cast) => aJob(cast, 'assigned')],
  [
    'given to another',
    'job_assigned job_withdrawn job_assigned',
    async (cast, other) => assignJob(cast.admin, (await aJob(cast, 'assigned')).id, other.id),
  ],
  [
    'taken back',
    'job_assigned job_withdrawn',
    async (cast) => unassignJob(cast.admin, (await aJob(cast, 'assigned')).id),
  ],
  [
    'deleted by its agent',
    'job_assigned job_cancelled job_cancelled',
    async (cast) => deleteJob(cast.agent, (await aJob(cast, 'assigned')).id),
  ],
  [
    'deleted for good',
    'job_assigned job_withdrawn',
    async (cast) => deleteJob(cast.admin, (await aJob(cast, 'in_progress')).id),
  ],
  [
    'cancelled',
    'job_assigned job_cancelled job_cancelled',
    async (cast) => cancelJob(cast.admin, (await aJob(cast, 'assigned')).id, 'The house was sold.'),
  ],
  ['urgent', 'job_urgent', async (cast) => aJob(cast, 'pending', { job: { urgency: 'high' } })],
  [
    'edited',
    'job_assigned job_changed',
    async (cast) => editJob(cast.agent, (await aJob(cast, 'assigned')).id, { propertyName: 'Ivy House' }),
  ],
  [
    'reopened by its agent',
    'job_assigned job_completed job_reopened job_reopened',
    async (cast) =>
      reopenJob(cast.agent, (await aJob(cast, 'completed')).id, { reason: 'It leaks again', keepContractor: true }),
  ],
  [
    'removed by its agent and reopened',
    'job_assigned job_completed job_reopened',
    async (cast) => {
      const { id } = await aJob(cast, 'completed')
      await deleteJob(cast.agent, id)
      await reopenJob(cast.admin, id, { reason: 'It leaks again' })
    },
  ],
  [
    'with a visit that is booked, moved and called off',
    'job_assigned appointment_booked appointment_changed appointment_cancelled',
    async (cast) => {
      const { id } = await aJob(cast, 'assigned')
      await bookVisit(cast.contractor, id, tomorrow())
      await bookVisit(cast.contractor, id, onDay(dayIn(2)))
      await cancelVisit(cast.contractor, id)
    },
  ],
  ['completed', 'job_assigned job_completed', (cast) => aJob(cast, 'completed')],
  ['quoted', 'job_assigned quote_submitted', (cast) => aJob(cast, 'quote_pending')],
  [
    'declined',
    'job_assigned quote_submitted quote_declined',
    async (cast) => declineQuote(cast.agent, (await aJob(cast, 'quote_pending')).quotes[0]!.id),
  ],
  [
    'that went to another contractor and was quoted and declined',
    'job_assigned job_withdrawn job_assigned quote_submitted quote_declined',
    async (cast, other) => {
      const { id } = await aJob({ ...cast, contractor: other }, 'assigned')
      await assignJob(cast.admin, id, cast.contractor.id)
      await complete(cast.contractor, id, {
        ...completion(),
        needsQuote: true,
        quoteAmount: 9,
        quoteDescription: 'x',
      })
      const [quote] = await db.query.quotes.findMany({ where: (row, { eq }) => eq(row.jobId, id) })
      await declineQuote(cast.agent, quote!.id)
    },
  ],
  [
    'whose quote was changed and withdrawn',
    'job_assigned quote_submitted quote_revised quote_withdrawn',
    async (cast) => {
      const { id } = (await aJob(cast, 'quote_pending')).quotes[0]!
      await reviseQuote(cast.contractor, id, { quoteAmount: 12 })
      await withdrawQuote(cast.contractor, id, 'Priced for another house.')
    },
  ],
  [
    'for which a new price was asked',
    'job_assigned quote_submitted new_price_asked',
    async (cast) => {
      const { id } = (await aJob(cast, 'quote_pending')).quotes[0]!
      await declineQuote(cast.agent, id, { reason: 'Too dear.', askAgain: true })
    },
  ],
  [
    'approved',
    'job_assigned quote_submitted quote_approved',
    async (cast) => approveQuote(cast.agent, (await aJob(cast, 'quote_pending')).quotes[0]!.id),
  ],
  [
    'handed over to another agent',
    'job_assigned jobs_handed_over jobs_handed_over',
    async (cast, _, receiver) => {
      await aJob(cast, 'assigned')
      await handOver(cast.admin, cast.agent.id, receiver.id)
    },
  ],
  [
    'quoted and done',
    'job_assigned quote_submitted quote_approved job_completed',
    async (cast) => markJobComplete(cast.contractor, (await quoteWork(cast)).work.id),
  ],
  ...(['no_access', 'return'] as const).map((outcome): (typeof CHANGES)[number] => [
    `visited (${outcome})`,
    `job_assigned ${outcome === 'return' ? 'job_return_needed' : 'job_no_access'}`,
    async (cast) =>
      recordUnfinishedVisit(cast.contractor, (await aJob(cast, 'assigned')).id, { outcome, workDone: 'Rang twice.' }),
  ]),
  [
    'handed back',
    'job_assigned job_handed_back job_handed_back',
    async (cast) => handJobBack(cast.contractor, (await aJob(cast, 'in_progress')).id, 'Ill'),
  ],
]

async function messages() {
  return db.query.emailNotifications.findMany({ orderBy: (row, { asc }) => asc(row.id) })
}

test.each(CHANGES)('a job %s: each message leads only where its reader may go', async (_, kinds, change) => {
  const [cast, other, receiver] = [await aCast(), await aContractor(), await anAgent()]
  await change(cast, other, receiver)
  const people = [cast.agent, cast.contractor, cast.admin, other, receiver]
  const sent = await messages()
  expect(sent.map((one) => one.emailType).join(' ')).toBe(kinds)
  // An earlier message may tell of what has passed since: the change's own are those after the last assignment.
  const own = sent.filter(({ emailType }) => emailType !== 'job_assigned' || kinds === 'job_assigned')
  for (const { contractorEmail, emailType, content } of own) {
    const reader = await signedInAs(people.find((one) => one.email === contractorEmail)!)
    const { html, text } = composeEmail(emailType, content, SITE)
    const links = [...`${html} ${text}`.matchAll(/https:\/\/fettle\.example([^\s"'<,]*)/g)].map(
      ([, path]) => path || '/',
    )
    expect(new Set(links).size).toBe(2)
    for (const path of new Set(links))
      expect([emailType, path, (await reader.get(path)).status]).toEqual([emailType, path, 200])
  }
})

test('every kind of message was followed', () => {
  expect(new Set(CHANGES.flatMap(([, kinds]) => kinds.split(' ')))).toEqual(new Set(EMAIL_TYPES))
})

test('who lost a job is sent to the list, also when they may still read it', async () => {
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
