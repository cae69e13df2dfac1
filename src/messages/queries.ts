import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { userSql } from '#db/query/predicates.ts'
import { jobs, messageMarks, messages, users } from '#db/schema.ts'
import { personOf } from '#src/accounts/people/person.ts'
import type { Actor, Person, Role } from '#src/domain/account/account.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { ANOTHER_CONTRACTOR } from '#src/domain/job/timeline.ts'
import type { Message } from '#src/domain/message/message.ts'
import { NotFound } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { hasGoneFrom, isMessageReadBy, jobsVisibleTo } from '#src/jobs/visible.ts'
import { isReadableBy } from './readable.ts'

type MessageRow = typeof messages.$inferSelect

export const messageOf = ({
  id,
  authorId,
  authorName,
  authorRole,
  text,
  adminsOnly,
  late,
  outside,
  photosUrls,
  recordedAt,
  createdAt,
}: MessageRow): Message => ({
  id,
  author: { id: authorId, name: authorName, role: outside ? null : authorRole },
  text,
  adminsOnly,
  late,
  photosUrls,
  recordedAt,
  createdAt,
})

type Read = { messages: Message[]; readUpTo: number; hasGone: boolean }

export const withoutOthers = (user: Actor, message: Message): Message =>
  isContractor(message.author) && message.author.id !== user.id
    ? { ...message, author: { ...message.author, id: null, name: ANOTHER_CONTRACTOR } }
    : message

/** Oldest first; with `newest`, that many of the newest. Throws NotFound where the job may not be read. */
export async function messagesOf(user: Actor, jobId: string, newest?: number): Promise<Read> {
  if (!isUuid(jobId)) throw new NotFound()
  const query = db
    .select({ message: messages, readUpTo: messageMarks.readUpTo, hasGone: hasGoneFrom(user) })
    .from(jobs)
    .leftJoin(
      messages,
      and(eq(messages.jobId, jobs.id), isReadableBy(user, messages), isMessageReadBy(user, messages.id)),
    )
    .leftJoin(messageMarks, and(eq(messageMarks.jobId, jobs.id), eq(messageMarks.userId, user.id)))
    .where(and(eq(jobs.id, jobId), jobsVisibleTo(user)))
    .orderBy(desc(messages.id))
    .$dynamic()
  const rows = await (newest === undefined ? query : query.limit(literal(newest)))
  if (rows.length === 0) throw new NotFound()
  const found = rows.flatMap(({ message }) => (message ? [messageOf(message)] : []))
  const hasGone = rows[0]!.hasGone
  const shown = hasGone ? found.map((message) => withoutOthers(user, message)) : found
  return { messages: shown.reverse(), readUpTo: rows[0]?.readUpTo ?? 0, hasGone }
}

export function isOnJobOrWork(tx: Tx, { id, parentJobId }: JobRow): SQL {
  const root = parentJobId ?? id
  const both = or(eq(jobs.id, root), eq(jobs.parentJobId, root))
  return inArray(messages.jobId, tx.select({ id: jobs.id }).from(jobs).where(both))
}

/** A job is locked before its marks, as by a writer: in another order, two transactions might wait for each other. */
export async function lockJobShared(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).for('key share')
}

export type Correspondent = Person & { role: Role | null }

export const correspondent = { ...personOf(users), role: users.role }

export async function othersReading(
  tx: Tx,
  job: JobRow,
  { authorId, adminsOnly }: Pick<MessageRow, 'authorId' | 'adminsOnly'>,
): Promise<Correspondent[]> {
  const sides = adminsOnly ? userSql.isAdmin() : or(userSql.isAdmin(), isAgentOf(job), isContractorOf(job))
  return tx
    .select(correspondent)
    .from(users)
    .where(and(isNull(users.deletedAt), authorId === null ? undefined : ne(users.id, authorId), sides))
    .orderBy(users.id)
}

const isAgentOf = (job: JobRow): SQL | undefined =>
  job.estateAgentId && job.hiddenFromEstateAgent === 'no'
    ? and(userSql.isAgent(), eq(users.id, job.estateAgentId))
    : undefined

const isContractorOf = (job: JobRow): SQL | undefined =>
  job.contractorId ? and(userSql.isContractor(), eq(users.id, job.contractorId)) : undefined

/** The newest by somebody else that the user may read. Throws NotFound where they may not read the job. */
export async function newestForeign(
  tx: Tx,
  user: Actor,
  jobId: string,
): Promise<Pick<Message, 'id' | 'createdAt'> | null> {
  const rows = await tx
    .select({ id: messages.id, createdAt: messages.createdAt })
    .from(jobs)
    .leftJoin(
      messages,
      and(
        eq(messages.jobId, jobs.id),
        sql`${messages.authorId} is distinct from ${user.id}`,
        isReadableBy(user, messages),
        isMessageReadBy(user, messages.id),
      ),
    )
    .where(and(eq(jobs.id, jobId), jobsVisibleTo(user)))
    .orderBy(desc(messages.id))
    .limit(literal(1))
  if (rows.length === 0) throw new NotFound()
  const [{ id, createdAt }] = rows as [(typeof rows)[number]]
  return id === null || createdAt === null ? null : { id, createdAt }
}
