import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { fillEmptyDatabase } from '#db/backup/fill.ts'
import { reasonOf } from '#src/runtime/reason.ts'
import { BackupManifest, END, End, FORM, MANIFEST, photoIn, tableNameIn, unpackPart } from './format.ts'
import { RestoredPhotos } from './restored-photos.ts'
import { type TarEntry, tarEntries } from './tar.ts'

export type Restored = { rows: number; photos: number; made: string }

/** All or nothing: what fails leaves neither rows nor photos. */
export async function readBackup(source: AsyncIterable<Uint8Array>): Promise<Restored> {
  const photos = new RestoredPhotos()
  try {
    return await fill(source, photos)
  } catch (error) {
    const left = await photos.removeAll()
    if (!left) throw error
    throw new Error(`${reasonOf(error)} ${left} photos that had been stored could not be removed again.`)
  }
}

const fill = (source: AsyncIterable<Uint8Array>, photos: RestoredPhotos): Promise<Restored> =>
  fillEmptyDatabase(async (into) => {
    const entries = tarEntries(source)
    const manifest = readManifest((await entries.next()).value ?? undefined, into.migrations)
    const rows: Record<string, number> = {}
    let adding: Promise<unknown> = Promise.resolve()
    const add = async (table: string, lines: string) => {
      rows[table] = (rows[table] ?? 0) + (await into.add(table, lines))
    }
    for await (const entry of entries) {
      if (entry.name === END) {
        await adding
        const end = check(entry, rows, photos.count)
        await into.setSequences(end.sequences)
        await into.beginEpoch()
        const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
        return { rows: all, photos: photos.count, made: manifest.made }
      }
      const table = tableNameIn(entry.name)
      const photo = photoIn(entry.name)
      if (table) {
        const lines = await unpackPart(entry.bytes)
        if (table === 'uploaded_objects') photos.expect(lines)
        await adding
        adding = add(table, lines)
        // It is awaited above, unless the reading fails before.
        adding.catch(() => {})
      } else if (photo) await photos.add(photo, entry)
      else throw new Error(`Nobody knows what ${entry.name} is: this backup is of another version of Fettle.`)
    }
    throw new Error('The backup ends too early.')
  })

function readManifest(entry: TarEntry | undefined, migrations: string[]): BackupManifest {
  const manifest = entry?.name === MANIFEST ? jsonOf(entry, BackupManifest) : null
  if (!manifest) throw new Error('This is not a backup of Fettle.')
  const same = JSON.stringify(manifest.migrations) === JSON.stringify(migrations)
  if (manifest.form === FORM && same) return manifest
  throw new Error(
    `This backup was made by a Fettle with ${manifest.migrations.length} migrations, this one has ${migrations.length}. ` +
      'Restore it with the version that made it, then start the newer one.',
  )
}

function check(entry: TarEntry, rows: Record<string, number>, photos: number): End {
  const end = jsonOf(entry, End)
  if (!end || end.before !== entry.before || end.photos !== photos) throw new Error('The backup is damaged.')
  for (const [table, count] of Object.entries(end.rows))
    if ((rows[table] ?? 0) !== count) throw new Error(`Not every row of ${table} has arrived.`)
  return end
}

function jsonOf<Shape extends TSchema>({ bytes }: TarEntry, shape: Shape): Static<Shape> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString())
    return Value.Check(shape, value) ? value : null
  } catch {
    return null
  }
}
