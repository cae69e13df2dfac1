import { afterAll, describe, expect, spyOn, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskStorage } from '#src/photos/disk.ts'
import { Unavailable } from '#src/web/errors.ts'

const root = mkdtempSync(join(tmpdir(), 'fettle-photos-'))
afterAll(() => rmSync(root, { recursive: true }))
const storage = diskStorage(root)
const files = () => readdirSync(root, { recursive: true, withFileTypes: true }).filter((found) => found.isFile())
const textOf = async (blob: Blob | null) => (blob ? blob.text() : null)

describe('photos on disk', () => {
  test('are put, read and removed, each variant apart', async () => {
    const key = Bun.randomUUIDv7()
    expect(await storage.read(key, 'photo')).toBeNull()
    await storage.put(key, 'photo', Buffer.from('large'))
    await storage.put(key, 'thumbnail', Buffer.from('small'))
    expect(await textOf(await storage.read(key, 'photo'))).toBe('large')
    expect(await textOf(await storage.read(key.toUpperCase(), 'thumbnail'))).toBe('small')
    await storage.remove(key)
    await storage.remove(key)
    expect(await storage.read(key, 'photo')).toBeNull()
    expect(await storage.read(key, 'thumbnail')).toBeNull()
    expect(files()).toEqual([])
  })

  test('are readable by their owner alone', async () => {
    const key = Bun.randomUUIDv7()
    await storage.put(key, 'photo', Buffer.from('private'))
    expect(statSync(join(root, key.slice(-2), `${key}.jpg`)).mode & 0o777).toBe(0o600)
    await storage.remove(key)
  })

  test('are always whole, whoever writes at the same time', async () => {
    const key = Bun.randomUUIDv7()
    const versions = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(300_000))
    const reading = (async () => {
      for (let round = 0; round < 50; round++) {
        const text = await textOf(await storage.read(key, 'photo'))
        if (text !== null) expect(versions).toContain(text)
      }
    })()
    await Promise.all(versions.map((version) => storage.put(key, 'photo', Buffer.from(version))))
    await reading
    expect(files()).toHaveLength(1)
    await storage.remove(key)
  })

  test.each(['../../etc/passwd', '..', '', 'a'.repeat(36), `${Bun.randomUUIDv7()}/../x`, `${Bun.randomUUIDv7()}\0`])(
    'have no key but a UUID: %p',
    async (key) => {
      expect(() => storage.put(key, 'photo', Buffer.from('x'))).toThrow(TypeError)
      expect(() => storage.read(key, 'photo')).toThrow(TypeError)
      expect(() => storage.remove(key)).toThrow(TypeError)
    },
  )

  test('that a crash left half written are cleared away, those being written are not', async () => {
    const again = mkdtempSync(join(tmpdir(), 'fettle-photos-'))
    const incoming = join(again, 'incoming')
    await Bun.write(join(incoming, 'old'), 'half')
    writeFileSync(join(incoming, 'new'), 'half')
    utimesSync(join(incoming, 'old'), 0, 0)
    await diskStorage(again).put(Bun.randomUUIDv7(), 'photo', Buffer.from('x'))
    expect(readdirSync(incoming)).toEqual(['new'])
    rmSync(again, { recursive: true })
  })

  test('are Unavailable when the disk is, and come back with it', async () => {
    const place = mkdtempSync(join(tmpdir(), 'fettle-photos-'))
    const blocked = join(place, 'photos')
    writeFileSync(blocked, 'a file where the folder should be')
    const log = spyOn(console, 'error').mockImplementation(() => {})
    const away = diskStorage(blocked)
    const key = Bun.randomUUIDv7()
    expect(await away.put(key, 'photo', Buffer.from('x')).catch((error: unknown) => error)).toBeInstanceOf(Unavailable)
    expect(log).toHaveBeenCalledTimes(1)
    rmSync(blocked)
    await away.put(key, 'photo', Buffer.from('x'))
    expect(await textOf(await away.read(key, 'photo'))).toBe('x')
    log.mockRestore()
    rmSync(place, { recursive: true })
  })
})
