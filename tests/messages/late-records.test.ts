import { describe, expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { jobs, jobVisits, messages, uploadedObjects } from '#db/schema.ts'
import { MAX_LATE_RECORDS } from '#src/domain/message/late-record.ts'
import { assignJob, cancelJob, unassignJob } from '#src/jobs/actions.ts'
import { handJobBack } from '#src/visits/hand-back.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { upload } from '#tests/photos/uploads.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, completion } from '#tests/support/world.ts'

// What a job no longer takes is not lost: administrators read it as a message.

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')
const carl = signedInOfEachTest(cast, 'contractor')
const ada = signedInOfEachTest(cast, 'admin')

const RECORD = { text: 'Nobody opened. I rang twice.', outcome: 'no_access' }
const send = (client: Client, id: string, body: object = RECORD) => client.post(`/api/jobs/${id}/late-records`, body)
type Read = { text: string; late: boolean; adminsOnly: boolean; photosUrls: string[] }
const readBy = async (client: Client, id: string) =>
  (await (await client.get(`/api/jobs/${id}/messages`)).json()) as Read[]

async function lostJob() {
  const { id } = await aJob(cast, 'assigned')
  await assignJob(cast.admin, id, (await aContractor()).id)
  return id
}

describe('a late record', () => {
  test('of a refused visit reaches administrators with its photos, and nothing of the job changes', async () => {
    const id = await lostJob()
    const images = [await upload(cast.contractor), await upload(cast.contractor)]
    const recordedAt = new Date(Date.now() - 3_600_000)
    const visit = { ...completion({ images }), recordedAt }
    expect((await carl.post(`/api/jobs/${id}/complete`, visit)).status).toBe(409)
    const before = await db.select().from(jobs)
    const answer = await send(carl, id, { text: visit.workDone, outcome: 'done', images, recordedAt })
    expect([answer.status, (await answer.json()) as unknown]).toMatchObject([
      201,
      { late: true, adminsOnly: true, photosUrls: images, recordedAt: recordedAt.toISOString() },
    ])
    expect(await db.select().from(jobs)).toEqual(before)
    expect(await db.$count(jobVisits)).toBe(0)
    const [message] = await readBy(ada, id)
    expect(message!.text).toStartWith('Came too late to be recorded: Visit completed, ')
    expect(message!.text).toEndWith(`\n\n${visit.workDone}`)
    for (const path of images) expect((await ada.get(path)).status).toBe(200)
    const page = await (await ada.get(`/admin/jobs/${id}/messages`)).text()
    for (const words of ['Came too late', 'Administrators only', `${images[0]}?w=320`]) expect(page).toContain(words)
  })

  test('nor its photos are read by the agent, by who has the job now, or by its sender', async () => {
    const { id } = await aJob(cast, 'in_progress')
    await recordUnfinishedVisit(cast.contractor, id, { outcome: 'no_access', workDone: 'Rang.' })
    const other = await aContractor()
    await assignJob(cast.admin, id, other.id)
    const images = [await upload(cast.contractor)]
    expect((await send(carl, id, { ...RECORD, images })).status).toBe(201)
    for (const client of [agent, carl, await signedInAs(other)]) {
      expect(await readBy(client, id)).toEqual([])
      expect((await client.get(images[0]!)).status).toBe(404)
      const conversations = (await (await client.get('/api/messages')).json()) as unknown[]
      expect(conversations).toEqual([])
    }
  })

  test('is taken from who handed the job back, lost it, or has it and it is over', async () => {
    const [back, away, over] = [
      await aJob(cast, 'assigned'),
      await aJob(cast, 'assigned'),
      await aJob(cast, 'assigned'),
    ]
    await handJobBack(cast.contractor, back.id, 'Ill')
    await unassignJob(cast.admin, away.id)
    await cancelJob(cast.agent, over.id, 'Sold')
    for (const { id } of [back, away, over]) expect((await send(carl, id)).status).toBe(201)
  })

  test('is not taken from who never had the job, an agent or an administrator', async () => {
    const id = await lostJob()
    const statuses = []
    for (const client of [await signedInAs(await aContractor()), agent, ada])
      statuses.push((await send(client, id)).status)
    expect(statuses).toEqual([404, 403, 403])
    expect(await db.$count(messages)).toBe(0)
  })

  test('takes a day that cannot be, and no photo of somebody else', async () => {
    const id = await lostJob()
    expect((await send(carl, id, { ...RECORD, visitDate: '2099-01-01' })).status).toBe(201)
    expect((await send(carl, id, { ...RECORD, visitDate: '2026-01-02' })).status).toBe(201)
    const texts = (await readBy(ada, id)).map(({ text }) => text.split('\n')[0])
    expect(texts).toEqual([
      'Came too late to be recorded: No access.',
      'Came too late to be recorded: No access, 02/01/2026, 12:00.',
    ])
    expect((await send(carl, id, { ...RECORD, images: [await upload(cast.agent)] })).status).toBe(422)
  })

  test(`may be sent ${MAX_LATE_RECORDS} times a job, also by more at once`, async () => {
    const id = await lostJob()
    const answers = await Promise.all(Array.from({ length: MAX_LATE_RECORDS + 3 }, () => send(carl, id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_LATE_RECORDS)
    expect(await db.$count(messages)).toBe(MAX_LATE_RECORDS)
  })

  test('takes its photos with it when the job is deleted for good', async () => {
    const id = await lostJob()
    const images = [await upload(cast.contractor)]
    await send(carl, id, { ...RECORD, images })
    expect((await ada.delete(`/api/jobs/${id}`)).status).toBe(200)
    expect((await db.select().from(uploadedObjects)).map(({ state }) => state)).toEqual(['removing'])
  })
})
