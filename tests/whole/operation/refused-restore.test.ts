import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { tarEntry } from '#src/backup/tar.ts'
import { writeBackup } from '#src/backup/write.ts'
import { upload } from '#tests/photos/uploads.ts'
import { databaseTemplate, temporaryFolder } from '#tests/support/process/child-app.ts'
import { aCast, aJob, complete, completion } from '#tests/support/world.ts'
import { aMachine, type Machine } from './machine.ts'

const SCRIPT = 'src/backup/run-restore.ts'
const folder = temporaryFolder('/tmp/fettle-refused-')
let template: Awaited<ReturnType<typeof databaseTemplate>>
let backup = Buffer.alloc(0)
beforeAll(async () => {
  template = await databaseTemplate()
  const cast = await aCast()
  for (let n = 0; n < 3; n++) {
    const { id } = await aJob(cast, 'in_progress')
    await complete(cast.contractor, id, completion({ images: [await upload(cast.contractor)] }))
  }
  const parts: Uint8Array[] = []
  await writeBackup(async (bytes) => void parts.push(bytes), { photos: true })
  backup = Buffer.concat(parts)
})
afterAll(async () => {
  await template.remove()
  await folder.remove()
})

async function anEmptyMachine(): Promise<Machine> {
  const machine = aMachine()
  await template.copyTo(machine.dataDir)
  return machine
}

async function fileOf(...bytes: Uint8Array[]): Promise<string> {
  const path = join(folder.path, `${crypto.randomUUID()}.tar`)
  await Bun.write(path, Buffer.concat(bytes))
  return path
}

const photosOf = ({ dataDir }: Machine) => [...new Bun.Glob('photos/**/*.jpg').scanSync({ cwd: dataDir })].sort()
const isDamaged = { code: 1, said: expect.stringMatching(/^Nothing was restored: The backup is damaged/) }

test('a restore that is refused at the end of the backup leaves no photo, and removes none that was there before', async () => {
  const damaged = Buffer.from(backup)
  const hash = damaged.lastIndexOf('"before":"') + 10
  damaged[hash] = damaged[hash] === 0x30 ? 0x31 : 0x30
  const wrong = await fileOf(damaged)
  const machine = await anEmptyMachine()
  expect(await machine.run(SCRIPT, wrong)).toEqual(isDamaged)
  expect(photosOf(machine)).toEqual([])

  const other = await anEmptyMachine()
  expect((await other.run(SCRIPT, await fileOf(backup))).code).toBe(0)
  expect(photosOf(other)).toHaveLength(3)
  await Bun.$`cp -a ${join(other.dataDir, 'photos')} ${machine.dataDir}`.quiet()
  expect(await machine.run(SCRIPT, wrong)).toEqual(isDamaged)
  expect(photosOf(machine)).toEqual(photosOf(other))
}, 120_000)

test('a photo that no row of the backup knows is refused', async () => {
  const name = Buffer.from('photos/')
  const renamed = Buffer.from(backup)
  // Another id of the same length, and the header's checksum as it is then.
  const at = renamed.indexOf(name) + name.length
  const header = renamed.subarray(at - name.length, at - name.length + 512)
  const id = crypto.randomUUID()
  header.write(id, name.length)
  header.write('        ', 148)
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  const machine = await anEmptyMachine()
  expect(await machine.run(SCRIPT, await fileOf(renamed))).toEqual(isDamaged)
  expect(photosOf(machine)).toEqual([])
}, 120_000)

test('a manifest that is none is answered with a sentence', async () => {
  const machine = await anEmptyMachine()
  for (const manifest of ['null', '[]', '{"form":1,"migrations":null}', 'not JSON']) {
    const file = await fileOf(tarEntry('manifest.json', Buffer.from(manifest), new Date()))
    const said = 'Nothing was restored: This is not a backup of Fettle.'
    expect({ manifest, ...(await machine.run(SCRIPT, file)) }).toEqual({ manifest, code: 1, said })
  }
}, 120_000)

test('a part of 50 KB that unpacks to more than a gigabyte is refused before it takes the memory', async () => {
  // Of many frames: the most that a child has had is counted from what its parent has when it starts it.
  const frame = await Bun.zstdCompress(Buffer.alloc(15_000_000, 0x20))
  const part = Buffer.concat(Array.from({ length: 100 }, () => frame))
  expect(part.length).toBeLessThan(100_000)
  const manifest = backup.subarray(0, backup.indexOf('tables/'))
  const machine = await anEmptyMachine()
  const child = machine.spawn(SCRIPT, [
    await fileOf(manifest, tarEntry('tables/jobs/000001.jsonl.zst', part, new Date())),
  ])
  const said = (await new Response(child.stderr).text()).trim()
  expect({ code: await child.exited, said }).toEqual(isDamaged)
  expect(child.resourceUsage()!.maxRSS).toBeLessThan(700e6)
}, 120_000)
