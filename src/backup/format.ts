import type { SequenceState } from '#db/backup/tables.ts'

/** Raise it for any form that this version would misread. */
export const FORM = 1

export type Manifest = { form: number; made: string; migrations: string[]; photos: boolean }
/** The last file: without it a backup is incomplete. */
export type End = {
  before: string
  rows: Record<string, number>
  photos: number
  gone: number
  sequences: Record<string, SequenceState>
}

export const MANIFEST = 'manifest.json'
export const END = 'end.json'
export const partName = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, '0')}.jsonl.zst`
export const photoName = (id: string) => `photos/${id}.jpg`

export const tableIn = (name: string) => /^tables\/([a-z_]+)\/\d+\.jsonl\.zst$/.exec(name)?.[1]
export const photoIn = (name: string) => /^photos\/([0-9a-f-]{36})\.jpg$/.exec(name)?.[1]
