import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, jobEvents, jobs, jobVisits, quotes } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { forgetNotified, notified } from '#tests/jobs/notified.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import {
  aCast,
  aContractor,
  aJob,
  anAdmin,
  completion,
  finishedQuoteWork,
  quoteWork,
  statusOf,
  withQuote,
} from '#tests/support/world.ts'

// Many people press at once. Exactly one wins; the others are told what the state is now.
/** Sends everything at once; returns how often each status was answered. */
async function race(...calls: (() => Promise<Response>)[]): Promise<Record<number, number>> {
  const answers = await Promise.all(calls.map((call) => call()))
  const statuses = answers.map(({ status }) => status)
  return Object.fromEntries([...new Set(statuses)].sort().map((one) => [one, statuses.filter((s) => s === one).length]))
}
const times = (count: number, call: () => Promise<Response>) => Array.from({ length: count }, () => call)
/** a b a b …, so that neither has a start. */
const mixed = (count: number, ...calls: (() => Promise<Response>)[]) =>
  Array.from({ length: count }, () => calls).flat()
const events = async (id: string) =>
  (await db.select().from(jobEvents).where(eq(jobEvents.jobId, id))).map((e) => e.event)
const childrenOf = (id: string) => db.$count(jobs, eq(jobs.parentJobId, id))

async function clients() {
  const cast = await aCast()
  const [agent, contractor, admin] = await Promise.all([cast.agent, cast.contractor, cast.admin].map(signedInAs))
  return { cast, agent: agent!, contractor: contractor!, admin: admin! }
}

describe('one quote', () => {
  test('approved fifty times opens one quote work and sends one e-mail', async () => {
    const { cast, agent } = await clients()
    const { id, quotes } = await aJob(cast, 'quote_pending')
    await forgetNotified()
    expect(await race(...times(50, () => agent.patch(`/api/quotes/${quotes[0]!.id}/approve`)))).toEqual({
      200: 1,
      409: 49,
    })
    expect([await statusOf(id), await childrenOf(id), await notified()]).toEqual([
      ...['quote_approved', 1, [`quote_approved → ${cast.contractor.email}`]],
    ] as never)
  })

  test('approved and declined is one or the other, in every part', async () => {
    const { cast, agent } = await clients()
    for (let round = 0; round < 5; round++) {
      const job = await aJob(cast, 'quote_pending')
      await forgetNotified()
      const path = `/api/quotes/${job.quotes[0]!.id}`
      const calls = mixed(
        10,
        () => agent.patch(`${path}/approve`),
        () => agent.patch(`${path}/decline`),
      )
      if (round % 2) calls.reverse()
      expect(await race(...calls)).toEqual({ 200: 1, 409: 19 })
      const quote = (await db.query.quotes.findFirst({ where: eq(quotes.id, job.quotes[0]!.id) }))!
      const approved = quote.status === 'approved'
      expect(await statusOf(job.id)).toBe(approved ? 'quote_approved' : 'completed')
      expect(await childrenOf(job.id)).toBe(approved ? 1 : 0)
      expect(await notified()).toEqual([`${approved ? 'quote_approved' : 'quote_declined'} → ${cast.contractor.email}`])
    }
  })

  test('approved while an administrator deletes its job or the agent all of them leaves no orphan', async () => {
    const { cast, agent, admin } = await clients()
    for (const remove of [
      (id: string) => admin.delete(`/api/jobs/${id}`),
      (id: string) => agent.delete(`/api/jobs/${id}`),
      () => agent.delete('/api/jobs/completed/all'),
    ]) {
      const { id, quotes } = await aJob(cast, 'quote_pending')
      const answers = await race(
        ...mixed(
          8,
          () => agent.patch(`/api/quotes/${quotes[0]!.id}/approve`),
          () => remove(id),
        ),
      )
      expect(Object.keys(answers).every((status) => ['200', '404', '409'].includes(status))).toBe(true)
      const job = await db.query.jobs.findFirst({ where: eq(jobs.id, id) })
      expect(await childrenOf(id)).toBe(job?.status === 'quote_approved' ? 1 : 0)
      // An agent is refused as long as the work is not finished; an administrator is not.
      if (job) expect(job).toMatchObject({ status: 'quote_approved', hiddenFromEstateAgent: 'no' })
      else expect(await db.$count(jobVisits)).toBe(0)
      await db.delete(jobs)
    }
  })
})

describe('one job', () => {
  test('completed and cancelled is one or the other', async () => {
    const { cast, contractor, admin } = await clients()
    for (let round = 0; round < 5; round++) {
      const { id } = await aJob(cast, 'in_progress')
      const calls = mixed(
        10,
        () => contractor.post(`/api/jobs/${id}/complete`, round % 2 ? completion() : withQuote()),
        () => admin.post(`/api/jobs/${id}/cancel`, { reason: 'Sold' }),
      )
      expect(await race(...calls)).toEqual({ 200: 1, 409: 19 })
      const cancelled = (await statusOf(id)) === 'cancelled'
      expect(await db.$count(jobVisits, eq(jobVisits.jobId, id))).toBe(cancelled ? 0 : 1)
      expect(await db.$count(quotes, eq(quotes.jobId, id))).toBe(cancelled || round % 2 ? 0 : 1)
    }
  })

  test('given to twelve contractors is told to each in turn, and has the last one', async () => {
    const { cast, admin } = await clients()
    const others = await Promise.all(Array.from({ length: 12 }, () => aContractor()))
    const { id } = await aJob(cast)
    await forgetNotified()
    const calls = others.map((other) => () => admin.post(`/api/jobs/${id}/assign`, { contractorId: other.id }))
    expect(await race(...calls)).toEqual({ 200: 12 })
    const messages = await notified()
    const to = (type: string) => messages.filter((line) => line.startsWith(type)).map((line) => line.split(' → ')[1]!)
    expect(to('job_assigned').sort()).toEqual(others.map(({ email }) => email!).sort())
    // Everybody but the one who has it now was told that it was withdrawn.
    const now = await db.query.jobs.findFirst({ where: eq(jobs.id, id) })
    const has = others.find((other) => other.id === now!.contractorId)!
    expect(to('job_withdrawn').sort()).toEqual(
      others
        .filter((o) => o !== has)
        .map(({ email }) => email!)
        .sort(),
    )
    expect((await events(id)).filter((event) => event === 'assigned')).toHaveLength(1)
  })

  test('started, taken back and deleted at once is in one state at the end', async () => {
    const { cast, contractor, admin, agent } = await clients()
    const { id } = await aJob(cast, 'assigned')
    const answers = await race(
      ...mixed(
        8,
        () => contractor.post(`/api/jobs/${id}/start`),
        () => admin.post(`/api/jobs/${id}/unassign`),
        () => agent.delete(`/api/jobs/${id}`),
      ),
    )
    expect(Object.keys(answers).every((status) => ['200', '403', '404', '409'].includes(status))).toBe(true)
    // A contractor had it, so it is kept for the administrators.
    expect(await statusOf(id)).toBe('cancelled')
  })

  test('of quote work: marked complete, cancelled and its parent deleted, without anything left half done', async () => {
    const { cast, contractor, admin } = await clients()
    for (let round = 0; round < 4; round++) {
      const { parent, work } = await quoteWork(cast)
      const calls = [
        () => contractor.post(`/api/jobs/${work.id}/mark-complete`),
        () => admin.post(`/api/jobs/${work.id}/cancel`, { reason: 'Sold' }),
        ...(round % 2 ? [() => admin.delete(`/api/jobs/${parent.id}`)] : []),
      ]
      const answers = await race(...mixed(5, ...calls))
      expect(Object.keys(answers).every((status) => ['200', '404', '409'].includes(status))).toBe(true)
      if (round % 2) expect([await statusOf(parent.id), await statusOf(work.id)]).toEqual([null, null])
      else {
        const quote = (await db.query.quotes.findFirst({ where: eq(quotes.jobId, parent.id) }))!
        expect(answers).toEqual({ 200: 1, 409: 9 })
        expect([await statusOf(parent.id), await statusOf(work.id)]).toEqual(['completed', quote.workStatus as never])
      }
    }
  })
})

describe('a contractor who is deleted while work is given to them', () => {
  test('has none in the end', async () => {
    const { cast, admin } = await clients()
    const made = await Promise.all(Array.from({ length: 12 }, () => aJob(cast)))
    const reassigned = await Promise.all(
      Array.from({ length: 6 }, async () => aJob({ ...cast, contractor: await aContractor() }, 'assigned')),
    )
    const assign =
      ({ id }: { id: string }) =>
      () =>
        admin.post(`/api/jobs/${id}/assign`, { contractorId: cast.contractor.id })
    const calls = [...made, ...reassigned].map(assign)
    calls.splice(9, 0, () => admin.delete(`/api/contractors/${cast.contractor.id}`))
    const answers = await race(...calls)
    expect((answers[200] ?? 0) + (answers[422] ?? 0)).toBe(19)
    const theirs = await db.query.jobs.findMany({ where: eq(jobs.contractorId, cast.contractor.id) })
    expect(theirs).toEqual([])
  })

  test('in the worst moment: chosen, and not yet written down', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast)
    const waiting = async (count: number) => {
      const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await db.execute(waits)).length < count) await Bun.sleep(10)
    }
    let both: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      // Nobody can write to a job, so the assignment stops when it has chosen the contractor.
      await tx.execute(sql`lock table jobs in share mode`)
      const assigned = assignJob(cast.admin, id, cast.contractor.id)
      await waiting(1)
      both = Promise.all([assigned, deleteAccount(cast.admin, cast.contractor.id, 'contractor')])
      await waiting(2)
    })
    await both
    expect(await db.query.jobs.findFirst()).toMatchObject({ status: 'pending', contractorId: null })
  })
})

describe('invoicing', () => {
  test('one visit fifty times makes one invoice', async () => {
    const { cast, admin } = await clients()
    const { visits } = await aJob(cast, 'completed')
    expect(await race(...times(50, () => admin.post(`/api/visits/${visits[0]!.id}/mark-invoiced`)))).toEqual({
      201: 1,
      409: 49,
    })
    expect(await db.$count(invoices)).toBe(1)
  })

  test('many items at once numbers them without a gap or a double', async () => {
    const { cast, admin } = await clients()
    const second = await signedInAs(await anAdmin())
    const visits: string[] = []
    const work: string[] = []
    for (let count = 0; count < 12; count++) visits.push((await aJob(cast, 'completed')).visits[0]!.id)
    for (let count = 0; count < 6; count++) {
      const { quote, parent } = await finishedQuoteWork(cast)
      work.push(quote.id)
      visits.push(parent.visits[0]!.id)
    }
    const paths = [...visits.map((id) => `/api/visits/${id}`), ...work.map((id) => `/api/quotes/${id}`)]
    const mark = (client: Client) => paths.map((path) => () => client.post(`${path}/mark-invoiced`))
    // Two administrators work down the same lists.
    expect(await race(...mark(admin), ...mark(second).reverse())).toEqual({ 201: 24, 409: 24 })
    const numbers = (await db.select().from(invoices)).map((invoice) => invoice.invoiceNumber).sort()
    expect(numbers).toEqual(Array.from({ length: 24 }, (_, index) => `INV-${String(index + 1).padStart(6, '0')}`))
    expect(await db.$count(jobs, eq(jobs.status, 'invoiced'))).toBe(24)
  })

  test('and deleting the invoice, over and over, ends in one state', async () => {
    const { cast, admin } = await clients()
    const { id, visits } = await aJob(cast, 'completed')
    await admin.post(`/api/visits/${visits[0]!.id}/mark-invoiced`)
    const [invoice] = await db.select().from(invoices)
    const answers = await race(
      ...mixed(
        10,
        () => admin.delete(`/api/invoices/${invoice!.id}`),
        () => admin.post(`/api/visits/${visits[0]!.id}/mark-invoiced`),
      ),
    )
    expect(answers).toMatchObject({ 404: 9 })
    const left = await db.$count(invoices)
    expect(await statusOf(id)).toBe(left ? 'invoiced' : 'completed')
  })
})
