import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Query, queryText } from './query.ts'
import { isUuid } from './uuid.ts'

export const PAGE_SIZE = 50

export type Cursor = { at: Date; id: string; part?: string }

const writeCursor = ({ at, id, part }: Cursor): string => [...(part ? [part] : []), at.getTime(), id].join('.')

export function readCursor(text: string | undefined): Cursor | null {
  const [, part = '', time, id] = /^(?:([a-z]+)\.)?(\d{1,14})\.(.+)$/.exec(text ?? '') ?? []
  return time && id && isUuid(id) ? { at: new Date(Number(time)), id, part } : null
}

export const cursorOf = (query: Query): Cursor | null => readCursor(queryText(query.cursor))

export function after(cursor: Cursor | null, at: PgColumn | SQL, id: PgColumn, ascending = false): SQL | undefined {
  const beyond = ascending ? sql.raw('>') : sql.raw('<')
  return cursor
    ? sql`(${at}, ${id}) ${beyond} (${cursor.at.toISOString()}::timestamptz, ${cursor.id}::uuid)`
    : undefined
}

export type CursorPage<Item> = { items: Item[]; next: string | null }

/** `rows` were read with a limit of one more than `size`. */
export function partOf<Item>(rows: Item[], placeOf: (item: Item) => Cursor, size = PAGE_SIZE): CursorPage<Item> {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: last && rows.length > size ? writeCursor(placeOf(last)) : null }
}

const BATCH = 100

export async function* inBatches<Item>(
  read: (cursor: Cursor | null, limit: number) => Promise<Item[]>,
  placeOf: (item: Item) => Cursor,
  batch = BATCH,
): AsyncGenerator<Item[], void> {
  let cursor: Cursor | null = null
  while (true) {
    const items: Item[] = await read(cursor, batch)
    if (items.length > 0) yield items
    const last = items.at(-1)
    if (!last || items.length < batch) return
    cursor = placeOf(last)
  }
}
