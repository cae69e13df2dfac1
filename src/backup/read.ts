import { fillEmptyDatabase } from '#db/backup/fill.ts'
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
    // While the database takes some rows, the next are read and unpacked.
    let adding: Promise<unknown> = Promise.resolve()
    const add = async (table: string, lines: string) => {
      rows[table] = (rows[table] ?? 0) + (await into.add(table, lines))
    }
    for await (const entry of entries) {
      if (entry.name === END) {
        await adding
        const end = check(entry, rows, photos)
        await into.setSequences(end.sequences)
        await into.beginEpoch()
        const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
        return { rows: all, photos, made: manifest.made }
      }
      const table = tableIn(entry.name)
      const photo = photoIn(entry.name)
      if (table) {
        const lines = (await Bun.zstdDecompress(entry.bytes)).toString()
        await adding
        adding = add(table, lines)
        // It is awaited above, unless the reading fails before.
        adding.catch(() => {})
      } else if (photo) photos += await addPhoto(photo, entry)
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

async function addPhoto(id: string, { bytes }: Entry): Promise<number> {
  await storage.put(id, 'photo', Buffer.from(bytes))
  return 1
}

function check(entry: Entry, rows: Record<string, number>, photos: number): End {
  const end = jsonOf<End>(entry)
  if (end.before !== entry.before || end.photos !== photos) throw new Error('The backup is damaged.')
  for (const [table, count] of Object.entries(end.rows))
    if ((rows[table] ?? 0) !== count) throw new Error(`Not every row of ${table} has arrived.`)
  return end
}

const jsonOf = <T>({ bytes }: Entry): T => JSON.parse(Buffer.from(bytes).toString()) as T
