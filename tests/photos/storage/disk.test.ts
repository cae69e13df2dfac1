import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Unavailable } from '#src/http/errors.ts'
import { checkDisk, diskStorage } from '#src/photos/storage/disk.ts'
import { sendLogTo } from '#src/runtime/log.ts'

const root = mkdtempSync(join(tmpdir(), 'fettle-photos-'))
afterAll(() => rmSync(root, { recursive: true }))
const storage = diskStorage(root)
const photo = Buffer.from('photo')
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error)
const textOf = async (blob: Blob | null) => (blob ? blob.text() : null)

/** What is logged meanwhile. */
async function saying(work: () => Promise<void>): Promise<string[]> {
  const said: string[] = []
  const quiet = sendLogTo((line) => said.push(line))
  try {
    await work()
  } finally {
    quiet()
  }
  return said
}

describe('photos on disk', () => {
  test('are readable by their owner alone', async () => {
    const key = Bun.randomUUIDv7()
    await storage.put(key, 'photo', Buffer.from('private'))
    expect(statSync(join(root, key.slice(-2), `${key}.jpg`)).mode & 0o777).toBe(0o600)
    await storage.remove(key)
  })

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
    const away = diskStorage(blocked)
    const key = Bun.randomUUIDv7()
    const said = await saying(async () => {
      expect(await outcome(away.put(key, 'photo', photo))).toBeInstanceOf(Unavailable)
      expect(await outcome(away.read(key, 'photo'))).toBeInstanceOf(Unavailable)
    })
    expect(said).toHaveLength(2)
    expect(said[0]).toContain(`There is a file where the folder ${blocked} should be`)
    expect(await checkDisk(blocked)).toEqual({
      wrong: true,
      sentence: expect.stringMatching(/^DATA_DIR: There is a file/),
    })
    rmSync(blocked)
    expect(await checkDisk(blocked)).toBeNull()
    await away.put(key, 'photo', photo)
    expect(await textOf(await away.read(key, 'photo'))).toBe('photo')
    rmSync(place, { recursive: true })
  })
})

// A small disk of its own: what is full there is full nowhere else.
const smallDisk = mkdtempSync(join(tmpdir(), 'fettle-small-disk-'))
const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', smallDisk]).success
if (!mounted) console.log('Left out: photos on a full disk, which needs the right to mount one.')
afterAll(() => {
  if (mounted) Bun.spawnSync(['umount', smallDisk])
  rmSync(smallDisk, { recursive: true })
})

describe.skipIf(!mounted)('photos on a disk', () => {
  test('that is full are refused with a sentence, leave nothing behind, and are kept when there is room', async () => {
    const small = diskStorage(smallDisk)
    const [kept, late] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
    const large = Buffer.alloc(150_000, 'x')
    await small.put(kept, 'photo', large)
    const said = await saying(async () => {
      expect(await outcome(small.put(late, 'photo', large))).toBeInstanceOf(Unavailable)
      expect(await outcome(small.put(kept, 'photo', large))).toBeInstanceOf(Unavailable)
    })
    expect(said[0]).toContain(`The disk of ${smallDisk} is full (ENOSPC): no photo can be kept until there is room.`)
    expect(readdirSync(join(smallDisk, 'incoming'))).toEqual([])
    expect(await small.read(late, 'photo')).toBeNull()
    expect((await small.read(kept, 'photo'))?.size).toBe(large.length)
    await small.remove(kept)
    await small.put(late, 'photo', large)
    await small.remove(late)
  })

  test('that is full at the start are told of, and Fettle starts', async () => {
    const filler = join(smallDisk, 'filler')
    Bun.spawnSync(['sh', '-c', 'cat /dev/zero > "$0"', filler], { stderr: 'ignore' })
    const finding = await checkDisk(smallDisk)
    rmSync(filler)
    expect(finding).toEqual({ wrong: false, sentence: expect.stringContaining('is full (ENOSPC)') })
  })

  test('mounted to be read only are refused with a sentence, and can be seen', async () => {
    const id = Bun.randomUUIDv7()
    const small = diskStorage(smallDisk)
    await small.put(id, 'photo', photo)
    Bun.spawnSync(['mount', '-o', 'remount,ro', smallDisk])
    const said = await saying(async () => {
      expect(await outcome(small.put(Bun.randomUUIDv7(), 'photo', photo))).toBeInstanceOf(Unavailable)
      expect(await outcome(small.remove(id))).toBeInstanceOf(Unavailable)
      expect(await checkDisk(smallDisk)).toMatchObject({ wrong: true })
      expect(await textOf(await small.read(id, 'photo'))).toBe('photo')
    })
    Bun.spawnSync(['mount', '-o', 'remount,rw', smallDisk])
    expect(said[0]).toContain('mounted to be read only (EROFS)')
    await small.remove(id)
  })
})
