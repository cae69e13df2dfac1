import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db, rawClient } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { jobs, quotes } from '#db/schema.ts'
import { contractorsToAssign } from '#src/accounts/queries.ts'
import { lockFamily } from '#src/jobs/assignment/competing.ts'
import { jobsInHandOf, unfinishedJobsOf } from '#src/jobs/assignment/in-hand.ts'
import { ownJobs } from '#src/jobs/lists.ts'
import { countLate } from '#src/jobs/of-account.ts'
import { lockWorkOfQuote, recentJobs } from '#src/jobs/queries.ts'
import { ownQuotes, pendingQuotes, quoteWorkToInvoice } from '#src/quotes/lists.ts'
import { pendingBy, pendingFor } from '#src/quotes/pending.ts'
import { sideBySide } from '#src/quotes/side-by-side.ts'
import { startQuoteWork } from '#src/quotes/work.ts'
import { countWorkWithPhotos } from '#src/visits/queries.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { aCast, type Cast, quoteWork } from '#tests/support/world.ts'

// Among two thousand jobs with a quote each, and quote work and rivals, nothing reads a table whole.

let cast: Cast
let made: Awaited<ReturnType<typeof quoteWork>>

async function thousands(): Promise<void> {
  cast = await aCast()
  made = await quoteWork(cast)
  await db.execute(sql`
    insert into users (id, email, role) select gen_random_uuid(), n || '@many.example',
      (case when n % 2 = 0 then 'contractor' else 'estate_agent' end)::role from generate_series(1, 400) n`)
  const columns = sql`id, job_ref, estate_agent_id, contractor_id, estate_agent_name, estate_agency, property_name,
    property_address, issue_description, status, job_type, parent_job_id, rival_of_job_id`
  const texts = sql`'A', 'B', 'C', 'D', 'Its issue', 'completed'::job_status`
  await db.execute(sql`
    with agents as (select id, row_number() over () as n from users where role = 'estate_agent' and email like '%@many.example'),
      contractors as (select id, row_number() over () as n from users where role = 'contractor' and email like '%@many.example')
    insert into jobs (${columns})
    select gen_random_uuid(), 'M-' || i, a.id, c.id, ${texts}, 'visit', null, null
    from generate_series(1, 2000) i join agents a on a.n = i % 200 + 1 join contractors c on c.n = i % 200 + 1`)
  await db.execute(sql`
    insert into jobs (${columns})
    select gen_random_uuid(), 'W' || job_ref, estate_agent_id, contractor_id, ${texts},
      (case when n % 2 = 0 then 'quote_work' else 'visit' end)::job_type,
      case when n % 2 = 0 then id end, case when n % 2 = 1 then id end
    from (select *, row_number() over () as n from jobs where job_ref like 'M-%' limit 1000) m`)
  // Each row has its triggers: all of them take longer than a statement may on a busy machine.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
      insert into quotes (id, job_id, contractor_id, description, amount, status, work_status, invoicing_status, work_job_id)
      select gen_random_uuid(), j.id, j.contractor_id, 'Q', 100, 'approved', 'completed', 'invoiced',
        (select w.id from jobs w where w.parent_job_id = j.id) from jobs j where j.job_ref like 'M-%'`)
  })
  await countTables()
}

const inTransaction = (work: (tx: Parameters<Parameters<typeof db.transaction>[0]>[0]) => Promise<unknown>) => () =>
  db.transaction(work)

const READS: [name: string, () => Promise<unknown>][] = [
  ['the contractor’s jobs', () => ownJobs(cast.contractor, {}).read(null, 50)],
  ['the agent’s jobs', () => ownJobs(cast.agent, {}).read(null, 50)],
  ['all jobs', () => ownJobs(cast.admin, {}).read(null, 50)],
  ['the contractor’s recent jobs', () => recentJobs(cast.contractor)],
  ['the contractor’s quotes', () => ownQuotes(cast.contractor, {}).read(null, 50)],
  ['the agent’s quotes', () => ownQuotes(cast.agent, {}).read(null, 50)],
  ['all quotes', () => ownQuotes(cast.admin, {}).read(null, 50)],
  ['the agent’s pending quotes', () => pendingQuotes(cast.agent).read(null, 5)],
  ['quote work to invoice', () => quoteWorkToInvoice(cast.admin).read(null, 50)],
  ['the work of a quote', inTransaction((tx) => lockWorkOfQuote(tx, made.quote.id))],
  [
    'the quote of a work',
    inTransaction(async (tx) =>
      startQuoteWork(tx, (await tx.query.jobs.findFirst({ where: eq(jobs.id, made.work.id) }))!, cast.contractor),
    ),
  ],
  ['whom a job may be given to', () => contractorsToAssign()],
  ['a contractor’s jobs in hand', () => jobsInHandOf(cast.contractor.id, 200)],
  ['how many of them are late', () => countLate(db, cast.contractor.id)],
  ['the quotes that a contractor waits for', () => pendingBy(cast.contractor.id)],
  ['an agent’s unfinished jobs', () => unfinishedJobsOf(cast.agent.id, 50)],
  ['the quotes that an agent decides on', () => pendingFor(cast.agent.id)],
  ['a job with its rivals', inTransaction((tx) => lockFamily(tx, cast.admin, made.parent.id))],
]

test('jobs and their quotes are found by indexes, and rivals by theirs', async () => {
  await thousands()
  for (const [name, read] of READS) {
    for (const table of ['jobs', 'quotes']) {
      const plans = await plansOf(`"${table}"`, read)
      const whole = plans.filter((plan) => /Seq Scan on (jobs|quotes)/.test(plan))
      expect([name, whole]).toEqual([name, []])
    }
  }

  await db.update(quotes).set({ status: 'pending' }).where(eq(quotes.id, made.quote.id))
  const listed = await pendingQuotes(cast.agent).read(null, 5)
  expect(listed).toHaveLength(1)
  const [kin] = await plansOf('rival_of_job_id', () => sideBySide(cast.agent, listed))
  expect(kin).toContain('jobs_rival_index')
  expect(kin).not.toContain('Seq Scan')
})

test('which quote work has photos is told by what is kept, and by the few visits that did not finish it', async () => {
  await thousands()
  await new IndexBuilder().build()
  await rawClient`
    insert into job_visits (id, job_id, work_description, photos_urls, outcome, invoicing_status)
    select gen_random_uuid(), id, 'Part missing', '{/objects/a}', 'return', 'pending' from jobs where job_ref like 'M-%'`
  await countTables()
  const [plan] = await plansOf('job_visits', countWorkWithPhotos)
  expect(plan).toContain('job_visits_early_photos_index')
  expect(plan).not.toContain('Seq Scan on job_visits')
  await dropBuilt()
})
