import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq, inArray, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { certificateJobs, jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { cancelJob } from '#src/jobs/actions.ts'
import { JOB_FILTER_NAMES } from '#src/jobs/search/filters.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { aCast, aContractor, aJob, anAgent, quoteWork } from '#tests/support/world.ts'

type Row = typeof jobs.$inferSelect
const at = (moment: string) => new Date(moment)
const given = (id: string, values: Partial<Row>) => db.update(jobs).set(values).where(eq(jobs.id, id))

/** A job in each state, by two agents and two contractors, with what filters ask for. */
async function mixture() {
  const cast = await aCast()
  const other = { ...cast, agent: await anAgent({ company: 'Other Homes' }), contractor: await aContractor() }
  const made = await Promise.all([
    aJob(cast, 'pending', { job: { urgency: 'high', contractorType: 'plumbing' } }),
    aJob(cast, 'assigned', { job: { contractorType: 'roofing' } }),
    aJob(cast, 'in_progress', { job: { urgency: 'low' } }),
    aJob(other, 'quote_pending', { job: { estateAgency: 'Other Homes' } }),
    aJob(other, 'completed', { job: { contractorType: 'plumbing', estateAgency: 'Other Homes' } }),
    aJob(other, 'pending'),
  ])
  await cancelJob(cast.admin, made[5]!.id, 'Raised twice')
  const { work } = await quoteWork(cast)
  for (const [index, { id }] of made.entries())
    await given(id, {
      createdAt: at(`2026-03-${27 + index}T23:30:00Z`.replace(/-3[2-9]T/, '-31T')),
      updatedAt: at(`2026-04-0${1 + index}T12:00:00Z`),
    })
  await given(made[1]!.id, { visitBy: at('2026-04-01T12:00:00Z') })
  return { cast, other, made, work }
}

const all = (): Promise<Row[]> => db.select().from(jobs)
const listed = async (user: Actor, query: string) => {
  const response = await (await signedInAs(user)).get(`/api/jobs?${query}`)
  expect([query, response.status]).toEqual([query, 200])
  return ((await response.json()) as { id: string }[]).map(({ id }) => id)
}

describe('each filter', () => {
  test('finds the jobs that it names, and no other', async () => {
    const { cast, other } = await mixture()
    const rules: [query: string, has: (job: Row) => boolean][] = [
      ['status=cancelled', (job) => job.status === 'cancelled'],
      ['status=pending,completed', (job) => ['pending', 'completed'].includes(job.status)],
      ['waitingOn=agent', (job) => job.waitingOn === 'agent'],
      ['waitingOn=admin,nobody', (job) => ['admin', 'nobody'].includes(job.waitingOn ?? '')],
      [
        'late=yes',
        (job) => job.visitBy !== null && job.visitBy < new Date() && !job.firstVisitAt && job.status === 'assigned',
      ],
      ['certificate=epc,gas_safety', (job) => job.status === 'assigned'],
      ['hazard=late', (job) => job.status === 'assigned'],
      ['hazard=significant,emergency', (job) => job.status === 'assigned'],
      [`contractor=${other.contractor.id}`, (job) => job.contractorId === other.contractor.id],
      [`agent=${cast.agent.id}`, (job) => job.estateAgentId === cast.agent.id],
      ['agency=other%20HOMES', (job) => job.estateAgency === 'Other Homes'],
      ['urgency=high', (job) => job.urgency === 'high'],
      ['urgency=low,high', (job) => job.urgency !== 'medium'],
      ['contractorType=plumbing', (job) => job.contractorType === 'plumbing'],
      ['jobType=quote_work', (job) => job.jobType === 'quote_work'],
      // London is an hour ahead from the 29th.
      ['createdFrom=2026-03-30', (job) => job.createdAt >= at('2026-03-29T23:00:00Z')],
      ['createdTo=2026-03-28', (job) => job.createdAt < at('2026-03-29T00:00:00Z')],
      [
        'createdFrom=2026-03-30&createdTo=2026-03-30',
        ({ createdAt: day }) => day < at('2026-03-30T23:00Z') && day >= at('2026-03-29T23:00Z'),
      ],
      ['updatedSince=2026-04-03T13:00:00%2B01:00', (job) => job.updatedAt >= at('2026-04-03T12:00:00Z')],
      [
        'counted=raised,2026-03-30,2026-03-30',
        ({ createdAt: day, jobType }) =>
          jobType === 'visit' && day < at('2026-03-30T23:00Z') && day >= at('2026-03-29T23:00Z'),
      ],
      ['status=pending&urgency=high&contractorType=plumbing', (job) => job.status === 'pending'],
    ]
    const unsafe = { hazardLevel: 'significant', hazardDue: new Date(0) } as const
    await db
      .update(jobs)
      .set(unsafe)
      .where(inArray(jobs.status, ['assigned', 'completed', 'cancelled']))
    for (const { id, status } of await all())
      if (status === 'assigned')
        await db.insert(certificateJobs).values({
          ...{ agencyKey: 'rightway', propertyKey: id, kind: 'gas_safety', purpose: 'renewal' },
          ...{ endsOn: '2026-05-01', jobId: id },
        })
    const rows = await all()
    for (const [query, has] of rules) {
      const expected = rows.filter(has).map(({ id }) => id)
      expect([query, expected.length > 0 && expected.length < rows.length]).toEqual([query, true])
      expect([query, (await listed(cast.admin, query)).sort()]).toEqual([query, expected.sort()])
    }
    const tried = new Set(rules.flatMap(([query]) => [...new URLSearchParams(query).keys()]))
    expect([...tried, 'property'].sort()).toEqual([...JOB_FILTER_NAMES].sort())
  })

  test('narrows an agent’s and a contractor’s jobs, and never adds another’s', async () => {
    const { cast, other, made } = await mixture()
    expect(await listed(cast.agent, `agent=${other.agent.id}`)).toEqual([])
    expect(await listed(cast.agent, 'status=pending')).toEqual([made[0]!.id])
    expect(await listed(cast.contractor, `contractor=${other.contractor.id}`)).toEqual([])
    expect(await listed(other.contractor, 'waitingOn=agent')).toEqual([made[3]!.id])
  })
})

test.each([
  ['status=asleep', 'pending, assigned, in_progress, quote_pending'],
  ['waitingOn=landlord', 'admin, contractor, agent, nobody'],
  ['late=no', 'yes'],
  ['urgency=urgent', 'low, medium, high'],
  ['contractorType=magic', 'general, plumbing'],
  ['jobType=work', 'visit, quote_work'],
  ['contractor=carl', 'the id of a contractor'],
  ['agent=1', 'the id of an estate agent'],
  ['createdFrom=29/03/2026', 'a day such as'],
  ['createdTo=2026-02-30', 'a day such as'],
  ['updatedSince=2026-03-29', 'a moment such as'],
  ['updatedSince=2026-09-31T09:00:00Z', 'a moment such as'],
  ['updatedSince=2026-09-30T24:00:00Z', 'a moment such as'],
  ['sort=price', 'newest, oldest, waiting, visitBy, urgent'],
])('%s is refused on the page, in the API and in its CSV, with what is known', async (query, known) => {
  const { admin } = await aCast()
  const client = await signedInAs(admin)
  for (const path of ['/admin/jobs', '/admin/jobs/export.csv', '/api/jobs', '/api/jobs/export.csv']) {
    const response = await client.get(`${path}?${query}`)
    expect([path, response.status]).toEqual([path, 400])
    expect([path, await response.text()]).toEqual([path, expect.stringContaining(known)])
  }
})

test('at most twenty accounts are filtered by at once', async () => {
  const client = await signedInAs((await aCast()).admin)
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(',')
  const statusOf = async (query: string) => (await client.get(`/api/jobs?limit=1&${query}`)).status
  expect([await statusOf(`contractor=${ids(20)}`), await statusOf(`agent=${ids(20)}&agent=${ids(1)}`)]).toEqual([
    200, 400,
  ])
  const refused = await client.get(`/api/visits?contractor=${ids(21)}`)
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('may have at most 20 ids')])
})

test('jobs updated lately are read by their index, however many jobs there are', async () => {
  const { cast, made } = await mixture()
  await db.execute(sql`
    insert into jobs (id, job_ref, estate_agent_name, estate_agency, property_name, property_address,
      issue_description, created_at, updated_at)
    select gen_random_uuid(), 'JOB-' || 900000 + n, 'Olivia Hart', 'Rightway Lettings', 'Elm Court', '1 High Street', 'A leak.',
      '2026-01-01Z'::timestamptz - n * interval '1 minute', '2026-01-02' from generate_series(1, 5000) n`)
  await countTables()
  let found: string[] = []
  const read = async () => {
    found = await listed(cast.admin, 'updatedSince=2026-04-05T12:00:00Z&jobType=visit&status=completed')
  }
  const plans = await plansOf('"jobs"', read)
  expect(found).toEqual([made[4]!.id])
  expect(plans.length).toBeGreaterThan(1)
  expect(plans.filter((plan) => /Seq Scan on jobs|jobs_created_index/.test(plan))).toEqual([])
})

describe('with the indexes that are built after the start', () => {
  beforeAll(async () => {
    await new IndexBuilder().build()
  })
  afterAll(dropBuilt)

  /** Finished jobs of six trades, a tenth of them quote work, and a mixture. */
  async function manyFinished(most = 20_000) {
    const { cast, work } = await mixture()
    for (let from = 1; from < most; from += 4000)
      await db.execute(sql`
        insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name, property_address,
          issue_description, created_at, status, urgency, contractor_type, job_type, parent_job_id, waiting_on)
        select gen_random_uuid(), 'JOB-' || 900000 + n, estate_agent_id, estate_agent_name, estate_agency, property_name,
          property_address, issue_description, '2020-01-01Z'::timestamptz + n / 3 * interval '1 minute', 'invoiced',
          (array['low', 'high'])[1 + n / 6 % 2]::urgency,
          (array['roofing', 'joinery', 'drainage', 'cleaning_clearance', 'other', null])[1 + n % 6],
          case when n % 10 = 0 then 'quote_work' else 'visit' end::job_type, case when n % 10 = 0 then id end, 'nobody'
        from jobs, generate_series(${from}::int, ${from + 3999}::int) n where id = ${work.parentJobId}`)
    await countTables()
    return { cast, work }
  }

  const READ_FROM = [
    ['jobType=quote_work&status=assigned', 'jobs_quote_work_status_index'],
    ['contractorType=roofing', 'jobs_trade_status_index'],
    ['contractorType=roofing&status=invoiced&urgency=high', 'jobs_trade_status_index'],
    ['contractorType=roofing,drainage&status=invoiced,completed', 'jobs_trade_status_index'],
    ['contractorType=pest_control&urgency=low', 'jobs_trade_status_index'],
    ['contractorType=joinery&urgency=high&sort=oldest&createdTo=2020-01-02', 'jobs_trade_status_index'],
    ['waitingOn=nobody', 'jobs_waiting_on_nobody_index'],
  ] as const

  test('a filter that matches many jobs is read from an index in the list’s order', async () => {
    const { cast } = await manyFinished()
    const [client, rows] = [await signedInAs(cast.admin), await all()]
    for (const [query, index] of READ_FROM)
      expect([query, await readFrom(index, query, client, rows)]).toEqual([query, index])
  })

  test('jobs that were raised for a kind of certificate are read from its index', async () => {
    const { cast } = await manyFinished(4000)
    await db.execute(sql`insert into certificate_jobs (agency_key, property_key, kind, purpose, ends_on, job_id)
      select 'rightway', id, case when job_ref like '%00' then 'epc' else 'gas_safety' end, 'renewal', '2026-05-01', id
      from jobs where job_ref ~ '[02468]$'`)
    await countTables()
    const plans = await plansOf('"certificate_jobs"', async () => {
      expect(await listed(cast.admin, 'certificate=epc&limit=50')).toHaveLength(40)
    })
    expect(plans.join('\n')).toContain('certificate_jobs_kind_index')
  })

  async function readFrom(index: string, query: string, client: Client, rows: Row[]): Promise<string> {
    let found: { id: string; createdAt: string }[] = []
    const plans = await plansOf('"jobs"', async () => {
      found = await (await client.get(`/api/jobs?limit=50&${query}`)).json()
    })
    const asked = new URLSearchParams(query)
    const has = (job: Row) =>
      (['contractorType', 'status', 'urgency', 'waitingOn', 'jobType'] as const).every(
        (name) => !asked.has(name) || asked.get(name)!.split(',').includes(String(job[name])),
      ) &&
      (!asked.has('createdTo') || job.createdAt < at('2020-01-03T00:00:00Z'))
    const inOrder = (one: Row, other: Row) =>
      (one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1)) *
      (asked.has('sort') ? 1 : -1)
    const expected = rows.filter(has).sort(inOrder).slice(0, 50)
    expect([query, found.map(({ id }) => id)]).toEqual([query, expected.map(({ id }) => id)])
    return plans.some((plan) => plan.includes(index)) ? index : plans.join('\n\n')
  }
})

test('an unknown parameter is refused by the API, and passed over by the page', async () => {
  const client = await signedInAs((await aCast()).admin)
  expect((await client.get('/api/jobs?utm_source=letter')).status).toBe(400)
  expect((await client.get('/admin/jobs?utm_source=letter')).status).toBe(200)
})

test('All Jobs and its CSV keep what the address says, and say it', async () => {
  const { cast, other } = await mixture()
  const client = await signedInAs(cast.admin)
  const query = `contractor=${other.contractor.id}&contractorType=plumbing&sort=oldest`
  const text = await (await client.get(`/admin/jobs?${query}`)).text()
  expect(text).toContain('Contractor: Carl Mason · Trade: Plumbing · Oldest first')
  expect(text.match(/<tr id="/g)).toHaveLength(1)
  expect(text).toContain(`/admin/jobs/export.csv?sort=oldest&amp;contractor=${other.contractor.id}`)
  const csv = await (await client.get(`/admin/jobs/export.csv?${query}`)).text()
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  const form = `search=&status=&waitingOn=&${query}&createdFrom=&late=`
  const region = await client.htmx(`/admin/jobs?${form}`)
  expect(region.headers.get('hx-replace-url')).toBe(
    `/admin/jobs?sort=oldest&contractor=${other.contractor.id}&contractorType=plumbing`,
  )
  expect(await region.text()).toContain('Contractor: Carl Mason')
})
