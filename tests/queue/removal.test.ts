import { expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { uploadedObjects } from '#db/schema.ts'
import { standardHandlers } from '#src/background/handlers.ts'
import { Unavailable } from '#src/http/errors.ts'
import { removePhotos } from '#src/photos/removal.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { aWorker, queue, until, untilDelivered } from './working.ts'

async function aPhoto(): Promise<string> {
  const [made] = await db.insert(uploadedObjects).values({ state: 'stored' }).returning()
  await storage.put(made!.id, 'photo', Buffer.from('photo'))
  await storage.put(made!.id, 'thumbnail', Buffer.from('thumbnail'))
  return made!.id
}

test('photos are removed with their thumbnails, and then forgotten', async () => {
  const [gone, kept] = [await aPhoto(), await aPhoto()]
  await db.transaction((tx) => removePhotos(tx, eq(uploadedObjects.id, gone)))
  aWorker(standardHandlers())
  await untilDelivered()
  for (const variant of ['photo', 'thumbnail'] as const) {
    expect(await storage.read(gone, variant)).toBeNull()
    expect(await storage.read(kept, variant)).not.toBeNull()
  }
  expect((await db.select().from(uploadedObjects)).map(({ id }) => id)).toEqual([kept])
})

test('a storage that is away is asked again until the photo is gone', async () => {
  const id = await aPhoto()
  const remove = spyOn(storage, 'remove').mockImplementation(() => Promise.reject(new Unavailable('Storage is away')))
  await db.transaction((tx) => removePhotos(tx, eq(uploadedObjects.id, id)))
  aWorker(standardHandlers(), { giveUp: 0, fewestTries: 1 })
  await until(async () => (await queue())[0]!.attempts >= 3, 'A third attempt')
  expect(await storage.read(id, 'photo')).not.toBeNull()
  expect(await db.$count(uploadedObjects)).toBe(1)
  expect((await queue())[0]!.lastError).toBe('Storage is away')
  remove.mockRestore()
  await untilDelivered()
  expect(await storage.read(id, 'photo')).toBeNull()
  expect(await db.$count(uploadedObjects)).toBe(0)
})
