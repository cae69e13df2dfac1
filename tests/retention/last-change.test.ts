import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, jobs, jobVisits, links, quotes, uploadedObjects, users } from '#db/schema.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { applyRetention, dueForRemoval } from '#src/retention/apply.ts'
import { aCast, aJob, type Cast, finishedQuoteWork } from '#tests/support/world.ts'
import { longUntouched } from './old.ts'

const isThere = async (id: string) => (await db.$count(jobs, eq(jobs.id, id))) === 1
const dueJobs = async () => (await dueForRemoval()).find(({ name }) => name === 'jobs')?.count

/** Whether retention leaves the job; the dry run must say the same beforehand. */
async function stays(id: string): Promise<boolean> {
  const due = await dueJobs()
  await applyRetention()
  const there = await isThere(id)
  expect(due).toBe(there ? 0 : 1)
  return there
}

/** A finished visit job, or both halves of finished quote work, that nobody has touched for nine years. */
async function anOldJob(kind: 'visit' | 'quote work' = 'visit') {
  const cast = await aCast()
  const { id } = kind === 'visit' ? await aJob(cast, 'completed') : (await finishedQuoteWork(cast)).parent
  await longUntouched(id)
  const [visit] = await db.select({ id: jobVisits.id }).from(jobVisits).where(eq(jobVisits.jobId, id))
  const [half] = await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.parentJobId, id))
  const [quote] = await db.select({ id: quotes.id }).from(quotes).where(eq(quotes.jobId, id))
  return { cast, id, visitId: visit!.id, halfId: half?.id ?? '', quoteId: quote?.id ?? '' }
}
type Old = Awaited<ReturnType<typeof anOldJob>>

const NOW = sql`now() - interval '6 years 364 days'`
const anInvoice = (jobId: string) =>
  db.insert(invoices).values({
    ...{ invoiceNumber: crypto.randomUUID(), type: 'contractor_visit', jobId, description: 'Visit fee', amount: 6000 },
    ...{ contractorName: 'Carl Mason', propertyAddress: '12 Mill Lane' },
    ...{ invoiceDate: NOW, createdAt: NOW, updatedAt: NOW },
  })

describe('a job goes seven years after its last change, and nothing that follows it is overlooked', () => {
  test('without any change both kinds go', async () => {
    for (const kind of ['visit', 'quote work'] as const) {
      const { id } = await anOldJob(kind)
      expect(await stays(id)).toBe(false)
      expect(await db.$count(jobs)).toBe(0)
    }
  })

  const CHANGES: Record<string, (old: Old) => Promise<unknown>> = {
    'its own row': ({ id }) => db.update(jobs).set({ updatedAt: NOW }).where(eq(jobs.id, id)),
    'a visit': ({ visitId }) => db.update(jobVisits).set({ createdAt: NOW }).where(eq(jobVisits.id, visitId)),
    'the day of a visit': ({ visitId }) =>
      db.update(jobVisits).set({ visitDate: NOW }).where(eq(jobVisits.id, visitId)),
    'what became of a visit': ({ visitId }) =>
      db.update(jobVisits).set({ updatedAt: NOW }).where(eq(jobVisits.id, visitId)),
    'an appointment': ({ id }) =>
      db.execute(sql`update jobs set appointment_id = gen_random_uuid(), appointment_starts_at = now() + interval '1 day',
        appointment_ends_at = now() + interval '1 day 2 hours' where id = ${id}`),
    'a message': ({ id, cast }) => writeMessage(cast.admin, id, { text: 'Is it still dry?' }),
    'an entry of the timeline': ({ id }) =>
      db.execute(sql`update job_events set created_at = ${NOW} where job_id = ${id}`),
    'a photo of the job': ({ id }) => db.insert(uploadedObjects).values({ state: 'stored', jobId: id, createdAt: NOW }),
    'a photo of a visit': ({ visitId }) =>
      db.insert(uploadedObjects).values({ state: 'stored', visitId, createdAt: NOW }),
    'an invoice': ({ id }) => anInvoice(id),
    'the voiding of an invoice': async ({ id }) => {
      await anInvoice(id)
      await db
        .update(invoices)
        .set({ createdAt: sql`now() - interval '9 years'`, invoiceDate: sql`now() - interval '9 years'` })
    },
    'the day on which an invoice was voided': async ({ id }) => {
      await anInvoice(id)
      const then = sql`now() - interval '9 years'`
      await db.update(invoices).set({ createdAt: then, invoiceDate: then, updatedAt: then, voidedAt: NOW })
    },
    'a link': ({ id }) => db.insert(links).values({ purpose: 'follow_job', tokenHash: 'x', jobId: id, createdAt: NOW }),
    'the use of a link': ({ id }) =>
      db.insert(links).values({
        ...{ purpose: 'follow_job', tokenHash: 'x', jobId: id },
        ...{ createdAt: sql`now() - interval '9 years'`, usedAt: NOW },
      }),
  }
  for (const [what, change] of Object.entries(CHANGES)) {
    test(`${what} keeps it, and goes with it later`, async () => {
      const old = await anOldJob()
      await change(old)
      expect(await stays(old.id)).toBe(true)
      await longUntouched(old.id)
      await db.execute(
        sql`update jobs set appointment_starts_at = now() - interval '9 years', appointment_ends_at = now() - interval '9 years'`,
      )
      await db.execute(sql`update links set used_at = null`)
      expect(await stays(old.id)).toBe(false)
    })
  }

  const OF_HALVES: Record<string, (old: Old) => Promise<unknown>> = {
    'its other half': ({ halfId }) => db.update(jobs).set({ updatedAt: NOW }).where(eq(jobs.id, halfId)),
    'a message to its other half': ({ halfId, cast }) => writeMessage(cast.admin, halfId, { text: 'Hello' }),
    'an invoice of its other half': ({ halfId }) => anInvoice(halfId),
    'its quote': ({ quoteId }) => db.update(quotes).set({ updatedAt: NOW }).where(eq(quotes.id, quoteId)),
    'a link to its quote': ({ quoteId }) =>
      db.insert(links).values({ purpose: 'decide_quote', tokenHash: 'x', quoteId, createdAt: NOW }),
  }
  for (const [what, change] of Object.entries(OF_HALVES)) {
    test(`${what} keeps both halves`, async () => {
      const old = await anOldJob('quote work')
      await change(old)
      expect(await stays(old.id)).toBe(true)
      expect(await isThere(old.halfId)).toBe(true)
    })
  }

  test('a job that was invoiced and written to a moment ago stays, though its own row is nine years old', async () => {
    const { cast, id, visitId } = await anOldJob()
    await db.update(jobVisits).set({ invoicingStatus: 'pending' }).where(eq(jobVisits.id, visitId))
    await markVisitInvoiced(cast.admin, visitId)
    await writeMessage(cast.agent, id, { text: 'Thank you' })
    await db.update(jobs).set({ updatedAt: sql`now() - interval '9 years'` })
    expect(await stays(id)).toBe(true)
  })
})

const LOOKED_AT = ['invoices', 'job_events', 'job_visits', 'jobs', 'links', 'messages', 'quotes', 'uploaded_objects']
const NO_CHANGE: Record<string, string> = {
  bulk_action_items: 'what was done is in the timeline of each job',
  certificate_jobs: 'say for which end a job was raised, with it',
  certificates: 'are of the property, and are renewed by its completion',
  email_notifications: 'tell of a change, and go by their own three years',
  hazard_summaries: 'what is sent is in the timeline of each job',
  hazards: 'what is marked and corrected is in the timeline of each job',
  lost_jobs: 'copies of a loss that is in the timeline',
  message_marks: 'reading is no change',
  message_threads: 'copies of the last message',
  past_contractors: 'copies of visits and quotes',
  reminders: 'tell of what waits, and what waits is not finished',
  urgent_notices: 'wait some minutes',
}

test('each table that refers to a job, its visits or quotes is looked at, or says why it need not be', async () => {
  const rows = await db.execute<{
    name: string
  }>(sql`select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid in ('jobs'::regclass, 'job_visits'::regclass, 'quotes'::regclass)`)
  expect(rows.map(({ name }) => name).sort()).toEqual([...LOOKED_AT, ...Object.keys(NO_CHANGE)].sort())
})

describe('what is not finished never goes, however old', () => {
  for (const status of ['pending', 'assigned', 'in_progress', 'quote_pending', 'quote_approved'] as const) {
    test(`a job that is ${status}`, async () => {
      const { id } = await aJob(await aCast(), status)
      await longUntouched(id, '30 years')
      expect(await stays(id)).toBe(true)
    })
  }

  test('a job with a visit or a quote to invoice', async () => {
    const visit = await anOldJob()
    await db.update(jobVisits).set({ invoicingStatus: 'pending' }).where(eq(jobVisits.id, visit.visitId))
    expect(await stays(visit.id)).toBe(true)
    const quote = await anOldJob('quote work')
    await db.update(quotes).set({ invoicingStatus: 'pending' }).where(eq(quotes.id, quote.quoteId))
    expect(await stays(quote.id)).toBe(true)
  })

  test('the account of an agent or a contractor whom an unfinished job names, also a hidden one', async () => {
    const gone = (cast: Cast) =>
      db.execute(
        sql`update users set deleted_at = now() - interval '9 years' where id in (${cast.agent.id}, ${cast.contractor.id})`,
      )
    const accounts = async () => (await dueForRemoval()).find(({ name }) => name === 'accounts')?.count
    const cast = await aCast()
    const { id } = await aJob(cast, 'assigned')
    await longUntouched(id)
    await db.update(jobs).set({ hiddenFromEstateAgent: 'yes' }).where(eq(jobs.id, id))
    await gone(cast)
    expect(await accounts()).toBe(0)
    await applyRetention()
    expect(await db.$count(users)).toBe(3)
    await db.update(jobs).set({ status: 'cancelled' }).where(eq(jobs.id, id))
    expect(await accounts()).toBe(2)
    await applyRetention()
    expect(await db.$count(users)).toBe(1)
  })

  test('an invoice, when its job goes', async () => {
    const { id } = await anOldJob()
    await anInvoice(id)
    await longUntouched(id)
    await db.update(invoices).set({ invoiceDate: sql`now() - interval '6 years'` })
    expect(await stays(id)).toBe(true)
    await longUntouched(id)
    expect(await stays(id)).toBe(false)
    expect(await db.select({ jobId: invoices.jobId }).from(invoices)).toEqual([{ jobId: null }])
  })
})

test('a message that is written while retention looks is not lost with its job: one of the two waits', async () => {
  const { cast, id } = await anOldJob()
  const [written] = await Promise.allSettled([writeMessage(cast.admin, id, { text: 'Now' }), applyRetention()])
  expect(await isThere(id)).toBe(written.status === 'fulfilled')
})
