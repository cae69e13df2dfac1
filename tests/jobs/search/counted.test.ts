import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { jobs } from '#db/schema.ts'
import { endOfDay, londonTime } from '#src/domain/dates.ts'
import { COUNTED, type Counted } from '#src/domain/job/figures/counted.ts'
import { FINISHED, OPEN } from '#src/domain/job/status.ts'
import { signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { aCast, aJob } from '#tests/support/world.ts'

type Row = typeof jobs.$inferSelect

const [FROM, TO] = [londonTime('2026-03-01', '00:00'), endOfDay('2026-03-31')]
const isIn = (at: Date | null) => at !== null && at >= FROM && at <= TO

const HAS: Record<Counted, (job: Row) => boolean> = {
  raised: ({ createdAt }) => isIn(createdAt),
  assigned: ({ firstAssignedAt }) => isIn(firstAssignedAt),
  visited: ({ firstVisitAt }) => isIn(firstVisitAt),
  inTime: ({ firstVisitAt, visitBy }) => isIn(firstVisitAt) && firstVisitAt! <= visitBy!,
  late: ({ firstVisitAt, visitBy }) => isIn(firstVisitAt) && firstVisitAt! > visitBy!,
  finished: ({ closedAt, status }) => isIn(closedAt) && FINISHED.includes(status),
  open: ({ createdAt, closedAt, status }) =>
    createdAt <= TO && (closedAt ? closedAt > TO && closedAt > createdAt : OPEN.includes(status)),
}

/** Raised from January to May, some at one moment, with a step each a few days later, or before by a wrong date. */
async function aSpring(count: number) {
  const cast = await aCast()
  const { id } = await aJob(cast)
  const days = (n: string) => sql.raw(`raised.created_at + (${n}) * interval '1 day'`)
  await db.execute(sql`
    insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name, property_address,
      issue_description, created_at, status, urgency, first_assigned_at, first_visit_at, visit_by, closed_at)
    select gen_random_uuid(), 'JOB-' || 900000 + n, estate_agent_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, raised.created_at, raised.status, (array['low', 'high'])[1 + n / 3 % 2]::urgency,
      case when n % 4 > 0 then ${days('n % 9')} end, case when n % 5 > 0 then ${days('n % 40 - 4')} end, ${days('12')},
      case when raised.status <> 'pending' then ${days('n % 45')} end
    from jobs, generate_series(1, ${sql.raw(String(count))}) n, lateral (
      select '2026-01-01Z'::timestamptz + n / 2 * (interval '150 days' / ${sql.raw(String(count / 2))}) as created_at,
        (array['completed', 'pending', 'cancelled', 'invoiced'])[1 + n % 4]::job_status as status) raised
    where jobs.id = ${id}`)
  return cast
}

const newest = (one: Row, other: Row) =>
  other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1)

describe('a list of what figures count', () => {
  test('has each job once, newest first, page by page, whenever it was raised, and is counted', async () => {
    const cast = await aSpring(120)
    const rows = (await db.select().from(jobs)).sort(newest)
    for (const user of [cast.admin, cast.agent]) {
      const client = await signedInAs(user)
      for (const counted of Object.keys(COUNTED) as Counted[])
        for (const [more, has] of [
          ['', () => true],
          ['&urgency=high', (job: Row) => job.urgency === 'high'],
          ['&search=rose', () => true],
        ] as const) {
          const right = rows.filter((job) => HAS[counted](job) && has(job)).map(({ id }) => id)
          const found: string[] = []
          let path: string | undefined = `/api/jobs?limit=7&counted=${counted},2026-03-01,2026-03-31${more}`
          while (path) {
            const response = await client.get(path)
            expect([path, response.status]).toEqual([path, 200])
            expect(Number(response.headers.get('x-total-count'))).toBe(right.length)
            found.push(...((await response.json()) as Row[]).map(({ id }) => id))
            path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
          }
          expect([counted, more, right.length > 3, found]).toEqual([counted, more, true, right])
        }
    }
  })
})

describe('with the indexes that are built after the start', () => {
  beforeAll(async () => {
    await new IndexBuilder().build()
  })
  afterAll(dropBuilt)

  test('it is read in order from the end of its days: nothing is sorted, and no table read whole', async () => {
    const client = await signedInAs((await aSpring(8000)).admin)
    await countTables()
    const inOrder =
      /Limit .*\n\s*-> {2}Index (Only )?Scan Backward using jobs_(created|counted|happened_before_raised)_index/
    for (const counted of Object.keys(COUNTED))
      for (const more of ['', '&urgency=high']) {
        const path = `/admin/jobs?counted=${counted},2026-03-01,2026-03-31${more}`
        const plans = await plansOf('"jobs"', () => client.htmx(path))
        const whole = plans.filter((plan) => plan.includes('Seq Scan on jobs'))
        expect([path, ...whole]).toEqual([path])
        for (const plan of plans.filter((one) => !more && one.includes('COALESCE(((')))
          expect([path, plan]).toEqual([path, expect.stringMatching(inOrder)])
      }
  })
})
