import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { jobs, messageMarks, messages } from '#db/schema.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { isMessageReadBy } from '#src/jobs/visible.ts'
import { isReadableBy } from './readable.ts'

const message = alias(messages, 'message')
const mark = alias(messageMarks, 'mark')

export function unreadOfJob(reader: Reader): SQL<number> {
  if (reader.role === null) return sql<number>`0`
  const ofJob = eq(message.jobId, jobs.id)
  const readUpTo = sql`(select ${mark.readUpTo} from ${messageMarks} "mark" where ${and(
    eq(mark.jobId, jobs.id),
    eq(mark.userId, reader.id),
  )})`
  const unread = and(
    ofJob,
    // What was written before an administrator came is not theirs to read.
    gt(message.id, isAdmin(reader) ? readUpTo : sql`coalesce(${readUpTo}, 0)`),
    sql`${message.authorId} is distinct from ${reader.id}`,
    isReadableBy(reader, message),
    isMessageReadBy(reader, message.id),
  )
  // Most jobs have no messages, and cost one look at the index. For `exists` PostgreSQL might read the whole table.
  return sql`case when (select ${message.id} from ${messages} "message" where ${ofJob} limit 1) is null then 0
    else (select count(*)::int from ${messages} "message" where ${unread}) end`
}
