import { type Filling, fillEmptyDatabase } from '#db/backup/fill.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { END, type End, FORM, MANIFEST, type Manifest, photoIn, tableIn } from './format.ts'
import { type Entry, tarEntries } from './tar.ts'

export type Restored = { rows: number; photos: number; made: string }

export const readBackup = (source: AsyncIterable<Uint8Array>): Promise<Restored> =>
  fillEmptyDatabase(async (into) => {
    const entries = tarEntries(source)
    const manifest = readManifest((await entries.next()).value ?? undefined, into.migrations)
    const rows: Record<string, number> = {}
    let photos = 0
    for await (const entry of entries) {
      if (entry.name === END) {
        const end = await check(entry, into, rows, photos)
        await into.setSequences(end.sequences)
        await into.beginEpoch()
        const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
        return { rows: all, photos, made: manifest.made }
      }
      const table = tableIn(entry.name)
      const photo = photoIn(entry.name)
      if (table) rows[table] = (rows[table] ?? 0) + (await addRows(into, table, entry))
      else if (photo) photos += await addPhoto(photo, entry)
      else throw new Error(`Nobody knows what ${entry.name} is: this backup is of another version of Fettle.`)
    }
    throw new Error('The backup ends too early.')
  })

function readManifest(entry: Entry | undefined, migrations: string[]): Manifest {
  if (entry?.name !== MANIFEST) throw new Error('This is not a backup of Fettle.')
  const manifest = jsonOf<Manifest>(entry)
  const same = JSON.stringify(manifest.migrations) === JSON.stringify(migrations)
  if (manifest.form === FORM && same) return manifest
  throw new Error(
    `This backup was made by a Fettle with ${manifest.migrations.length} migrations, this one has ${migrations.length}. ` +
      'Restore it with the version that made it, then start the newer one.',
  )
}

async function addRows(into: Filling, table: string, { bytes }: Entry): Promise<number> {
  const lines = (await Bun.zstdDecompress(bytes)).toString().trimEnd().split('\n')
  await into.add(table, lines)
  return lines.length
}

async function addPhoto(id: string, { bytes }: Entry): Promise<number> {
  await storage.put(id, 'photo', Buffer.from(bytes))
  return 1
}

async function check(entry: Entry, into: Filling, rows: Record<string, number>, photos: number): Promise<End> {
  const end = jsonOf<End>(entry)
  const counts = Object.entries(end.rows)
  const missing = counts.find(([table, count]) => (rows[table] ?? 0) !== count)
  if (end.before !== entry.before || end.photos !== photos || missing) throw new Error('The backup is damaged.')
  for (const [table, count] of counts)
    if ((await into.count(table)) !== count) throw new Error(`Not every row of ${table} has arrived.`)
  return end
}

const jsonOf = <T>({ bytes }: Entry): T => JSON.parse(Buffer.from(bytes).toString()) as T
