import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { JOB_COLUMN_NAMES, jobColumn } from '#src/domain/job/columns.ts'
import type { JobSort } from '#src/domain/job/sort.ts'
import { OPEN } from '#src/domain/job/status.ts'
import { dueBy, isDue } from '#src/domain/property/hazard/state.ts'
import { matchingIds } from '#src/jobs/lists.ts'
import { signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { aCast, aJob } from '#tests/support/world.ts'

type Row = typeof jobs.$inferSelect

const all = (): Promise<Row[]> => db.select().from(jobs)
const listed = async (user: Actor, query: string) => {
  const response = await (await signedInAs(user)).get(`/api/jobs?${query}`)
  expect([query, response.status]).toEqual([query, 200])
  return ((await response.json()) as { id: string }[]).map(({ id }) => id)
}

describe('each sort', () => {
  /** Forty jobs of three states, many at the same moment, some waiting on nobody or without a target. */
  async function many() {
    const cast = await aCast()
    const job = await aJob(cast)
    await db.execute(sql`
      insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name, property_address,
        issue_description, created_at, urgency, status, waiting_on, waiting_since, visit_by, first_visit_at, hazard_due)
      select gen_random_uuid(), 'JOB-' || 900000 + n, estate_agent_id, estate_agent_name, estate_agency, property_name,
        property_address, issue_description, '2026-03-01Z'::timestamptz + n / 5 * interval '1 day',
        (array['low', 'high', 'medium', 'high'])[1 + n / 2 % 4]::urgency,
        (array['pending', 'cancelled', 'quote_pending'])[1 + n % 3]::job_status,
        (array['admin', 'nobody', null])[1 + n % 3]::waiting_on,
        case when n % 4 <> 0 then '2026-04-01Z'::timestamptz - n / 7 * interval '1 hour' end,
        case when n % 5 <> 0 then '2026-05-01Z'::timestamptz + n / 6 % 4 * interval '1 hour' end,
        case when n % 6 = 0 then now() end,
        case when n % 7 = 0 then '2026-05-01Z'::timestamptz + n / 5 % 3 * interval '1 hour' end
      from jobs, generate_series(1, 40) n where id = ${job.id}`)
    return { cast, rows: await all() }
  }
  const descending = (one: Row, other: Row) =>
    other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1)
  const ascending = (of: (job: Row) => Date | null) => (one: Row, other: Row) =>
    of(one)!.getTime() - of(other)!.getTime() || (one.id < other.id ? -1 : 1)
  const firstThose = (has: (job: Row) => unknown, by: (one: Row, other: Row) => number) => (rows: Row[]) => [
    ...rows.filter(has).sort(by),
    ...rows.filter((row) => !has(row)).sort(descending),
  ]
  const expected: Record<JobSort, (rows: Row[]) => Row[]> = {
    newest: (rows) => rows.sort(descending),
    oldest: (rows) => rows.sort(ascending((job) => job.createdAt)),
    waiting: firstThose(
      (job) => job.waitingOn && job.waitingOn !== 'nobody' && job.waitingSince,
      ascending((job) => job.waitingSince),
    ),
    visitBy: firstThose(isDue, ascending(dueBy)),
    urgent: (rows) => [
      ...['high', 'medium', 'low'].flatMap((urgency) =>
        rows
          .filter((job) => job.urgency === urgency && OPEN.includes(job.status))
          .sort(ascending((job) => job.createdAt)),
      ),
      ...rows.filter((job) => !OPEN.includes(job.status)).sort(descending),
    ],
  }

  test('lists every job once, page by page, with ties and without what it sorts by', async () => {
    const { cast, rows } = await many()
    const client = await signedInAs(cast.admin)
    for (const [sort, inOrder] of Object.entries(expected))
      for (const [query, has] of [
        ['', () => true],
        ['&search=rose', () => true],
        ['&status=cancelled,pending', (job: Row) => job.status !== 'quote_pending'],
      ] as const) {
        const found: string[] = []
        let path: string | undefined = `/api/jobs?limit=7&sort=${sort}${query}`
        while (path) {
          const response = await client.get(path)
          expect([path, response.status]).toEqual([path, 200])
          found.push(...((await response.json()) as Row[]).map(({ id }) => id))
          path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
        }
        const right = inOrder([...rows])
          .filter(has)
          .map(({ id }) => id)
        expect([sort, query, found]).toEqual([sort, query, right])
        expect(await listed(cast.admin, `sort=${sort}${query}`)).toEqual(right)
        const typed = Object.fromEntries(new URLSearchParams(`sort=${sort}${query}`))
        expect(await matchingIds(cast.admin, typed, 5)).toEqual(right.slice(0, 5))
      }
  })

  test('takes no cursor of another: the API says so, a page begins anew', async () => {
    const { cast } = await many()
    const client = await signedInAs(cast.admin)
    const first = await client.get('/api/jobs?limit=7&sort=waiting')
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link')!)![1]
    expect((await client.get(`/api/jobs?limit=7&sort=oldest&cursor=${cursor}`)).status).toBe(400)
    expect((await client.get(`/admin/jobs?sort=oldest&cursor=${cursor}`)).status).toBe(200)
  })
})

describe('with the indexes that are built after the start', () => {
  beforeAll(async () => {
    await new IndexBuilder().build()
  })
  afterAll(dropBuilt)

  /** 8,000 jobs, nine of ten of them finished. */
  async function manyJobs() {
    const cast = await aCast()
    const { id } = await aJob(cast)
    await db.execute(sql`
        insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name, property_address,
          issue_description, created_at, status, urgency, waiting_on, waiting_since, visit_by)
        select gen_random_uuid(), 'JOB-' || 900000 + n, estate_agent_id, estate_agent_name, estate_agency, property_name,
          property_address, issue_description, '2020-01-01Z'::timestamptz + n * interval '7 minutes', state.status,
          (array['low', 'medium', 'high'])[1 + n / 6 % 3]::urgency,
          (case when state.status = 'pending' then 'admin' else 'nobody' end)::waiting_on, now() - n * interval '1 minute',
          now() + n * interval '1 minute'
        from jobs, generate_series(1, 8000) n, lateral (
          select case when n % 10 = 0 then 'pending' else 'invoiced' end::job_status as status) state where jobs.id = ${id}`)
    await countTables()
    return signedInAs(cast.admin)
  }

  const READ_FROM: Record<JobSort, string> = {
    newest: 'jobs_created_index',
    oldest: 'jobs_created_index',
    waiting: 'jobs_longest_waiting_index',
    visitBy: 'jobs_due_index',
    urgent: 'jobs_urgent_index',
  }

  test('each order that a heading leads to is read from its index, alone and with a status', async () => {
    const client = await manyJobs()
    const sorts = JOB_COLUMN_NAMES.flatMap((name) => {
      const { sort } = jobColumn(name)
      return sort ? [sort.by, ...(sort.reversed ? [sort.reversed] : [])] : []
    })
    expect(sorts.toSorted()).toEqual(Object.keys(READ_FROM).toSorted() as JobSort[])
    for (const sort of sorts)
      for (const [filter, index] of [
        ['', READ_FROM[sort]],
        ['&status=pending', ''],
      ] as const) {
        const path = `/admin/jobs?sort=${sort}${filter}`
        const plans = (await plansOf('"jobs"', () => client.htmx(path))).join('\n\n')
        expect([path, plans.includes(index) ? index : plans]).toEqual([path, index])
        expect([path, plans.includes('Seq Scan on jobs') ? plans : '']).toEqual([path, ''])
      }
  })
})
