import { afterEach, expect, test } from 'bun:test'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Unavailable } from '#src/http/errors.ts'
import { PHOTO_FOLDER } from '#src/photos/incoming.ts'
import { receive } from '#src/photos/receive.ts'
import { aContractor } from '#tests/support/world.ts'
import { askForUrl, filesArriving, put } from './uploads.ts'

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

test('one person’s forty uploads arrive at once, and others may still send', async () => {
  const [greedy, modest] = [await aContractor(), await aContractor()]
  const lines: ReadableStreamDefaultController<Uint8Array>[] = []
  const unfinished = () => new ReadableStream<Uint8Array>({ start: (line) => void lines.push(line) })
  const urls = await Promise.all(Array.from({ length: 40 }, () => askForUrl(greedy)))
  const arriving = urls.map((url) => put(url, unfinished()))
  while (filesArriving().length < 40) await Bun.sleep(5)
  const refused = await put(await askForUrl(greedy), unfinished())
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect((await put(await askForUrl(modest), 'no photo, but read')).status).toBe(422)
  for (const line of lines.slice(0, 40)) line.error(new Error('The phone is gone'))
  expect((await Promise.all(arriving)).map(({ status }) => status)).toEqual(urls.map(() => 400))
  expect((await put(await askForUrl(greedy), 'no photo, but read')).status).toBe(422)
})
