import { expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { changes, jobs } from '#db/schema.ts'
import { hazardTargetBackfill } from '#src/jobs/backfill/hazard-targets.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { read } from '#tests/checklist/reading.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob, anAgent, complete, completion } from '#tests/support/world.ts'

const cast = castOfEachTest()
const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)
const rowOf = async (id: string) => (await db.select().from(jobs).where(eq(jobs.id, id)))[0]!

test('what other targets left is told anew after a start; a visit that was made keeps its own', async () => {
  const [open, seen, ended] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
  for (const { id } of [open, seen, ended]) await changeHazard(cast.agent, id, { level: 'significant' })
  await recordUnfinishedVisit(cast.contractor, seen.id, { outcome: 'return', workDone: 'Damp' })
  await changeHazard(cast.agent, ended.id, { ending: 'not_found', reason: 'Condensation' })
  const all = () => Promise.all([open, seen, ended].map(({ id }) => rowOf(id)))
  const before = await all()
  const stale = new Date('2030-01-01Z')
  await db
    .update(jobs)
    .set({ hazardDue: stale, visitBy: stale })
    .where(inArray(jobs.id, [open.id, seen.id]))
  await db.delete(changes)
  await hazardTargetBackfill()()
  expect(await all()).toEqual([before[0]!, { ...before[1]!, visitBy: stale }, before[2]!])
  const told = await db.select({ type: changes.type, id: changes.jobId }).from(changes).orderBy(changes.jobId)
  expect(told).toEqual([open.id, seen.id].sort().map((id) => ({ type: 'job.changed', id })))
  await hazardTargetBackfill()()
  expect(await db.$count(changes)).toBe(2)
})

test('an agent’s first screen counts open hazards, the late among them, and leads to as many', async () => {
  const client = await signedInAs(cast.agent)
  const tile = async () => /href="(\/jobs\?hazard[^"]+)".*?<\/li>/s.exec(await (await client.get('/')).text())
  await aJob(cast, 'assigned')
  expect(await tile()).toBeNull()
  const [late, soon, done] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
  for (const { id } of [late, soon, done]) await changeHazard(cast.agent, id, { level: 'emergency' })
  await changeHazard(cast.agent, late.id, { awareAt: ago(30), reason: 'The tenant rang the day before' })
  await complete(cast.contractor, done.id, completion())
  const theirs = await aJob({ ...cast, agent: await anAgent() }, 'assigned')
  await changeHazard(cast.admin, theirs.id, { level: 'significant' })
  const [shown, href] = (await tile())!
  expect(shown.replace(/<[^>]+>/g, ' ')).toMatch(/2\s+hazards\s+1 past a target/)
  const list = await (await client.get(href!.replaceAll('&amp;', '&'))).text()
  expect([...list.matchAll(/id="job-([^"]{36})"/g)].map(([, id]) => id)).toEqual([late.id, soon.id])
})

test('All Jobs and its CSV say what is due first: the hazard, after the first visit too', async () => {
  const [plain, seen] = [await aJob(cast, 'assigned', { job: { urgency: 'high' } }), await aJob(cast, 'assigned')]
  await changeHazard(cast.agent, seen.id, { level: 'emergency', awareAt: ago(12) })
  await recordUnfinishedVisit(cast.contractor, seen.id, { outcome: 'return', workDone: 'Made part of it safe' })
  const client = await signedInAs(cast.admin)
  const sorted = await client.get('/api/jobs?sort=visitBy').then((answer) => answer.json())
  expect(sorted.map(({ id }: { id: string }) => id)).toEqual([seen.id, plain.id])
  const { hazardDue } = await rowOf(seen.id)
  const csv = await (await client.get('/api/jobs/export.csv')).text()
  expect(csv.split('\r\n').find((line) => line.includes(seen.jobRef))).toContain(
    `Emergency hazard,${hazardDue!.toISOString()}`,
  )
  expect((await read(await client.get('/admin/jobs?sort=visitBy'))).words).toContain('Due soonest first')
})
