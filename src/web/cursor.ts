import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Query, queryText } from './query.ts'
import { isUuid } from './uuid.ts'

/** How many items a list shows before 'Load more'. */
export const PAGE_SIZE = 50

/** A place in a list that is ordered by a time and an id, newest first: its last row so far. */
export type Cursor = { at: Date; id: string }

/** A cursor as it stands in a URL. */
const writeCursor = ({ at, id }: Cursor): string => `${at.getTime()}.${id}`

/** The cursor of a URL; null when there is none, or something that is none: PostgreSQL ends long before JavaScript does. */
export function readCursor(text: string | undefined): Cursor | null {
  const [, time, id] = /^(\d{1,14})\.(.+)$/.exec(text ?? '') ?? []
  return time && id && isUuid(id) ? { at: new Date(Number(time)), id } : null
}

/** The cursor of a page's query; null for the beginning of the list. */
export const cursorOf = (query: Query): Cursor | null => readCursor(queryText(query.cursor))

/** The rows after a cursor, as a condition on the two columns of the order; nothing without a cursor. */
export const after = (cursor: Cursor | null, at: PgColumn, id: PgColumn): SQL | undefined =>
  cursor ? sql`(${at}, ${id}) < (${cursor.at.toISOString()}::timestamptz, ${cursor.id}::uuid)` : undefined

/** A part of a list, and the cursor of the next part; null when this is the last. */
export type Part<Item> = { items: Item[]; next: string | null }

/** Makes a part of up to `size` items from rows that were read with a limit of one more. */
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

/** A whole list, batch by batch: `read` gives up to `limit` items after a cursor, ordered by `at` and id, newest first. */
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
