import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, users } from '#db/schema.ts'
import { Unavailable } from '#src/http/errors.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { problemOf } from '#tests/support/problem.ts'
import { aCast, aContractor, aJob, aNobody, anAgent, completion } from '#tests/support/world.ts'
import { bmp, jpeg } from './pictures.ts'
import { askForUrl, idOf, upload } from './uploads.ts'

/** A completed job whose visit has one photo. */
async function photographed() {
  const cast = await aCast()
  const photo = await upload(cast.contractor, await jpeg(bmp(640, 480, () => [200, 100, 50])))
  const job = await aJob(cast, 'completed', { completion: completion({ images: [photo] }) })
  return { ...cast, photo, job }
}

describe('a photo', () => {
  test('is a JPEG and nothing else to the browser, and kept privately', async () => {
    const { agent, photo } = await photographed()
    const client = await signedInAs(agent)
    const response = await client.get(photo)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=3600, immutable',
      'content-disposition': 'inline; filename="photo.jpg"',
      etag: `"${idOf(photo)}"`,
    })
    expect(await new Bun.Image(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 640 })
  })

  test('has a thumbnail, and no other sizes', async () => {
    const { agent, photo } = await photographed()
    const client = await signedInAs(agent)
    const small = await client.get(`${photo}?w=320`)
    expect(await new Bun.Image(await small.arrayBuffer()).metadata()).toMatchObject({ width: 320, height: 240 })
    for (const width of ['0', '321', '99999', '', '320px'])
      expect((await client.get(`${photo}?w=${width}`)).status).toBe(404)
  })

  test('is not sent again to who has it, and the thumbnail is another thing', async () => {
    const { agent, photo } = await photographed()
    const client = await signedInAs(agent)
    const etag = (await client.get(photo)).headers.get('etag')!
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await client.get(photo, { 'if-none-match': known })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
    }
    expect((await client.get(`${photo}?w=320`, { 'if-none-match': etag })).status).toBe(200)
    expect((await client.get(photo, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('that the storage cannot give now is 503, and 404 when it has none', async () => {
    const { agent, photo } = await photographed()
    const client = await signedInAs(agent)
    const real = storage.read
    storage.read = () => Promise.reject(new Unavailable())
    const away = await client.get(photo)
    storage.read = real
    expect(away.status).toBe(503)
    expect(away.headers.get('retry-after')).toBe('5')
    await storage.remove(idOf(photo))
    expect((await client.get(photo)).status).toBe(404)
    expect((await client.get(`${photo}?w=320`)).status).toBe(404)
  })
})

describe('who may see a photo', () => {
  test('a photo is read by whoever may read its job', async () => {
    const { agent, contractor, admin, photo } = await photographed()
    for (const user of [agent, contractor, admin]) expect((await (await signedInAs(user)).get(photo)).status).toBe(200)
    for (const user of [await anAgent(), await aContractor()]) {
      const client = await signedInAs(user)
      const [theirs, none] = [await client.get(photo), await client.get(`/objects/${Bun.randomUUIDv7()}`)]
      expect([theirs.status, none.status]).toEqual([404, 404])
      const [refusal, absence] = [await problemOf(theirs), await problemOf(none)]
      expect({ ...refusal, instance: '' }).toEqual({ ...absence, instance: '' })
    }
    expect((await (await signedInAs(await aNobody())).get(photo)).status).toBe(403)
    expect((await stranger.get(photo)).status).toBe(401)
  })

  test('not the agent any more who has hidden the job', async () => {
    const { agent, admin, contractor, photo, job } = await photographed()
    const client = await signedInAs(agent)
    expect((await client.delete(`/api/jobs/${job.id}`)).status).toBe(200)
    expect((await client.get(photo)).status).toBe(404)
    expect((await client.get(`${photo}?w=320`)).status).toBe(404)
    for (const user of [admin, contractor]) expect((await (await signedInAs(user)).get(photo)).status).toBe(200)
  })

  test('a contractor who has the job now, and not one who had it', async () => {
    const { photo, job } = await photographed()
    const [next, later] = [await aContractor(), await aContractor()]
    await db.update(jobs).set({ contractorId: next.id }).where(eq(jobs.id, job.id))
    expect((await (await signedInAs(next)).get(photo)).status).toBe(200)
    await db.update(jobs).set({ contractorId: later.id }).where(eq(jobs.id, job.id))
    expect((await (await signedInAs(next)).get(photo)).status).toBe(404)
  })

  test('an uploader who is a contractor no more does not keep the photos of past visits', async () => {
    const { contractor, photo } = await photographed()
    await db.update(users).set({ role: 'estate_agent' }).where(eq(users.id, contractor.id))
    expect((await (await signedInAs(contractor)).get(photo)).status).toBe(404)
  })

  test('the uploader and administrators, as long as no visit has it', async () => {
    const { contractor, agent, admin } = await aCast()
    const photo = await upload(contractor)
    for (const user of [contractor, admin]) expect((await (await signedInAs(user)).get(photo)).status).toBe(200)
    for (const user of [agent, await aContractor()])
      expect((await (await signedInAs(user)).get(photo)).status).toBe(404)
    const promised = `/objects/${idOf(await askForUrl(contractor))}`
    expect((await (await signedInAs(contractor)).get(promised)).status).toBe(404)
  })

  test.each(['/objects/x', '/objects/%00', '/objects/..%2f..%2fetc%2fpasswd', `/objects/${'a'.repeat(5000)}`])(
    'nobody sees %s, which is no photo',
    async (path) => expect((await (await signedInAs((await aCast()).admin)).get(path)).status).toBe(404),
  )
})
