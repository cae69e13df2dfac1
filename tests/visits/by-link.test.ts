import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobs, uploadedObjects } from '#db/schema.ts'
import { today } from '#src/domain/dates.ts'
import { unassignJob } from '#src/jobs/actions.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { answerPage, expireLink, linksFor } from '#tests/links/by-link.ts'
import { stranger } from '#tests/support/app.ts'
import { aCast, aJob } from '#tests/support/world.ts'

async function aMailedJob() {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  const [link] = await linksFor('answer_job')
  return { cast, id, linkId: link!.id, path: `/answer-job/${mailedSecret(link!.id)}` }
}

const jobNow = (id: string) => db.query.jobs.findFirst({ where: eq(jobs.id, id) })
const sent = async (kind: string) =>
  (await db.select().from(emailNotifications)).filter(({ emailType }) => emailType === kind)
const inAWeek = today(new Date(Date.now() + 7 * 86_400_000))
const TAKE = { answer: 'take', day: inAWeek, slot: 'morning' }

test('a contractor takes a job from the e-mail with a day and a slot, which books the visit', async () => {
  const { cast, id, path } = await aMailedJob()
  const answered = await answerPage(path, TAKE)
  expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining('8:00 to 12:00')])
  const booked = await jobNow(id)
  expect([booked?.status, today(booked!.appointmentStartsAt!)]).toEqual(['assigned', inAWeek])
  expect((await sent('appointment_booked')).map((one) => one.contractorEmail)).toEqual([cast.agent.email!])
  const [told] = await sent('answered_by_link')
  expect([told?.contractorEmail, told?.content.decision]).toEqual([cast.contractor.email!, 'Booked'])
  expect(await (await stranger.get(path)).text()).toContain('Move the visit to the day below')
})

test('the same day taken twice from the e-mail is told once, another day again', async () => {
  const { path } = await aMailedJob()
  for (let times = 0; times < 2; times++) {
    const answered = await answerPage(path, TAKE)
    expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining('8:00 to 12:00')])
  }
  expect((await sent('answered_by_link')).length).toBe(1)
  await answerPage(path, { ...TAKE, slot: 'afternoon' })
  expect((await sent('answered_by_link')).length).toBe(2)
})

test('a contractor hands a job back from the e-mail with a reason, also after taking it', async () => {
  const { cast, id, path } = await aMailedJob()
  await answerPage(path, TAKE)
  const unsaid = await answerPage(path, { answer: 'handBack' })
  expect([unsaid.status, await unsaid.text()]).toEqual([422, expect.stringContaining('Please give a reason')])
  const answered = await answerPage(path, { answer: 'handBack', reason: 'My van broke down.' })
  expect(answered.status).toBe(200)
  expect([
    (await jobNow(id))?.status,
    (await sent('answered_by_link')).map((one) => one.content.decision).sort(),
  ]).toEqual(['pending', ['Booked', 'Handed back']])
  expect((await sent('job_handed_back')).map((one) => one.contractorEmail).sort()).toEqual(
    [cast.agent.email!, cast.admin.email!].sort(),
  )
  const after = await stranger.get(path)
  expect([after.status, await after.text()]).toEqual([410, expect.stringContaining('This link was used on')])
})

test('what was chosen and typed stays where it is refused', async () => {
  const { path } = await aMailedJob()
  const refused = await answerPage(path, { answer: 'take', day: '2020-01-01', slot: 'evening' })
  const markup = await refused.text()
  expect(refused.status).toBe(422)
  expect(markup).toMatch(/checked="" value="take"/)
  expect(markup).toMatch(/checked="" value="evening"/)
})

test('a job that somebody else has by now says so', async () => {
  const { cast, id, path } = await aMailedJob()
  await unassignJob(cast.admin, id)
  const ended = await stranger.get(path)
  expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining('no longer with you')])
})

test('an expired link has the job sent anew to the contractor, and nowhere else', async () => {
  const { cast, path, linkId } = await aMailedJob()
  await expireLink(linkId)
  // Other jobs that came within the hour are no reason to send none.
  for (let n = 0; n < 5; n++) await aJob(cast, 'assigned')
  expect(await (await stranger.get(path)).text()).toContain(`action="${path}/again"`)
  expect((await stranger.submit(`${path}/again`, { email: 'eve@evil.example' })).status).toBe(200)
  expect((await sent('job_assigned')).map((one) => one.contractorEmail)).toEqual(Array(7).fill(cast.contractor.email!))
  const fresh = (await linksFor('answer_job')).at(-1)!
  expect((await stranger.get(`/answer-job/${mailedSecret(fresh.id)}`)).status).toBe(200)
  for (let asked = 0; asked < 8; asked++) await stranger.submit(`${path}/again`)
  expect((await linksFor('answer_job')).length).toBe(11)
})

test('the page shows the photos of the job and no access notes', async () => {
  const { cast, id, path } = await aMailedJob()
  const values = { userId: cast.agent.id, jobId: id, state: 'stored', contentType: 'image/jpeg', size: 1 } as const
  const [stored] = await db.insert(uploadedObjects).values(values).returning()
  const photo = stored!.id
  await db
    .update(jobs)
    .set({ photosUrls: [`/objects/${photo}`] })
    .where(eq(jobs.id, id))
  await storage.put(photo, 'photo', Buffer.from('a photo'))
  const markup = await (await stranger.get(path)).text()
  expect(markup).toContain(`${path}/photos/${photo}?w=320`)
  expect(markup).not.toContain('Key at the office')
  const shown = await stranger.get(`${path}/photos/${photo}`)
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store'])
})
