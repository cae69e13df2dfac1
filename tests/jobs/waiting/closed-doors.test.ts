import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { itemsFor } from '#src/reminders/queries.ts'
import { deleteVisit } from '#src/visits/actions.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { read } from '#tests/checklist/reading.ts'
import { fillWaits } from '#tests/jobs/backfill/refilled.ts'
import { comingRound } from '#tests/reminders/world.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, complete, completion } from '#tests/support/world.ts'

const cast = castOfEachTest()
const tried = (id: string) =>
  recordUnfinishedVisit(cast.contractor, id, { outcome: 'no_access', workDone: 'Nobody was in.' })
const words = async (who: keyof typeof cast, path: string) =>
  (await read((await signedInAs(cast[who])).get(path))).words
const json = async (who: keyof typeof cast, id: string) =>
  (await signedInAs(cast[who])).get(`/api/jobs/${id}`).then((answer) => answer.json())

test('a closed door does not meet the target, and is shown wherever the target is', async () => {
  const { id } = await aJob(cast, 'assigned')
  await tried(id)
  expect(await json('agent', id)).toMatchObject({ visitTarget: 'due', noAccessVisits: 1 })
  expect(await words('agent', `/jobs/${id}`)).toContain('Tried once, nobody in.')
  await tried(id)
  await db.update(jobs).set({ visitBy: sql`now() - interval '1 hour'` })
  expect(await json('contractor', id)).toMatchObject({ visitTarget: 'late', noAccessVisits: 2 })
  const places: [keyof typeof cast, string][] = [
    ['agent', '/'],
    ['agent', '/jobs'],
    ['agent', `/jobs/${id}`],
    ['contractor', '/'],
    ['contractor', '/jobs'],
    ['contractor', `/jobs/${id}`],
    ['contractor', '/visit'],
    ['admin', '/'],
    ['admin', '/admin/jobs'],
    ['admin', `/admin/jobs/${id}`],
    ['admin', `/admin/contractors/${cast.contractor.id}`],
  ]
  for (const [who, path] of places)
    expect([path, await words(who, path)]).toEqual([path, expect.stringContaining('Tried twice, nobody in')])
  const late = await (await signedInAs(cast.admin)).get('/api/jobs?late=yes')
  expect(await late.json()).toHaveLength(1)
  await complete(cast.contractor, id, completion())
  expect(await json('agent', id)).toMatchObject({ visitTarget: 'late', noAccessVisits: 2 })
  expect(await words('agent', `/jobs/${id}`)).not.toContain('nobody in')
})

test('reminders tell of the closed doors too', async () => {
  const { id } = await aJob(cast, 'assigned')
  await tried(id)
  await db.update(jobs).set({ visitBy: sql`now() - interval '1 hour'` })
  const round = comingRound()
  const [thing] = await itemsFor(db, { id: cast.admin.id, role: 'admin' } as never, round)
  expect(thing?.late).toEndWith('Tried once, nobody in.')
})

test('a contractor who lost the job does not read how often another tried', async () => {
  const { id } = await aJob(cast, 'assigned')
  await recordUnfinishedVisit(cast.contractor, id, { outcome: 'return', workDone: 'Needs parts.' })
  const other = await aContractor({ firstName: 'Dee' })
  await assignJob(cast.admin, id, other.id)
  await recordUnfinishedVisit(other, id, { outcome: 'no_access', workDone: 'Nobody was in.' })
  const answer = await (await signedInAs(cast.contractor)).get(`/api/jobs/${id}`)
  if (answer.status === 200) expect(await answer.json()).toMatchObject({ noAccessVisits: 0 })
  expect(await json('agent', id)).toMatchObject({ noAccessVisits: 1 })
})

test('a target that an earlier version held to be met by a closed door is open again', async () => {
  const [shut, open, deleted] = [
    await aJob(cast, 'assigned'),
    await aJob(cast, 'assigned'),
    await aJob(cast, 'assigned'),
  ]
  for (const { id } of [shut, open, deleted]) await tried(id)
  await recordUnfinishedVisit(cast.contractor, open.id, { outcome: 'return', workDone: 'Needs parts.' })
  const inside = (await jobVisibleTo(cast.admin, open.id)).firstVisitAt
  // As it noted them.
  await db.execute(
    sql`update jobs set first_visit_at = (select min(visit_date) from job_visits where job_id = jobs.id)`,
  )
  await deleteVisit(cast.admin, (await jobVisibleTo(cast.admin, deleted.id)).visits[0]!.id)
  await db.execute(sql`update jobs set updated_at = now() - interval '1 year'`)
  await db.execute(sql`insert into settings (name, done) values ('job_waits_filled', true)`)
  await fillWaits()
  const first = async (id: string) => (await jobVisibleTo(cast.admin, id)).firstVisitAt
  expect([await first(shut.id), await first(open.id), await first(deleted.id)]).toEqual([null, inside, null])
})
