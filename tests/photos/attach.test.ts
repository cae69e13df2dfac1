import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { jobVisits, uploadedObjects } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { Invalid } from '#src/http/errors.ts'
import { attachPhotos, photoIdIn } from '#src/photos/attach.ts'
import { erasePhoto, ofVisits, orphans, removePhotos } from '#src/photos/removal.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { transaction } from '#src/writes/transaction.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, statusOf } from '#tests/support/world.ts'
import { askForUrl, idOf, rowOf, upload } from './uploads.ts'

const ID = '0199d3a1-0000-7000-8000-0123456789ab'

test.each([
  [`/objects/${ID}`, ID],
  [`/objects/${ID.toUpperCase()}?w=320`, ID],
  [`https://fettle.example/objects/${ID}`, ID],
  [`http://localhost:3000/objects/upload/${ID}?expires=1&signature=abc`, ID],
  [`/objects/upload/${ID}`, ID],
  [`https://s3.eu-west-2.amazonaws.com/bucket/photos/${ID}.jpg?X-Amz-Signature=1`, ID],
  [`objects/${ID}`, ID],
  ['/objects/', null],
  ['', null],
  [`/objects/${ID}/more`, null],
  [`javascript:alert(1)/${ID}`, null],
  [`data:image/png,/${ID}`, null],
  ['http://[', null],
  ['/objects/../../etc/passwd', null],
])('the photo of %p is %p', (image, id) => expect(photoIdIn(image)).toBe(id))

/** Two visits of one contractor, ready to take photos. */
async function twoVisits() {
  const cast = await aCast()
  await Promise.all([aJob(cast, 'completed'), aJob(cast, 'completed')])
  const visits = await db.select({ id: jobVisits.id }).from(jobVisits)
  return { ...cast, visits: visits.map(({ id }) => id) as [string, string] }
}

const attach = (user: Actor, visitId: string, images: string[]) =>
  transaction((tx) => attachPhotos(tx, user, { visitId }, images))

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.catch((problem: unknown) => problem)
  return error instanceof Invalid ? error.errors.images : `not refused: ${error}`
}

describe('photos put on a visit', () => {
  test('are taken in every form, in the order given', async () => {
    const { contractor, visits } = await twoVisits()
    const [first, second] = [await upload(contractor), await upload(contractor)]
    const forms = [`https://fettle.example/objects/upload/${idOf(second)}?expires=1&signature=x`, first]
    expect(await attach(contractor, visits[0], forms)).toEqual([second, first])
    expect(await rowOf(first)).toMatchObject({ visitId: visits[0] })
    expect(await attach(contractor, visits[1], [])).toEqual([])
  })

  test('must be five at most, each once, uploaded by this user and on no other visit', async () => {
    const { contractor, visits } = await twoVisits()
    const good = await upload(contractor)
    const foreign = await upload(await aContractor())
    const promised = `/objects/${idOf(await askForUrl(contractor))}`
    const used = await upload(contractor)
    await attach(contractor, visits[1], [used])
    const six = await Promise.all(Array.from({ length: 6 }, () => upload(contractor)))

    const cases: [string[], string][] = [
      [[good, foreign], `${foreign} is not a photo that you have uploaded`],
      [[good, `/objects/${ID}`], `/objects/${ID} is not a photo that you have uploaded`],
      [[good, 'holiday.jpg'], 'holiday.jpg is not a photo that you have uploaded'],
      [[good, promised], `${promised} has not been uploaded yet`],
      [[good, used], `${used} is already on another visit`],
      [[good, `${good}?w=320`], `${good}?w=320 is there twice`],
      [six, 'Please add at most 5 photos'],
    ]
    for (const [images, message] of cases) expect(await refusalOf(attach(contractor, visits[0], images))).toBe(message)
    expect(await rowOf(good)).toMatchObject({ visitId: null })
    expect(await attach(contractor, visits[0], six.slice(0, 5))).toHaveLength(5)
  })

  test('go to exactly one of many visits that want them at once', async () => {
    const { contractor, visits } = await twoVisits()
    const photos = [await upload(contractor), await upload(contractor), await upload(contractor)]
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        attach(contractor, visits[index % 2]!, index % 3 ? photos : photos.toReversed()),
      ),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason.errors.images).toContain('is already on another visit')
    const owners = await Promise.all(photos.map(async (photo) => (await rowOf(photo))?.visitId))
    expect(new Set(owners).size).toBe(1)
  })
})

describe('completing a job', () => {
  test('with a wrong path is 422 naming it, and records nothing', async () => {
    const cast = await aCast()
    const job = await aJob(cast, 'assigned')
    const good = await upload(cast.contractor)
    const foreign = await upload(await aContractor())
    const client = await signedInAs(cast.contractor)
    const response = await client.post(`/api/jobs/${job.id}/complete`, { workDone: 'Mended', images: [good, foreign] })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: { images: expect.stringContaining(foreign) } })
    expect(await statusOf(job.id)).toBe('assigned')
    expect(await db.$count(jobVisits)).toBe(0)
    expect(await rowOf(good)).toMatchObject({ visitId: null })
  })

  test('twice at once with the same photo puts it on one visit', async () => {
    const cast = await aCast()
    const jobs = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
    const photo = await upload(cast.contractor)
    const client = await signedInAs(cast.contractor)
    const answers = await Promise.all(
      jobs.map((job) => client.post(`/api/jobs/${job.id}/complete`, { workDone: 'Mended', images: [photo] })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const visits = await db.select().from(jobVisits)
    expect(visits.map((visit) => visit.photosUrls)).toEqual([[photo]])
  })
})

describe('photos withdrawn', () => {
  test('are seen by nobody, taken by no visit, and gone when the worker has removed them', async () => {
    const { contractor, admin, visits } = await twoVisits()
    const photo = await upload(contractor)
    const other = await upload(contractor)
    await attach(contractor, visits[0], [photo])
    await attach(contractor, visits[1], [other])
    expect(await transaction((tx) => removePhotos(tx, ofVisits([visits[0]])))).toEqual([idOf(photo)])
    expect(await transaction((tx) => removePhotos(tx, ofVisits([visits[0]])))).toEqual([])
    expect(await transaction((tx) => removePhotos(tx, ofVisits([])))).toEqual([])
    await db.delete(jobVisits).where(eq(jobVisits.id, visits[0]))
    expect((await (await signedInAs(admin)).get(photo)).status).toBe(404)
    expect(await refusalOf(attach(contractor, visits[1], [photo]))).toContain('is not a photo that you have uploaded')

    await erasePhoto(idOf(photo))
    await erasePhoto(idOf(photo))
    expect(await rowOf(photo)).toBeUndefined()
    expect(await storage.read(idOf(photo), 'photo')).toBeNull()
    expect(await storage.read(idOf(photo), 'thumbnail')).toBeNull()
    expect(await rowOf(other)).toMatchObject({ state: 'stored' })
  })

  test('are also those that no visit took within a day', async () => {
    const { contractor, visits } = await twoVisits()
    const [attached, waiting, young] = [await upload(contractor), await upload(contractor), await upload(contractor)]
    const promised = await askForUrl(contractor)
    await attach(contractor, visits[0], [attached])
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const age = async (path: string, hours: number) =>
      db
        .update(uploadedObjects)
        .set({ createdAt: ago(hours), claimedAt: ago(hours) })
        .where(eq(uploadedObjects.id, idOf(path)))
    for (const path of [attached, waiting, promised]) await age(path, 24.1)
    await age(young, 23.9)
    const remove = (tx: Tx) => removePhotos(tx, orphans(tx, 500))
    expect((await transaction(remove)).sort()).toEqual([idOf(waiting), idOf(promised)].sort())
    expect(await transaction(remove)).toEqual([])
    expect(await rowOf(young)).toMatchObject({ state: 'stored' })
  })
})
