import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { literal } from '#db/query/conditions.ts'
import { selection } from '#db/query/selection.ts'
import { jobs, messageMarks } from '#db/schema.ts'
import { forEachRole, type Reader } from '#src/accounts/people/reader.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { MAX_COUNTED } from '#src/domain/limits.ts'
import { isMessageReadBy, jobsVisibleTo } from '#src/jobs/visible.ts'

export const unreadMark = alias(messageMarks, 'unread_mark')

/** Of the reader's mark beside its job. Who lost the job may have left some unread that came before. */
export const isUnreadMark = (reader: Reader): SQL =>
  and(
    eq(unreadMark.userId, reader.id),
    sql`${unreadMark.newestId} > ${unreadMark.readUpTo}`,
    isMessageReadBy(reader, unreadMark.newestId),
  )!

/** Administrators read every job: theirs are counted in the index alone. */
const unreadMarks = (reader: Reader): SQL =>
  isAdmin(reader)
    ? sql`from ${messageMarks} "unread_mark" where ${isUnreadMark(reader)}`
    : sql`from ${messageMarks} "unread_mark" join ${jobs} on ${eq(jobs.id, unreadMark.jobId)}
        where ${and(isUnreadMark(reader), jobsVisibleTo(reader))}`

type UnreadThreads = { count: number; oldest: Date | null }

export const unreadCell = (reader: Reader) =>
  sql<number>`(select count(*)::int from
    (select ${unreadMark.jobId} ${unreadMarks(reader)} limit ${literal(MAX_COUNTED + 1)}) counted)`

const unread = forEachRole((reader) =>
  selection(
    {
      count: unreadCell(reader),
      oldest: sql<Date | null>`(select ${unreadMark.newestAt} ${unreadMarks(reader)}
        order by ${unreadMark.newestAt}, ${unreadMark.jobId} limit 1)`,
    },
    sql``,
  ),
)

export async function unreadThreads(user: Actor): Promise<UnreadThreads> {
  const [found] = await unread(user)({ reader: user.id })
  return found!
}
