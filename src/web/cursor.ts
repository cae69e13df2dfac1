import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Query, queryText } from './query.ts'
import { isUuid } from './uuid.ts'

export const PAGE_SIZE = 50

export type Cursor = { at: Date; id: string }

const writeCursor = ({ at, id }: Cursor): string => `${at.getTime()}.${id}`

/** Null also for a time beyond those that PostgreSQL can read. */
export function readCursor(text: string | undefined): Cursor | null {
  const [, time, id] = /^(\d{1,14})\.(.+)$/.exec(text ?? '') ?? []
  return time && id && isUuid(id) ? { at: new Date(Number(time)), id } : null
}

export const cursorOf = (query: Query): Cursor | null => readCursor(queryText(query.cursor))

export const after = (cursor: Cursor | null, at: PgColumn, id: PgColumn): SQL | undefined =>
  cursor ? sql`(${at}, ${id}) < (${cursor.at.toISOString()}::timestamptz, ${cursor.id}::uuid)` : undefined

export type Part<Item> = { items: Item[]; next: string | null }

/** `rows` were read with a limit of one more than `size`. */
export function partOf<Item extends { id: string }>(
  rows: Item[],
  at: (item: Item) => Date,
  size = PAGE_SIZE,
): Part<Item> {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: last && rows.length > size ? writeCursor({ at: at(last), id: last.id }) : null }
}

const BATCH = 100

export async function* inBatches<Item extends { id: string }>(
  read: (cursor: Cursor | null, limit: number) => Promise<Item[]>,
  at: (item: Item) => Date,
  batch = BATCH,
): AsyncGenerator<Item[], void> {
  let cursor: Cursor | null = null
  while (true) {
    const items: Item[] = await read(cursor, batch)
    if (items.length > 0) yield items
    const last = items.at(-1)
    if (!last || items.length < batch) return
    cursor = { at: at(last), id: last.id }
  }
}
