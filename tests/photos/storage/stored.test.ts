import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskStorage } from '#src/photos/storage/disk.ts'
import type { Storage } from '#src/photos/storage/port.ts'
import { s3Storage } from '#src/photos/storage/s3.ts'
import { anS3, noS3 } from './s3-world.ts'

// What every storage promises, whatever is behind it.

async function onDisk() {
  const root = mkdtempSync(join(tmpdir(), 'fettle-photos-'))
  return { storage: diskStorage(root), close: async () => rmSync(root, { recursive: true }) }
}

async function inBucket() {
  const { settings, stop } = await anS3()
  return { storage: s3Storage(settings), close: stop }
}

const textOf = async (blob: Promise<Blob | null>) => (await blob)?.text() ?? null
const outcome = (work: () => Promise<unknown>) => work().catch((error: unknown) => error)

describe.each([
  ['disk', onDisk, false],
  ['S3', inBucket, noS3],
] as const)('photos on %s', (_, open, leftOut) => {
  describe.skipIf(leftOut)('', () => {
    let storage: Storage
    let close = async () => {}
    beforeAll(async () => {
      const opened = await open()
      storage = opened.storage
      close = opened.close
    })
    afterAll(() => close())

    test('are put and read, each variant apart, whatever the case of the key', async () => {
      const key = Bun.randomUUIDv7()
      expect(await storage.read(key, 'photo')).toBeNull()
      expect(await storage.read(key, 'thumbnail')).toBeNull()
      await storage.put(key, 'photo', Buffer.from('large'))
      expect(await storage.read(key, 'thumbnail')).toBeNull()
      await storage.put(key, 'thumbnail', Buffer.from('small'))
      expect(await textOf(storage.read(key, 'photo'))).toBe('large')
      expect(await textOf(storage.read(key.toUpperCase(), 'thumbnail'))).toBe('small')
    })

    test('are the same bytes again, many and few', async () => {
      const key = Bun.randomUUIDv7()
      for (const size of [3_000_000, 1, 65_536, 0]) {
        const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536))))
        const whole = Buffer.concat(Array.from({ length: Math.ceil(size / 65_536) }, () => bytes)).subarray(0, size)
        await storage.put(key, 'photo', whole)
        const read = await storage.read(key, 'photo')
        expect(read?.size).toBe(size)
        expect(Buffer.from(await read!.arrayBuffer()).equals(whole)).toBe(true)
      }
    })

    test('are replaced', async () => {
      const key = Bun.randomUUIDv7()
      await storage.put(key, 'photo', Buffer.from('the first, and longer'))
      await storage.put(key, 'photo', Buffer.from('second'))
      expect(await textOf(storage.read(key, 'photo'))).toBe('second')
    })

    test('are removed with every variant, and those that are not there too', async () => {
      const [key, other] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
      await storage.put(key, 'photo', Buffer.from('large'))
      await storage.put(key, 'thumbnail', Buffer.from('small'))
      await storage.put(other, 'photo', Buffer.from('other'))
      await Promise.all([storage.remove(key), storage.remove(key)])
      await storage.remove(key)
      await storage.remove(Bun.randomUUIDv7())
      expect(await storage.read(key, 'photo')).toBeNull()
      expect(await storage.read(key, 'thumbnail')).toBeNull()
      expect(await textOf(storage.read(other, 'photo'))).toBe('other')
    })

    test('are always whole, whoever writes at the same time', async () => {
      const key = Bun.randomUUIDv7()
      const versions = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(300_000))
      let writing = true
      const seen = new Set<string | null>()
      const reading = (async () => {
        while (writing) seen.add(await textOf(storage.read(key, 'photo')))
      })()
      for (let round = 0; round < 5; round++)
        await Promise.all(versions.map((version) => storage.put(key, 'photo', Buffer.from(version))))
      writing = false
      await reading
      seen.delete(null)
      expect(seen.size).toBeGreaterThan(0)
      for (const text of seen) expect(versions.includes(text!)).toBe(true)
      expect(versions).toContain((await textOf(storage.read(key, 'photo')))!)
    })

    test.each(['../../etc/passwd', '..', '', 'a'.repeat(36), `${Bun.randomUUIDv7()}/../x`, `${Bun.randomUUIDv7()}\0`])(
      'have no key but a UUID: %p',
      async (key) => {
        expect(await outcome(async () => storage.put(key, 'photo', Buffer.from('x')))).toBeInstanceOf(TypeError)
        expect(await outcome(async () => storage.read(key, 'photo'))).toBeInstanceOf(TypeError)
        expect(await outcome(async () => storage.remove(key))).toBeInstanceOf(TypeError)
      },
    )
  })
})
