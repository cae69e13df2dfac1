import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { changes, jobs, queuedWork } from '#db/schema.ts'
import { assignJob, createJob, startJob } from '#src/jobs/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { jobTimeline } from '#src/jobs/timeline.ts'
import { forgetNotified, notified } from '#tests/jobs/notified.ts'
import { rowOf, upload } from '#tests/photos/uploads.ts'
import { longUntouched } from '#tests/retention/old.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aContractor, anAgent, complete, jobInput, withQuote } from '#tests/support/world.ts'

const cast = castOfEachTest()
const photosOf = async (id: string) => (await jobVisibleTo(cast.admin, id)).photosUrls
const edits = async (id: string) =>
  (await jobTimeline(cast.admin, id)).filter(({ event }) => event === 'edited').map(({ detail }) => detail)

async function pictured(count = 2) {
  const photos = await Promise.all(Array.from({ length: count }, () => upload(cast.agent)))
  const { id } = await createJob(cast.agent, { ...jobInput(), images: photos })
  return { id, photos }
}

test('an agent adds and removes photos by call: what is left out is removed from storage, and the timeline tells', async () => {
  const { id, photos } = await pictured()
  await assignJob(cast.admin, id, cast.contractor.id)
  const added = await upload(cast.agent)
  const olivia = await signedInAs(cast.agent)
  const answer = await olivia.patch(`/api/jobs/${id}`, { images: [photos[1], added] })
  expect([answer.status, await answer.json()]).toMatchObject([200, { photosUrls: [photos[1], added] }])
  expect(await rowOf(photos[0]!)).toMatchObject({ state: 'removing' })
  expect(await db.$count(queuedWork, eq(queuedWork.kind, 'remove_object'))).toBe(1)
  expect(await edits(id)).toEqual([{ 'before.photos': '2', 'after.photos': '2, 1 of them new' }])
  const carl = await signedInAs(cast.contractor)
  expect(await (await carl.get(`/jobs/${id}`)).text()).toContain('Photos: 2 → 2, 1 of them new')
  const mails = await db.query.emailNotifications.findMany({ where: (row, { eq: is }) => is(row.jobId, id) })
  expect(mails.map(({ emailType }) => emailType)).toContain('job_changed')
  // The same again is no edit.
  expect((await olivia.patch(`/api/jobs/${id}`, { images: [photos[1], added] })).status).toBe(200)
  expect(await edits(id)).toHaveLength(1)
  expect((await olivia.patch(`/api/jobs/${id}`, { images: [] })).status).toBe(200)
  expect(await photosOf(id)).toEqual([])
})

test('a photo less is told to whoever quotes beside, in their timeline and by e-mail', async () => {
  const { id, photos } = await pictured()
  await assignJob(cast.admin, id, cast.contractor.id)
  await complete(cast.contractor, id, withQuote())
  const [dee, ada] = [await aContractor(), await signedInAs(cast.admin)]
  const asked = await ada.post(`/api/jobs/${id}/rivals`, { contractorId: dee.id })
  const rival = (await asked.json()) as { id: string }
  const client = await signedInAs(dee)
  const { version } = (await (await client.get('/offline/pages')).json()) as { version: string }
  await longUntouched(rival.id, '1 day')
  await forgetNotified()
  expect((await ada.patch(`/api/jobs/${id}`, { images: [photos[1]] })).status).toBe(200)
  const told = { 'before.photos': '2', 'after.photos': '1' }
  expect(await Promise.all([edits(id), edits(rival.id)])).toEqual([[told], [told]])
  expect((await notified()).sort()).toEqual([cast.contractor, dee].map(({ email }) => `job_changed → ${email}`).sort())
  const events = await db.select().from(changes).where(eq(changes.type, 'job.edited'))
  expect(events.map(({ jobId, contractors }) => [jobId, contractors])).toContainEqual([rival.id, [dee.id]])
  expect(await (await client.get('/offline/pages')).json()).not.toMatchObject({ version })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  expect(await (await client.get(`/api/jobs?updatedSince=${since}`)).json()).toMatchObject([{ id: rival.id }])
})

test('five at most, each once, one’s own; else nothing changes', async () => {
  const { id, photos } = await pictured(4)
  const olivia = await signedInAs(cast.agent)
  const [one, two, others] = [await upload(cast.agent), await upload(cast.agent), await upload(await anAgent())]
  for (const images of [[...photos, one, two], [photos[0], photos[0]], [photos[0], others], ['/objects/none']]) {
    const answer = await olivia.patch(`/api/jobs/${id}`, { images })
    expect([answer.status, await answer.json()]).toMatchObject([422, { errors: { images: expect.any(String) } }])
  }
  expect(await photosOf(id)).toEqual(photos)
  expect(await rowOf(one)).toMatchObject({ jobId: null })
})

test('once work has started photos are the agent’s to change no more', async () => {
  const { id, photos } = await pictured()
  await assignJob(cast.admin, id, cast.contractor.id)
  await startJob(cast.contractor, id)
  expect((await (await signedInAs(cast.agent)).patch(`/api/jobs/${id}`, { images: [] })).status).toBe(409)
  expect(await photosOf(id)).toEqual(photos)
})

test('the form keeps what is ticked and takes new ones; left alone it undoes nobody else’s change', async () => {
  const { id, photos } = await pictured()
  const olivia = await signedInAs(cast.agent)
  const page = await (await olivia.get(`/jobs/${id}/edit`)).text()
  expect(page.match(/<input type="checkbox" name="images"[^>]*checked/g)).toHaveLength(2)
  expect(page).toContain('name="job-photos"')
  const fields = Object.fromEntries(
    [...page.matchAll(/name="(shown\.[^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
  const typed = jobInput() as Record<string, string>
  const added = await upload(cast.agent)
  const sent = await olivia.submit(`/jobs/${id}/edit`, { ...fields, ...typed, images: [photos[1]!, added] })
  expect(sent.status).toBe(303)
  expect(await photosOf(id)).toEqual([photos[1]!, added])
  // Another page, opened before, is sent with another text alone.
  const late = { ...fields, ...typed, propertyName: 'Elm House', images: photos }
  expect((await olivia.submit(`/jobs/${id}/edit`, late)).status).toBe(303)
  expect(await photosOf(id)).toEqual([photos[1]!, added])
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id))
  expect(row?.propertyName).toBe('Elm House')
  // An administrator takes photos away, and uploads none.
  const ada = await signedInAs(cast.admin)
  const desk = await (await ada.get(`/admin/jobs/${id}/edit`)).text()
  expect(desk).toContain('<legend>Photos</legend>')
  expect(desk).not.toContain('name="job-photos"')
})
