import { afterEach, expect, test } from 'bun:test'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PHOTO_FOLDER } from '#src/photos/incoming.ts'
import { receive } from '#src/photos/receive.ts'
import { Unavailable } from '#src/web/errors.ts'

const folder = join(PHOTO_FOLDER, 'incoming')
const arrived = () => receive(new Request('http://localhost/', { method: 'PUT', body: 'the bytes of a photo' }))

/** A file stands where the folder was, as when a disk is replaced. */
async function takeAway() {
  await rename(folder, `${folder}.away`)
  await writeFile(folder, 'a file')
}

async function bringBack() {
  await rm(folder)
  await rename(`${folder}.away`, folder)
}

afterEach(() => bringBack().catch(() => {}))

test('a disk that goes while an upload is on it makes the upload unavailable, not broken', async () => {
  const received = await arrived()
  await takeAway()
  expect(await received.bytes().catch((error: unknown) => error)).toBeInstanceOf(Unavailable)
  await received.discard()
  expect(await arrived().catch((error: unknown) => error)).toBeInstanceOf(Unavailable)
  await bringBack()
  expect((await received.bytes()).toString()).toBe('the bytes of a photo')
  await received.discard()
  const next = await arrived()
  expect(await next.bytes()).toHaveLength(20)
  await next.discard()
})
