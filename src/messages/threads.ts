import { and, eq, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db } from '#db/connect/client.ts'
import { isAmong, isOneOf, limitTo } from '#db/query/conditions.ts'
import { selection } from '#db/query/selection.ts'
import { jobs, messageMarks, messages, messageThreads } from '#db/schema.ts'
import { forEachRole, type Reader } from '#src/accounts/people/reader.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin, isAgent } from '#src/domain/account/roles.ts'
import {
  asksForEither,
  asksForWaiting,
  asksOnlyUnread,
  isOutside,
  THREAD_PARTS,
  THREADS_SHOWN,
  type Thread,
  type ThreadFilter,
  WRITERS,
  type Writer,
} from '#src/domain/message/message.ts'
import { after, type Cursor } from '#src/http/cursor.ts'
import { type Listing, searchListing } from '#src/http/list/listing.ts'
import { searched } from '#src/http/list/searched.ts'
import { type Query, queryText, someOf } from '#src/http/query.ts'
import { oneById } from '#src/http/uuid.ts'
import { isFound, jobSearch, lookedThrough } from '#src/jobs/search/search.ts'
import { searchBeside } from '#src/jobs/search/search-beside.ts'
import { hasGoneFrom, isMessageReadBy, jobsVisibleTo, sharesOf, shownOf } from '#src/jobs/visible.ts'
import { unreadOfJob } from './of-job.ts'
import { messageOf, withoutOthers } from './queries.ts'
import { isReadableBy } from './readable.ts'
import { isUnreadMark, unreadMark } from './unread.ts'

export const threadFilterOf = (query: Query): ThreadFilter => ({
  search: queryText(query.search),
  show: someOf('show', THREADS_SHOWN, query.show)?.join(','),
  from: someOf('from', WRITERS, query.from)?.join(','),
})

type Place = Pick<Thread, 'id' | 'at' | 'part'>

const { jobId, lastAt, lastRole, lastOutside, sharedAt, estateAgentId, contractorId } = messageThreads
const last = alias(messages, 'last')

/** The newest message of a job that the reader may read: of a job that they lost, the last before they did. */
const lastOf = (reader: Reader): SQL => sql`(select * from ${messages} "last"
  where ${and(eq(last.jobId, jobs.id), isReadableBy(reader, last), isMessageReadBy(reader, last.id))}
  order by ${last.id} desc limit 1)`

const threadsOf = forEachRole((reader) => {
  const { propertyName, propertyAddress } = shownOf(reader)
  const { jobId: _job, ...message } = last
  return selection(
    {
      ...{ id: jobs.id, jobRef: jobs.jobRef, propertyName, propertyAddress },
      unreadMessages: unreadOfJob(reader),
      hasGone: hasGoneFrom(reader),
      last: {
        ...{ id: message.id, jobId: last.jobId, authorId: message.authorId, authorName: message.authorName },
        ...{ authorRole: message.authorRole, text: message.text, adminsOnly: message.adminsOnly },
        ...{
          late: message.late,
          outside: message.outside,
          photosUrls: message.photosUrls,
          recordedAt: message.recordedAt,
        },
        createdAt: message.createdAt,
      },
    },
    sql`from ${jobs} cross join lateral ${lastOf(reader)} "last"`,
  )
})

async function readThreads(user: Actor, places: readonly Place[]): Promise<Thread[]> {
  if (places.length === 0) return []
  const ids = places.map(({ id }) => id)
  const rows = await threadsOf(user)({ reader: user.id }, sql`where ${and(isAmong(jobs.id, ids), jobsVisibleTo(user))}`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return places.flatMap((place) => {
    const row = found.get(place.id)
    if (!row?.last) return []
    const { hasGone, last, ...thread } = row
    const message = messageOf(last)
    return [{ ...thread, ...place, last: hasGone ? withoutOthers(user, message) : message }]
  })
}

const writersIn = ({ from }: ThreadFilter): readonly Writer[] => (from ? (from.split(',') as Writer[]) : WRITERS)

function writersOf(user: Actor, filter: ThreadFilter): readonly Writer[] {
  const writers = writersIn(filter)
  return asksForWaiting(filter) ? writers.filter((writer) => writer !== user.role) : writers
}

const isLastBy = (writer: Writer): SQL =>
  isOutside(writer) ? sql`${lastOutside}` : and(isOneOf(lastRole, [writer]), not(lastOutside))!

const isByOneOf = (user: Actor, writers: readonly Writer[]): SQL | undefined => {
  if (writers.length === WRITERS.length) return undefined
  if (writers.length === 0) return sql`false`
  return isAdmin(user)
    ? or(...writers.map(isLastBy))
    : sql`(select case when last.outside then 'outside' else last.author_role::text end from ${lastOf(user)} last)
    in (${sql.raw(writers.map((writer) => `'${writer}'`).join(', '))})`
}

const BESIDE_JOB = sql`from ${messageThreads} join ${jobs} on ${eq(jobs.id, jobId)}`
const ofThread = sql`${messageMarks} "unread_mark" where ${eq(unreadMark.jobId, jobId)}`

function isShown(user: Actor, filter: ThreadFilter): SQL | undefined {
  const unread = sql`exists (select from ${ofThread} and ${isUnreadMark(user)})`
  if (asksForEither(filter)) return or(unread, isByOneOf(user, writersOf(user, filter)))
  return asksOnlyUnread(filter) ? unread : undefined
}

/** Each in the order of an index, but the few that somebody lost. */
function branches(user: Actor, filter: ThreadFilter, found: SQL | undefined): { at: SQL; rows: SQL }[] {
  const writers = writersOf(user, filter)
  if (isAdmin(user)) {
    const each = writers.length === WRITERS.length ? [undefined] : writers.map(isLastBy)
    return each.map((where) => ({ at: sql`${lastAt}`, rows: sql`from ${messageThreads} where ${where ?? sql`true`}` }))
  }
  const isOwn = eq(isAgent(user) ? estateAgentId : contractorId, user.id)
  const [, ...lost] = sharesOf(user)
  const where = and(found, isByOneOf(user, writers))
  return [
    {
      at: sql`${sharedAt}`,
      rows: sql`${BESIDE_JOB} where ${and(isOwn, sql`${sharedAt} is not null`, jobsVisibleTo(user), where)}`,
    },
    ...lost.map((one) => ({
      at: sql`${last.createdAt}`,
      rows: sql`${BESIDE_JOB} cross join lateral ${lastOf(user)} "last" where ${and(one, where)}`,
    })),
  ]
}

async function readPlaces(part: Thread['part'], select: SQL): Promise<Place[]> {
  const rows = await db.execute<{ id: string; at: Date }>(select)
  return rows.map(({ id, at }) => ({ id, at: new Date(at), part }))
}

const beyond = (cursor: Cursor | null, at: SQL, id: SQL): SQL =>
  cursor ? sql`(${at}, ${id}) < (${cursor.at.toISOString()}::timestamptz, ${cursor.id}::uuid)` : sql`true`

function unreadPlaces(user: Actor, filter: ThreadFilter, found: SQL | undefined, cursor: Cursor | null, limit: number) {
  const where = and(
    isUnreadMark(user),
    jobsVisibleTo(user),
    found,
    isByOneOf(user, asksForEither(filter) ? writersIn(filter) : writersOf(user, filter)),
  )
  return readPlaces(
    'unread',
    sql`select ${unreadMark.jobId} as id, ${unreadMark.newestAt} as at from ${messageMarks} "unread_mark"
      join ${jobs} on ${eq(jobs.id, unreadMark.jobId)} join ${messageThreads} on ${eq(jobId, unreadMark.jobId)}
      where ${and(where, after(cursor, unreadMark.newestAt, unreadMark.jobId))}
      order by ${unreadMark.newestAt} desc, ${unreadMark.jobId} desc ${limitTo(limit)}`,
  )
}

function readRest(user: Actor, filter: ThreadFilter, found: SQL | undefined, cursor: Cursor | null, limit: number) {
  const each = branches(user, filter, found).map(
    ({ at, rows }) => sql`(select ${jobId} as id, ${at} as at ${rows}
      and not exists (select from ${ofThread} and ${isUnreadMark(user)}) and ${beyond(cursor, at, sql`${jobId}`)}
      order by ${at} desc, ${jobId} desc ${limitTo(limit)})`,
  )
  if (each.length === 0) return []
  return readPlaces(
    'read',
    sql`select * from (${sql.join(each, sql` union all `)}) rest
    order by at desc, id desc ${limitTo(limit)}`,
  )
}

const partOf = (cursor: Cursor | null, part: Thread['part']) => (cursor?.part === part ? cursor : null)

function threadListing(user: Actor, filter: ThreadFilter, condition: () => Promise<SQL | undefined>): Listing<Thread> {
  return {
    at: ({ at }) => at,
    parts: { names: THREAD_PARTS, of: ({ part }) => part },
    async read(cursor, limit) {
      const found = await condition()
      const isBehind = cursor?.part === 'read'
      const unread = isBehind ? [] : await unreadPlaces(user, filter, found, partOf(cursor, 'unread'), limit)
      const left = asksOnlyUnread(filter) ? 0 : limit - unread.length
      const rest = left > 0 ? await readRest(user, filter, found, partOf(cursor, 'read'), left) : []
      return readThreads(user, [...unread, ...rest])
    },
    isSlowToCount: async () => true,
    async count(most) {
      const found = await condition()
      const each = branches(user, asksForEither(filter) ? { from: filter.from } : filter, found).map(
        ({ rows }) => sql`(select ${rows} and ${isShown(user, filter) ?? sql`true`} ${limitTo(most)})`,
      )
      if (each.length === 0) return 0
      const all = sql`(select from (${sql.join(each, sql` union all `)}) every ${limitTo(most)})`
      const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${all} counted`)
      return row!.count
    },
  }
}

function foundByAdmin(user: Actor, filter: ThreadFilter, search: string): Listing<Thread> {
  const writers = asksForEither(filter) ? writersIn(filter) : writersOf(user, filter)
  const where = and(isByOneOf(user, writers), isShown(user, filter))
  const found = searchBeside(search, { id: jobId, jobId, contractorId, at: lastAt }, where, { reader: user })
  const list = threadListing(user, filter, found.condition)
  const read: Listing<Thread>['read'] = (cursor, limit) =>
    found.first(
      async (among) =>
        readThreads(
          user,
          await readPlaces(
            'read',
            sql`select ${jobId} as id, ${lastAt} as at from ${messageThreads} where ${among}
              order by ${lastAt} desc, ${jobId} desc ${limitTo(limit)}`,
          ),
        ),
      { remaining: after(cursor, lastAt, jobId), limit },
    )
  return searchListing({ ...list, read }, read, found)
}

/** The conversations that one may read, unread ones first; what an administrator searches for, newest first. */
export const threadsFor = (user: Actor, filter: ThreadFilter): Listing<Thread> =>
  searched(filter.search, (search) => {
    if (search && isAdmin(user)) return foundByAdmin(user, filter, search)
    const condition = async () => (search ? isFound(await jobSearch(search), lookedThrough(user)) : undefined)
    return threadListing(user, filter, condition)
  })

export async function threadOf(user: Actor, id: string): Promise<Thread> {
  return oneById(id, () => readThreads(user, [{ id, at: new Date(0), part: 'read' }]))
}
