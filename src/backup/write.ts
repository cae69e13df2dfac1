import { type Snapshot, withSnapshot } from '#db/backup/snapshot.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { type BackupManifest, END, type End, FORM, MANIFEST, packPart, partName, photoName, photoOf } from './format.ts'
import { tarEnd, tarEntry } from './tar.ts'

export type Sink = (bytes: Uint8Array) => Promise<void>

export type Written = Pick<End, 'rows' | 'photos' | 'gone'>

/** In characters. */
const PART = 1_000_000
const AT_ONCE = 4

export const writeBackup = (sink: Sink, { photos }: { photos: boolean }): Promise<Written> =>
  withSnapshot(async (snapshot) => {
    const made = new Date()
    const hash = new Bun.CryptoHasher('sha256')
    const add = async (name: string, bytes: Uint8Array) => {
      const entry = tarEntry(name, bytes, made)
      hash.update(entry)
      await sink(entry)
    }
    const addJson = (name: string, value: BackupManifest | End) => add(name, Buffer.from(`${JSON.stringify(value)}\n`))

    await addJson(MANIFEST, { form: FORM, made: made.toISOString(), migrations: snapshot.migrations, photos })
    const rows: Record<string, number> = {}
    const kept: string[] = []
    for (const table of snapshot.tables) {
      const onRow = table === 'uploaded_objects' && photos ? notePhoto(kept) : undefined
      rows[table] = await addTable(snapshot, table, add, onRow)
    }
    const found = await addPhotos(kept, add)
    const written = { rows, photos: found, gone: kept.length - found }
    await addJson(END, { before: hash.copy().digest('hex'), ...written, sequences: await snapshot.sequences() })
    await sink(tarEnd())
    return written
  })

type Add = (name: string, bytes: Uint8Array) => Promise<void>

async function addTable({ rowsOf }: Snapshot, table: string, add: Add, onRow?: (row: string) => void): Promise<number> {
  let [count, parts, size] = [0, 0, 0]
  let lines: string[] = []
  const flush = async () => {
    if (!lines.length) return
    await add(partName(table, ++parts), await packPart(lines))
    lines = []
    size = 0
  }
  for await (const batch of rowsOf(table)) {
    for (const row of batch) {
      onRow?.(row)
      lines.push(row)
      size += row.length
      count++
      if (size >= PART) await flush()
    }
  }
  await flush()
  return count
}

const notePhoto = (kept: string[]) => (row: string) => {
  const id = photoOf(row)
  if (id) kept.push(id)
}

async function addPhotos(ids: string[], add: Add): Promise<number> {
  let found = 0
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const batch = ids.slice(at, at + AT_ONCE)
    const read = await Promise.all(batch.map(async (id) => (await storage.read(id, 'photo'))?.bytes()))
    for (const [index, bytes] of read.entries()) {
      if (!bytes) continue
      await add(photoName(batch[index]!), bytes)
      found++
    }
  }
  return found
}
