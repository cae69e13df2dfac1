import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { contractorsToAssign } from '#src/accounts/queries.ts'
import { jobsInHandOf, unfinishedJobsOf } from '#src/jobs/in-hand.ts'
import { countLate } from '#src/jobs/of-account.ts'
import { pendingBy, pendingFor } from '#src/quotes/pending.ts'
import { lastVisitsOf } from '#src/visits/queries.ts'
import { countTables } from '#tests/support/count-tables.ts'
import { plansOf } from '#tests/support/plans.ts'
import { aCast, aJob, type Cast } from '#tests/support/world.ts'

// Among 500 contractors and 5,000 jobs, no read of an account's work takes a table whole.

let cast: Cast

const READS: [name: string, () => Promise<unknown>][] = [
  ['whom a job may be given to', () => contractorsToAssign()],
  ['a contractor’s jobs in hand', () => jobsInHandOf(cast.contractor.id, 200)],
  ['how many of them are late', () => countLate(db, cast.contractor.id)],
  ['the quotes that they wait for', () => pendingBy(cast.contractor.id)],
  ['their last visits', () => lastVisitsOf(cast.contractor.id, 10)],
  ['an agent’s unfinished jobs', () => unfinishedJobsOf(cast.agent.id, 50)],
  ['the quotes that they decide on', () => pendingFor(cast.agent.id)],
]

async function thousands(): Promise<void> {
  cast = await aCast()
  for (const status of ['assigned', 'quote_pending', 'completed'] as const) await aJob(cast, status)
  await db.execute(sql`
    insert into users (id, email, role) select gen_random_uuid(), n || '@many.example',
      (case when n % 2 = 0 then 'contractor' else 'estate_agent' end)::role from generate_series(1, 1000) n`)
  await db.execute(sql`
    with agents as (select id, row_number() over () as n from users where role = 'estate_agent' and email like '%@many.example'),
      contractors as (select id, row_number() over () as n from users where role = 'contractor' and email like '%@many.example')
    insert into jobs (id, job_ref, estate_agent_id, contractor_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, status, visit_by)
    select gen_random_uuid(), 'M-' || i, a.id, c.id, 'A', 'B', 'C', 'D', 'Its issue',
      (array['assigned', 'completed', 'invoiced', 'quote_pending'])[(i / 500) % 4 + 1]::job_status, now() - interval '1 hour'
    from generate_series(1, 5000) i join agents a on a.n = i % 500 + 1 join contractors c on c.n = i % 500 + 1`)
  await db.execute(sql`
    insert into quotes (id, job_id, contractor_id, description, amount, status)
    select gen_random_uuid(), j.id, j.contractor_id, 'Q', 100, 'pending' from jobs j
    where j.job_ref like 'M-%' and status = 'quote_pending'`)
  await db.execute(sql`
    insert into job_visits (id, job_id, contractor_id, work_description)
    select gen_random_uuid(), j.id, j.contractor_id, 'W' from jobs j where j.job_ref like 'M-%'`)
  await countTables()
}

test('they are found by indexes', async () => {
  await thousands()
  for (const [name, read] of READS) {
    const plans: string[] = []
    for (const table of ['"jobs"', '"quotes"', '"job_visits"']) plans.push(...(await plansOf(table, read)))
    expect([name, plans.length > 0]).toEqual([name, true])
    expect([name, plans.filter((plan) => /Seq Scan on (jobs|quotes|job_visits)/.test(plan))]).toEqual([name, []])
  }
})
