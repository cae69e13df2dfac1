import { afterEach, describe, expect, mock, spyOn, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { uploadedObjects } from '#db/schema.ts'
import { orphans, removePhotos } from '#src/photos/removal.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { transaction } from '#src/writes/transaction.ts'
import { aContractor } from '#tests/support/world.ts'
import { bmp, jpeg } from './pictures.ts'
import { askForUrl, bodyOf, idOf, put, rowOf } from './uploads.ts'

// Two uploads to one URL, in two processes perhaps: while one is being stored, the other keeps its hands off.

afterEach(() => mock.restore())

const claimedSince = (url: string, seconds: number) =>
  db
    .update(uploadedObjects)
    .set({ size: 1, claimedAt: sql`now() - make_interval(secs => ${seconds})` })
    .where(eq(uploadedObjects.id, idOf(url)))

describe('an upload to a URL', () => {
  test('that another upload is being stored for is put off, and stores nothing', async () => {
    const url = await askForUrl(await aContractor())
    await claimedSince(url, 20)
    const answer = await put(url, bodyOf(await jpeg()))
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await storage.read(idOf(url), 'photo')).toBeNull()
  })

  test('that a process died over is taken when the time of that is over', async () => {
    const url = await askForUrl(await aContractor())
    await claimedSince(url, 60)
    expect((await put(url, bodyOf(await jpeg()))).status).toBe(200)
    expect(await rowOf(url)).toMatchObject({ state: 'stored', width: 64 })
  })

  test('that a version before claimedAt claimed is put off as long', async () => {
    const url = await askForUrl(await aContractor())
    const since = (seconds: number) =>
      db
        .update(uploadedObjects)
        .set({ size: 1, createdAt: sql`now() - make_interval(secs => ${seconds})` })
        .where(eq(uploadedObjects.id, idOf(url)))
    await since(20)
    expect((await put(url, bodyOf(await jpeg()))).status).toBe(503)
    await since(60)
    expect((await put(url, bodyOf(await jpeg()))).status).toBe(200)
  })

  test('that took so long that another has taken its place does not count', async () => {
    const url = await askForUrl(await aContractor())
    const real = storage.put
    let other: Response | undefined
    spyOn(storage, 'put').mockImplementation(async (key, variant, bytes) => {
      if (variant === 'photo' && !other) {
        other = new Response()
        await claimedSince(url, 60)
        other = await put(url, bodyOf(await jpeg(bmp(9, 9, () => [0, 0, 0]))))
      }
      return real(key, variant, bytes)
    })
    const late = await put(url, bodyOf(await jpeg()))
    expect([other!.status, late.status]).toEqual([200, 409])
    expect(await rowOf(url)).toMatchObject({ state: 'stored', width: 9 })
  })

  test('goes on to its orphan’s end from when it was last tried', async () => {
    const url = await askForUrl(await aContractor())
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await db
      .update(uploadedObjects)
      .set({ createdAt: yesterday })
      .where(eq(uploadedObjects.id, idOf(url)))
    await put(url, bodyOf(await jpeg()))
    expect(Date.now() - (await rowOf(url))!.claimedAt!.getTime()).toBeLessThan(60_000)
    expect(await transaction((tx) => removePhotos(tx, orphans(tx, 500)))).toEqual([])
  })
})
