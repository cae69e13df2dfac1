import { replica } from '#db/connect/client.ts'
import { type Found, MAX_COUNTED } from '#src/domain/limits.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { type Cursor, type CursorPage, inBatches, PAGE_SIZE, partOf, readCursor } from '#src/http/cursor.ts'
import { WrongQuery } from '#src/http/errors.ts'
import { joinedTexts, type Query, queryText, wholeText } from '#src/http/query.ts'
import { jsonTexts, listJson, streamJson } from '#src/http/respond/json.ts'
import { currentRequest } from '#src/runtime/current.ts'

type CorrectedSearch<Item extends { id: string }> = { search: string; found: Listing<Item> }

export type Listing<Item extends { id: string }> = {
  read: (cursor: Cursor | null, limit: number) => Promise<Item[]>
  at: (item: Item) => Date
  parts?: { names: readonly string[]; of: (item: Item) => string }
  count: (most?: number) => Promise<number>
  /** Counting all would take longer than the database lets a statement: a script too is told no more than ten thousand. */
  isSlowToCount?: () => Promise<boolean>
  countSome?: (most: number) => Promise<Found>
  instead?: () => Promise<CorrectedSearch<Item> | null>
  all?: (batch?: number) => AsyncGenerator<Item[], void>
}

const placeIn =
  <Item extends { id: string }>({ at, parts }: Listing<Item>) =>
  (item: Item): Cursor => ({ at: at(item), id: item.id, part: parts?.of(item) })

const isIn = <Item extends { id: string }>({ parts }: Listing<Item>, { part = '' }: Cursor): boolean =>
  (parts?.names ?? ['']).includes(part)

function replicated<Item extends { id: string }>(list: Listing<Item>): Listing<Item> {
  const userId = currentRequest()?.credential?.userId
  if (!replica || !userId) return list
  const there = replica.readsOf(userId)
  const { instead, countSome } = list
  return {
    ...list,
    read: (cursor, limit) => there(() => list.read(cursor, limit)),
    count: (most) => there(() => list.count(most)),
    countSome: countSome && ((most) => there(() => countSome(most))),
    instead: instead && (() => there(instead)),
  }
}

export const readPart = <Item extends { id: string }>(
  list: Listing<Item>,
  cursor: Cursor | null,
): Promise<CursorPage<Item>> => partFrom(replicated(list), cursor)

const partFrom = async <Item extends { id: string }>(
  list: Listing<Item>,
  cursor: Cursor | null,
  size = PAGE_SIZE,
): Promise<CursorPage<Item>> =>
  partOf(await list.read(cursor && isIn(list, cursor) ? cursor : null, size + 1), placeIn(list), size)

/** How many a list has, of which a part was read: exactly up to a thousand. */
export async function foundIn<Item extends { id: string }>(
  { countSome, count }: Listing<Item>,
  { items, next }: CursorPage<Item>,
): Promise<Found> {
  const found = await (countSome ?? count)(MAX_COUNTED + 1)
  return typeof found === 'number' ? found : { atLeast: Math.max(found.atLeast, items.length + (next ? 1 : 0)) }
}

export async function readCorrected<Item extends { id: string }>(
  given: Listing<Item>,
  cursor: Cursor | null,
  size = PAGE_SIZE,
): Promise<CursorPage<Item> & { list: Listing<Item>; instead?: string }> {
  const list = replicated(given)
  const part = await partFrom(list, cursor, size)
  const corrected = part.items.length || cursor ? null : await list.instead?.()
  if (!corrected) return { ...part, list }
  const found = replicated(corrected.found)
  return { ...(await partFrom(found, null, size)), list: found, instead: corrected.search }
}

export const SEARCHED_FOR = 'x-searched-for'

export function tellSearchedFor(answer: Response, corrected: { search: string } | null): Response {
  if (corrected) answer.headers.set(SEARCHED_FOR, encodeURI(corrected.search))
  return answer
}

export async function correctedList<Item extends { id: string }>(
  given: Listing<Item>,
): Promise<CorrectedSearch<Item> | null> {
  if (!given.instead) return null
  const list = replicated(given)
  return (await list.read(null, 1)).length ? null : list.instead!()
}

export const searchListing = <Item extends { id: string }>(
  matching: Listing<Item>,
  read: Listing<Item>['read'],
  { count, countSome }: Pick<Listing<Item>, 'count' | 'countSome'>,
): Listing<Item> => ({
  at: matching.at,
  parts: matching.parts,
  read,
  count,
  countSome,
  all: (batch) => allFound(replicated({ ...matching, read, count }), replicated(matching), batch),
})

async function* allFound<Item extends { id: string }>(
  found: Listing<Item>,
  matching: Listing<Item>,
  batch?: number,
): AsyncGenerator<Item[], void> {
  if ((await found.count(MAX_COUNTED + 1)) <= MAX_COUNTED) yield await found.read(null, MAX_COUNTED)
  else yield* inBatches(matching.read, placeIn(matching), batch)
}

export const batchesOf = <Item extends { id: string }>(
  list: Listing<Item>,
  batch?: number,
): AsyncGenerator<Item[], void> => list.all?.(batch) ?? inBatches(replicated(list).read, placeIn(list), batch)

const MAX_LIMIT = 200
/** What a filter finds is counted no further, unless by the parameters that scripts have always had a whole count for. */
const COUNTED = 10_000
const COUNTED_WHOLE = ['search', 'status', 'property', 'sort', 'limit', 'cursor']
const mostCounted = async (query: Query, { isSlowToCount }: Pick<Listing<never>, 'isSlowToCount'>) =>
  Object.keys(query).some((name) => !COUNTED_WHOLE.includes(name)) || (await isSlowToCount?.())
    ? COUNTED + 1
    : undefined
const MAX_COUNTED_WHOLE = 500_000
export const isManyToCount = (rows: number): boolean => rows > MAX_COUNTED_WHOLE
const USUAL = 50
const LIMIT = `limit must be a whole number from 1 to ${MAX_LIMIT}.`
const CURSOR = 'cursor must be one that a Link header gave'

/** Streams the whole list; `limit` or `cursor` ask for a page, with X-Total-Count and Link. Throws WrongQuery. */
export async function answerList<Item extends { id: string }>(
  request: Request,
  query: Query,
  given: Listing<Item>,
  toJson: (item: Item) => unknown,
  textsIn = (items: readonly Item[]) => jsonTexts(items.map(toJson)),
): Promise<Response> {
  const list = replicated(given)
  const page = pageOf(query)
  if (page?.cursor && !isIn(list, page.cursor)) throw new WrongQuery({ cursor: CURSOR })
  const rows = page || list.instead ? await list.read(page?.cursor ?? null, page ? page.limit + 1 : 1) : []
  const corrected = list.instead && !page?.cursor && rows.length === 0 ? await list.instead() : null
  if (corrected) {
    const answer = await answerList(request, { ...query, search: corrected.search }, corrected.found, toJson, textsIn)
    return tellSearchedFor(answer, corrected)
  }
  if (!page) return streamJson(request, batchesOf(list), toJson, (items) => listJson(request, jsonTexts(items)))
  const most = await mostCounted(query, list)
  const isWhole = !page.cursor && rows.length <= page.limit
  const total = isWhole ? rows.length : await list.count(most)
  const { items, next } = partOf(rows, placeIn(list), page.limit)
  const headers: Record<string, string> = {
    'x-total-count': most === total ? `${COUNTED}+` : String(total),
  }
  if (next)
    headers.link = `<${withQuery(new URL(request.url).pathname, { ...texts(query), cursor: next })}>; rel="next"`
  return listJson(request, textsIn(items), headers)
}

function pageOf({ limit, cursor }: Query): { limit: number; cursor: Cursor | null } | null {
  if (limit === undefined && cursor === undefined) return null
  if (limit !== undefined && !/^[1-9]\d{0,2}$/.test(String(limit))) throw new WrongQuery({ limit: LIMIT })
  const most = limit === undefined ? USUAL : Number(limit)
  if (most > MAX_LIMIT) throw new WrongQuery({ limit: LIMIT })
  const place = readCursor(queryText(cursor))
  if (cursor !== undefined && !place) throw new WrongQuery({ cursor: CURSOR })
  return { limit: most, cursor: place }
}

const texts = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, joinedTexts(value, wholeText)]))
