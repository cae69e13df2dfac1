import { getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { literal } from '#db/query/conditions.ts'
import { type RowOf, selection } from '#db/query/selection.ts'
import { changes } from '#db/schema.ts'
import { forEachRole, type Reader } from '#src/accounts/people/reader.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import { type ChangeEvent, type EventType, endsSubject, subjectKindOf } from '#src/domain/event/event.ts'
import { CursorExpired, type EventPlace, shortTagOf } from './cursor.ts'

const LOOKED_AT = 10_000

const { written: _, agents: _agents, contractors: _contractors, lostBy: _lost, ...columns } = getTableColumns(changes)

type Row = RowOf<typeof columns>

function eventOf({ type, subjectId, byId, byName, byRole, seq, ...row }: Row, lost = false): ChangeEvent {
  return {
    ...row,
    seq: seq!,
    type,
    subject: { kind: subjectKindOf(type), id: subjectId },
    by: { id: byId, name: byName, role: byRole },
    gone: lost || endsSubject(type),
  }
}

const inOrder = selection(columns, sql`from ${changes} where ${changes.seq} > ${sql.placeholder('after')}::bigint`)

export async function eventsFrom(after: number, limit: number): Promise<ChangeEvent[]> {
  const rows = await inOrder({ after: String(after) }, sql`order by ${changes.seq} limit ${literal(limit)}`)
  return rows.map((row) => eventOf(row))
}

/** Ids stand in a text between commas. */
export type EventReaders = { seq: number; type: EventType; agents: string; contractors: string }

const seen = selection(
  {
    seq: sql<number>`${changes.seq}::float8`,
    type: changes.type,
    agents: sql<string>`array_to_string(${changes.agents}, ',')`,
    contractors: sql<string>`array_to_string(${changes.contractors}, ',')`,
  },
  sql`from ${changes} where ${changes.seq} > ${sql.placeholder('after')}::bigint`,
)

export const seenAfter = (after: number, limit: number): Promise<EventReaders[]> =>
  seen({ after: String(after) }, sql`order by ${changes.seq} limit ${literal(limit)}`)

const removed = sql`coalesce((select counter from settings where name = 'changes_removed'), 0)`
const last = sql`greatest((select max(${changes.seq}) from ${changes}), ${removed})`
const epoch = sql<number>`coalesce((select counter from settings where name = 'changes_epoch'), 0)::float8`

const head = selection(
  { epoch, seq: sql<number>`${last}::float8`, id: sql<string | null>`(select id from changes where seq = ${last})` },
  sql``,
)

export async function headOfEvents(): Promise<EventPlace> {
  const [{ id, ...place }] = (await head({})) as [{ id: string | null; epoch: number; seq: number }]
  return { ...place, tag: shortTagOf(id) }
}

export const headSeq = async (): Promise<number> => (await headOfEvents()).seq

const oldest = selection({ epoch, seq: sql<number>`${removed}::float8` }, sql``)

export async function beginOfEvents(): Promise<EventPlace> {
  const [place] = (await oldest({})) as [{ epoch: number; seq: number }]
  return { ...place, tag: '' }
}

const found = alias(changes, 'found')
const { written: _w, agents, contractors, lostBy, ...foundColumns } = getTableColumns(found)

const isSeenBy = (reader: Reader) => {
  if (isAdmin(reader)) return sql`true`
  return reader.role === null
    ? sql`false`
    : sql`${reader.id}::uuid = any(${isContractor(reader) ? contractors : agents})`
}

const after = sql`${sql.placeholder('after')}::bigint`
const limit = sql`${sql.placeholder('limit')}::int`

const next = forEachRole((reader) =>
  selection(
    {
      epoch,
      removed: sql<number>`${removed}::float8`,
      idAtCursor: sql<string | null>`(select id from changes where seq = ${after})`,
      lookedUpTo: sql<number | null>`looked.seq::float8`,
      idThere: sql<string | null>`looked.id`,
      lost: sql<boolean>`(${reader.id}::uuid = any(${lostBy})) is true`,
      event: foundColumns,
    },
    // Few are looked at where many may be seen: the subselects end with the last that is asked for.
    sql`from (select) one
      left join lateral (
        select coalesce(array_agg(seq), '{}') as seqs from (
          select seq from (select * from ${changes} where seq > ${after} order by seq limit ${literal(LOOKED_AT)}) "found"
          where ${isSeenBy(reader)}
            and (${sql.placeholder('types')} = '{}' or ${found.type} = any(${sql.placeholder('types')}::text[]))
          order by seq limit ${limit}
        ) seen
      ) picked on true
      left join lateral (
        select seq, (select id from changes where changes.seq = newest.seq) as id from (
          select max(seq) as seq from (
            select seq from changes where seq > ${after} and cardinality(picked.seqs) < ${limit}
            order by seq limit ${literal(LOOKED_AT)}
          ) batch
        ) newest
        where seq is not null
      ) looked on true
      left join ${changes} "found" on ${found.seq} = any(picked.seqs)
      order by ${found.seq}`,
  ),
)

export type Asked = { types: readonly EventType[]; limit: number }
export type EventsRead = { events: ChangeEvent[]; next: EventPlace; isEnd: boolean }

/** What `reader` may see after a place, and the place to go on from. Throws CursorExpired. */
export async function eventsAfter(
  reader: { id: string; role: Reader['role'] },
  place: EventPlace,
  { types, limit }: Asked,
): Promise<EventsRead> {
  const values = { reader: reader.id, after: String(place.seq), types: `{${types.join(',')}}`, limit: String(limit) }
  const rows = await next(reader)(values)
  const [first] = rows as [(typeof rows)[number]]
  const isKnown =
    place.seq === first.removed || (place.seq > first.removed && shortTagOf(first.idAtCursor) === place.tag)
  if (place.epoch !== first.epoch || !isKnown) throw new CursorExpired()
  const events = rows.flatMap(({ event, lost }) => (event ? [eventOf(event, lost)] : []))
  const lastFound = events.at(-1)
  if (lastFound && events.length === limit)
    return { events, next: { epoch: place.epoch, seq: lastFound.seq, tag: shortTagOf(lastFound.id) }, isEnd: false }
  const { lookedUpTo: seq, idThere } = first
  if (seq === null) return { events, next: place, isEnd: true }
  return { events, next: { epoch: place.epoch, seq, tag: shortTagOf(idThere) }, isEnd: seq - place.seq < LOOKED_AT }
}
