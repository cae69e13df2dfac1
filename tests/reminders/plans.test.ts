import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { itemsFor, peopleAfter, perhapsDue, personToRemind } from '#src/reminders/queries.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { aCast, type Cast } from '#tests/support/world.ts'
import { roundOf } from './world.ts'

/** Most are invoiced, as in an installation that has run for years. */
async function manyJobs({ agent, contractor }: Cast) {
  await db.execute(sql`insert into users (id, email, role, auth_type)
    select gen_random_uuid(), n || '@many.example', (array['contractor', 'estate_agent'])[1 + n % 2]::role, 'local'
    from generate_series(1, 200) n`)
  await db.execute(sql`
    with people as (
      select array_agg(id) filter (where role = 'contractor') as contractors,
        array_agg(id) filter (where role = 'estate_agent') as agents from users
    ), state as (
      select n, case when n % 25 = 0 then (array['pending', 'assigned', 'in_progress', 'quote_pending', 'completed'])[1 + (n / 25) % 5]
        else 'invoiced' end as status from generate_series(1, 10000) n
    )
    insert into jobs (id, job_ref, estate_agent_id, contractor_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, status, waiting_on, waiting_for, waiting_since, visit_by, first_visit_at, created_at)
    select gen_random_uuid(), 'MANY-' || n, agents[1 + n % cardinality(agents)], contractors[1 + n % cardinality(contractors)],
      'O', 'R', 'Rose', 'Lane', 'Broken boiler', status::job_status,
      (case status when 'pending' then 'admin' when 'completed' then 'admin' when 'invoiced' then 'nobody'
        when 'quote_pending' then 'agent' else 'contractor' end)::waiting_on,
      (case status when 'pending' then 'assign' when 'completed' then 'invoice' when 'invoiced' then null
        when 'quote_pending' then 'decide' else 'book' end)::waiting_for,
      '2027-03-01'::timestamptz - n * interval '1 minute', '2027-03-02'::timestamptz,
      case when status in ('invoiced', 'completed', 'quote_pending') then '2027-03-01'::timestamptz end,
      '2027-03-01'::timestamptz - n * interval '1 minute' from state, people`)
  // In progress, to be decided and completed: in whatever order the people came, these two have something to do.
  await db.execute(sql`update jobs set estate_agent_id = ${agent.id}, contractor_id = ${contractor.id}
    where job_ref in ('MANY-50', 'MANY-75', 'MANY-100')`)
  await countTables()
}

afterAll(dropBuilt)

test('jobs that wait on somebody are found by an index among finished ones', async () => {
  await new IndexBuilder().build()
  const cast = await aCast()
  await manyJobs(cast)
  const round = roundOf('2027-04-01')
  for (const user of [cast.contractor, cast.agent, cast.admin]) {
    const person = (await personToRemind(db, user.id, round))!
    expect((await itemsFor(db, person, round)).length).toBeGreaterThan(0)
    const plans = await plansOf('"jobs"', () => itemsFor(db, person, round))
    expect(plans.length).toBe(user === cast.admin ? 5 : user === cast.agent ? 2 : 1)
    for (const plan of plans) expect(plan).not.toContain('Seq Scan on jobs')
  }
  const people = await peopleAfter('00000000-0000-0000-0000-000000000000', round)
  const plans = await plansOf('"jobs"', () => perhapsDue(people, round))
  expect(plans.length).toBe(4)
  for (const plan of plans) expect(plan).not.toContain('Seq Scan on jobs')
})
