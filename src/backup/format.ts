import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { type Static, Type } from '@sinclair/typebox'
import { isStored } from '#src/domain/photo/state.ts'

/** Raise it for any form that this version would misread. */
export const FORM = 1

export const BackupManifest = Type.Object({
  form: Type.Integer(),
  made: Type.String(),
  migrations: Type.Array(Type.String()),
  photos: Type.Boolean(),
})
export type BackupManifest = Static<typeof BackupManifest>

/** The last file: without it a backup is incomplete. */
export const End = Type.Object({
  before: Type.String(),
  rows: Type.Record(Type.String(), Type.Integer()),
  photos: Type.Integer(),
  gone: Type.Integer(),
  sequences: Type.Record(Type.String(), Type.Object({ last: Type.String(), called: Type.Boolean() })),
})
export type End = Static<typeof End>

export const MANIFEST = 'manifest.json'
export const END = 'end.json'
export const partName = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, '0')}.jsonl.zst`
export const photoName = (id: string) => `photos/${id}.jpg`

export const tableNameIn = (name: string) => /^tables\/([a-z_]+)\/\d+\.jsonl\.zst$/.exec(name)?.[1]
export const photoIn = (name: string) => /^photos\/([0-9a-f-]{36})\.jpg$/.exec(name)?.[1]

export function photoOf(row: string): string | null {
  const photo = JSON.parse(row) as { id: string } & Parameters<typeof isStored>[0]
  return isStored(photo) ? photo.id : null
}

/** In bytes: those that are stored are re-encoded, and far smaller. */
export const MAX_PHOTO_ENTRY = 16 * 1024 * 1024

/** Bytes of a part when unpacked: one of ours has some three million, or one row that is larger. */
const MAX_PART = 32 * 1024 * 1024

export async function packPart(lines: readonly string[]): Promise<Uint8Array> {
  const text = Buffer.from(`${lines.join('\n')}\n`)
  if (text.length > MAX_PART) throw new Error('A row is too large for a backup.')
  return Bun.zstdCompress(text, { level: 3 })
}

const unpack = promisify(zstdDecompress)

/** Throws before it has taken more memory than a part may have: 50 KB can unpack to gigabytes. */
export async function unpackPart(bytes: Uint8Array): Promise<string> {
  try {
    return (await unpack(bytes, { maxOutputLength: MAX_PART })).toString()
  } catch {
    throw new Error('The backup is damaged: a part of it cannot be unpacked, or is too large.')
  }
}
