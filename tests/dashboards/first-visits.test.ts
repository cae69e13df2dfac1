import { expect, setSystemTime, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { activity } from '#src/dashboards/activity.ts'
import { cancelJob } from '#src/jobs/actions.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { read } from '#tests/checklist/reading.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'

const cast = castOfEachTest()

test('the days to a first visit leave out jobs without one, and tell how many wait for theirs', async () => {
  setSystemTime(Date.now() + 86_400_000)
  const visited = await aJob(cast, 'completed')
  await db.execute(sql`update job_visits set visit_date = visit_date + interval '4 days' where job_id = ${visited.id}`)
  await db.execute(sql`update jobs set first_visit_at = first_visit_at + interval '4 days' where id = ${visited.id}`)
  await aJob(cast)
  await aJob(cast, 'assigned')
  const shut = await aJob(cast, 'assigned')
  await recordUnfinishedVisit(cast.contractor, shut.id, { outcome: 'no_access', workDone: 'Nobody was in.' })
  await cancelJob(cast.admin, (await aJob(cast)).id, 'Sold')
  const { days, unvisited, weeks } = await activity()
  expect([days?.toFixed(1), unvisited]).toEqual(['4.0', 3])
  expect(weeks.at(-1)).toMatchObject({ raised: 5, unvisited: 3 })
  // As an earlier version left it.
  await db.execute(sql`update jobs set first_visit_at = null, waiting_on = null`)
  setSystemTime(Date.now() + 86_400_000)
  expect(await activity()).toMatchObject({ unvisited: 3 })
  setSystemTime()
  const screen = await read((await signedInAs(cast.admin)).get('/?part=plots'))
  expect(screen.words).toContain('Median 4.0 days, 3 not visited yet')
})
