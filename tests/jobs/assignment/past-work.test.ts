import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db, rawClient } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { jobs, settings } from '#db/schema.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { TRADES } from '#src/domain/job/contractor-type.ts'
import { HttpError } from '#src/http/errors.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { firstVisitorBackfill } from '#src/jobs/backfill/first-visitors.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { removeOldJobs } from '#src/retention/jobs.ts'
import { deleteVisit } from '#src/visits/actions.ts'
import { answerOf } from '#tests/api/shape.ts'
import { longUntouched } from '#tests/retention/old.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aContractor, aJob, complete, completion } from '#tests/support/world.ts'

const cast = castOfEachTest()
const DAY = 24 * 3600 * 1000

type Sum = { of: string; visits: number; late: number }
const tallied = async (): Promise<Sum[]> => [
  ...(await rawClient`
    select concat_ws(' ', contractor_id, trade, district) as of, sum(visits)::int as visits, sum(late)::int as late
    from first_visit_tallies group by 1 having sum(visits) <> 0 or sum(late) <> 0 order by 1`),
]
const counted = async (): Promise<Sum[]> => [
  ...(await rawClient`
    select concat_ws(' ', first_visit_by, contractor_type, split_part(postcode, ' ', 1)) as of,
      count(*)::int as visits, (count(*) filter (where first_visit_at > visit_by))::int as late
    from jobs where first_visit_by is not null and first_visit_at is not null and visit_by is not null
      and contractor_type is not null and postcode is not null
    group by 1 order by 1`),
]

const lateFor = (id: string) =>
  db
    .update(jobs)
    .set({ visitBy: new Date(Date.now() - DAY) })
    .where(eq(jobs.id, id))

async function fillAll(fill = firstVisitorBackfill()) {
  for (let turn = 0; turn < 50; turn++) if ((await fill()) === DAY) return
  throw new Error('does not end')
}

test('the tallies of first visits are what counting says, wherever chance leads', async () => {
  const people = [cast.contractor, await aContractor({ firstName: 'Dora' })]
  let seed = 7
  const among = <Item>(items: readonly Item[]): Item => {
    seed = (seed * 48271) % 2147483647
    return items[seed % items.length]!
  }
  const addresses = ['1 Mill Lane, Guildford GU1 3XY', '2 Park Row, Leeds LS6 1AA', 'The Lodge']
  const made: string[] = []
  const raise = async () => {
    const job = { contractorType: among(TRADES.slice(0, 3)), propertyAddress: among(addresses) }
    const { id } = await aJob({ ...cast, contractor: among(people) }, 'assigned', { job })
    made.push(id)
    if (among([true, false])) await lateFor(id)
    return id
  }
  const holder = async (id: string): Promise<Actor> => {
    const [job] = await db.select({ by: jobs.contractorId }).from(jobs).where(eq(jobs.id, id))
    return people.find((one) => one.id === job?.by) ?? cast.contractor
  }
  const steps: ((id: string) => Promise<unknown>)[] = [
    raise,
    async (id) => complete(await holder(id), id, completion()),
    (id) => assignJob(cast.admin, id, among(people).id),
    (id) => reopenJob(cast.admin, id, { reason: 'It leaks again', keepContractor: among([true, false]) }),
    (id) => editJob(cast.admin, id, { contractorType: among(TRADES.slice(0, 3)), urgency: among(['low', 'high']) }),
    (id) => editJob(cast.admin, id, { propertyAddress: among(addresses) }),
    (id) => (among([1, 2, 3, 4]) === 1 ? deleteJob(cast.admin, id) : raise()),
    async (id) => {
      const [visit] = await rawClient`select id from job_visits where job_id = ${id}`
      if (visit) await deleteVisit(cast.admin, visit.id)
    },
  ]
  for (let n = 0; n < 8; n++) await complete(await holder(await raise()), made.at(-1)!, completion())
  let refused = 0
  for (let step = 0; step < 80; step++)
    await among(steps)(among(made)).catch((error) => {
      if (!(error instanceof HttpError)) throw error
      refused++
    })
  const before = await counted()
  expect([refused < 100, before.length > 3, await tallied()]).toEqual([true, true, before])

  // What earlier versions wrote names nobody, and is filled in.
  await db.update(jobs).set({ firstVisitBy: null })
  expect(await tallied()).toEqual([])
  await db.delete(settings)
  await fillAll()
  const filled = await counted()
  expect([filled.length > 1, await tallied()]).toEqual([true, filled])

  // Many at once, and what retention removes.
  await Promise.all(made.map((id) => lateFor(id)))
  expect(await tallied()).toEqual(await counted())
  await db.execute(sql`update jobs set status = 'completed'`)
  await db.execute(sql`update job_visits set invoicing_status = 'not_billable'`)
  for (const id of made) await longUntouched(id)
  expect([(await removeOldJobs()) > 0, await tallied()]).toEqual([true, await counted()])
})

test('a script is told who did such work there, who has been there and who is booked that day', async () => {
  const job = { contractorType: 'plumbing' }
  const [dora, emil] = [await aContractor({ firstName: 'Dora' }), await aContractor({ firstName: 'Emil' })]
  for (let n = 0; n < 3; n++) await aJob(cast, 'completed', { job })
  const { id: late } = await aJob({ ...cast, contractor: dora }, 'assigned', {
    job: { ...job, propertyAddress: '7 Hill Road, Guildford GU1 9ZZ' },
  })
  await lateFor(late)
  await complete(dora, late, completion())
  const wanted = await aJob(cast, 'pending', { job })
  await db.update(jobs).set({ visitBy: tomorrow().endsAt }).where(eq(jobs.id, wanted.id))
  const { id: booked } = await aJob({ ...cast, contractor: emil }, 'assigned')
  await bookVisit(emil, booked, tomorrow())
  const ada = await signedInAs(cast.admin)
  const reasons = async () => {
    const { body } = await answerOf(ada.get(`/api/jobs/${wanted.id}/contractors`))
    return body.map((one: { firstName: string; reasons: { label: string; good: boolean | null }[] }) => [
      one.firstName,
      ...one.reasons.filter(({ label }) => !/^not /.test(label)).map(({ label, good }) => `${good} ${label}`),
    ])
  }
  expect(await reasons()).toEqual([
    ['Carl', 'true plumbing in GU1 3 times', 'true been here before', 'null 0 open'],
    ['Emil', 'null booked that day', 'null 1 open'],
    ['Dora', 'false plumbing in GU1 once, once late', 'null 0 open'],
  ])
})

test('what was done is read from indexes, however much there is', async () => {
  await new IndexBuilder().build()
  const wanted = await aJob(cast, 'pending', { job: { contractorType: 'plumbing' } })
  await rawClient`insert into first_visit_tallies
    select gen_random_uuid(), 'plumbing', 'LS' || n % 2000, 1, 0 from generate_series(1, 30000) n`
  await rawClient`
    insert into jobs (id, job_ref, estate_agent_id, contractor_id, estate_agent_name, estate_agency, property_name,
      property_address, property_key, issue_description, status, appointment_starts_at, created_at)
    select gen_random_uuid(), 'JOB-' || 900000 + n, ${cast.agent.id}, ${cast.contractor.id}, 'O', 'R', 'Flat', n || ' Row',
      n || 'row', 'It drips.', 'assigned', now() + n * interval '1 hour', now() from generate_series(1, 5000) n`
  await countTables()
  const ada = await signedInAs(cast.admin)
  const ask = () => ada.get(`/api/jobs/${wanted.id}/contractors`)
  const plans = [...(await plansOf('"first_visit_tallies"', ask)), ...(await plansOf('"jobs"', ask))]
  for (const index of ['first_visit_tallies_index', 'jobs_property_index', 'jobs_booked_index'])
    expect([index, plans.some((plan) => plan.includes(index))]).toEqual([index, true])
  expect(plans.filter((plan) => /Seq Scan on (jobs|first_visit_tallies)/.test(plan))).toEqual([])
  await dropBuilt()
})
