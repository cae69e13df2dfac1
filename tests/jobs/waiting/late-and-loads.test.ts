import { afterAll, beforeAll, expect, test } from 'bun:test'
import { db, rawClient } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { IN_HAND, OPEN } from '#src/domain/job/status.ts'
import { signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { aContractor, anAdmin, anAgent } from '#tests/support/world.ts'

// What is asked of many open jobs is what looking at each gives, and is read from an index that has it in order.

type Row = typeof jobs.$inferSelect

beforeAll(async () => {
  await new IndexBuilder().build()
})
afterAll(dropBuilt)

/** 6,000 jobs in every state, of trades and none, with two agencies; half of them were due, a third was visited. */
async function manyOpen() {
  const [admin, agent] = [await anAdmin(), await anAgent()]
  const people = await Promise.all(
    Array.from({ length: 12 }, (_, n) => aContractor({ company: n % 3 ? 'Nest Repairs' : 'Other Repairs' })),
  )
  const ids = `{${people.map(({ id }) => id).join(',')}}`
  await rawClient`select setseed(0.42)`
  await rawClient`
    insert into jobs (id, job_ref, estate_agent_id, contractor_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, created_at, status, urgency, contractor_type, waiting_on, waiting_since,
      visit_by, first_visit_at)
    select gen_random_uuid(), 'JOB-' || 900000 + n, ${agent.id}, (${ids}::uuid[])[1 + floor(random() * 11)::int],
      'Olivia Hart', case when random() < 0.3 then 'Other Homes' else 'Rightway Lettings' end, 'Flat ' || n,
      'Church Road', 'The boiler loses pressure.', now() - n / 3 * interval '1 hour', state.status,
      (array['low', 'medium', 'high'])[1 + floor(random() * 3)::int]::urgency,
      (array['roofing', 'joinery', 'drainage', null])[1 + floor(random() * 4)::int],
      (case when state.status in ('cancelled', 'invoiced') then 'nobody' else 'admin' end)::waiting_on, now(),
      case when random() < 0.9 then now() + (random() - 0.5) * interval '60 days' end,
      case when random() < 0.3 then now() end
    from generate_series(1, 6000) n, lateral (
      select (enum_range(null::job_status))[1 + (n * 7 + n / 11) % cardinality(enum_range(null::job_status))] as status
    ) state`
  await countTables()
  return { admin, people, rows: await db.select().from(jobs) }
}

const isLate = ({ status, visitBy, firstVisitAt }: Row) =>
  OPEN.includes(status) && visitBy !== null && !firstVisitAt && visitBy < new Date()

const newest = (one: Row, other: Row) =>
  other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1)

const LISTS = [
  ['late=yes&urgency=high&contractorType=roofing', 'jobs_to_visit_of_trade_index'],
  ['late=yes&contractorType=roofing', 'jobs_to_visit_of_trade_index'],
  ['late=yes&contractorType=roofing,drainage&urgency=low,high', 'jobs_to_visit_of_trade_index'],
  ['late=yes&contractorType=joinery&status=assigned,pending&urgency=low', ''],
  ['late=yes&contractorType=joinery&status=invoiced', ''],
  ['late=yes&urgency=medium', ''],
  ['agency=other+homes&status=pending', 'jobs_of_agency_index'],
  ['agency=other+homes&status=cancelled,invoiced&urgency=low', ''],
  ['agency=nowhere', 'jobs_of_agency_index'],
  ['sort=waiting&status=invoiced', 'jobs_status_index'],
  ['sort=visitBy&status=cancelled', 'jobs_status_index'],
] as const

test('late jobs, those of an agency and those on whom nobody waits are found as by looking at each', async () => {
  const { admin, rows } = await manyOpen()
  const client = await signedInAs(admin)
  for (const [query, index] of LISTS) {
    const asked = new URLSearchParams(query)
    const is = (name: string, value: string | null) =>
      !asked.has(name) ||
      asked
        .get(name)!
        .split(',')
        .includes(value ?? '')
    const has = (job: Row) =>
      (!asked.has('late') || isLate(job)) &&
      is('urgency', job.urgency) &&
      is('contractorType', job.contractorType) &&
      is('status', job.status) &&
      (!asked.has('agency') || job.estateAgency.toLowerCase() === asked.get('agency'))
    const expected = rows.filter(has).sort(newest)
    const found: string[] = []
    let total: string | null = null
    const plans = await plansOf('"jobs"', async () => {
      let path: string | undefined = `/api/jobs?limit=40&${query}`
      for (let page = 0; path && page < 3; page++) {
        const response = await client.get(path)
        found.push(...((await response.json()) as Row[]).map(({ id }) => id))
        total = response.headers.get('x-total-count')
        path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
      }
    })
    expect([String(query), total, found]).toEqual([
      query,
      String(expected.length),
      expected.slice(0, 120).map(({ id }) => id),
    ])
    expect([query, plans.some((plan) => plan.includes(index)), index]).toEqual([query, true, index])
  }
})

test('two filters are counted in an index, without a row of the table', async () => {
  const { admin, people, rows: made } = await manyOpen()
  await rawClient`
    update jobs set job_type = 'quote_work', parent_job_id = ${made[0]!.id}
    where contractor_id = ${people[0]!.id} and urgency <> 'high'`
  const rows = await db.select().from(jobs)
  // Until PostgreSQL has tidied up behind the writing, an index alone does not tell which rows are there, nor how many.
  await rawClient`vacuum (analyze) jobs`
  const counts: [reader: Actor, query: string, index: string, has: (job: Row) => boolean][] = [
    [
      admin,
      'waitingOn=admin&urgency=high',
      'jobs_waited_for_urgency_index',
      (job) => job.waitingOn === 'admin' && job.urgency === 'high',
    ],
    [
      admin,
      'status=cancelled&urgency=high&createdFrom=2020-01-01',
      'jobs_status_index',
      (job) => job.status === 'cancelled' && job.urgency === 'high',
    ],
    [
      people[0]!,
      'jobType=quote_work&status=completed',
      'jobs_quote_work_held_index',
      (job) => job.contractorId === people[0]!.id && job.jobType === 'quote_work' && job.status === 'completed',
    ],
  ]
  for (const [reader, query, index, has] of counts) {
    const client = await signedInAs(reader)
    let total: string | null = null
    const plans = await plansOf('"jobs"', async () => {
      total = (await client.get(`/api/jobs?limit=2&${query}`)).headers.get('x-total-count')
    })
    expect([query, total]).toEqual([query, String(rows.filter(has).length)])
    const counted = plans.filter((plan) => plan.startsWith('Aggregate'))
    expect([query, counted[0]]).toEqual([query, expect.stringContaining(`Index Only Scan using ${index}`)])
  }
})

test('whom a job may be given to is told with the open and late jobs of each, from one index', async () => {
  const { admin, people, rows } = await manyOpen()
  const client = await signedInAs(admin)
  const job = rows.find(({ status }) => status === 'pending')!
  type Suggestion = { id: string; openJobs: number; lateJobs: number }
  for (const [search, asked] of [
    ['', people],
    ['nest', people.filter(({ company }) => company === 'Nest Repairs')],
  ] as const) {
    let told: Suggestion[] = []
    const plans = await plansOf('"jobs"', async () => {
      told = (await (await client.get(`/api/jobs/${job.id}/contractors?search=${search}`)).json()) as Suggestion[]
    })
    const loads = asked.map(({ id }) => {
      const open = rows.filter(({ contractorId, status }) => contractorId === id && IN_HAND.includes(status))
      return { id, openJobs: open.length, lateJobs: open.filter(isLate).length }
    })
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
    const given = told.map(({ id, openJobs, lateJobs }) => ({ id, openJobs, lateJobs }))
    expect([search, given.sort(byId)]).toEqual([search, loads.sort(byId)])
    expect(loads.some(({ lateJobs, openJobs }) => lateJobs > 0 && lateJobs < openJobs)).toBe(true)
    expect(plans.filter((plan) => plan.includes('jobs_in_hand_index')).length).toBe(1)
  }
})
