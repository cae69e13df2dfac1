import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { happenedWithin, interval } from '#db/query/time-marks.ts'
import { messageMarks, messages } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { bumpActivityVersion } from '#src/accounts/people/activity-version.ts'
import { type Actor, displayName, fullName, unreachedSentence } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { type Message, OUTSIDE } from '#src/domain/message/message.ts'
import type { Notified } from '#src/emails/notify.ts'
import { recordChange } from '#src/events/record.ts'
import { Invalid, NotFound, Refused } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { type JobRow, lockJob } from '#src/jobs/queries.ts'
import { enqueueAt } from '#src/queue/enqueue.ts'
import { transaction } from '#src/writes/transaction.ts'
import { dueAfter } from './notify.ts'
import {
  type Correspondent,
  isOnJobOrWork,
  lockJobShared,
  messageOf,
  messagesOf,
  newestForeign,
  othersReading,
} from './queries.ts'

type NewMessage = { text: string; adminsOnly?: boolean }

/** Throws Invalid when somebody else than an administrator writes to administrators only. */
export function writeMessage(user: Actor, jobId: string, sent: NewMessage): Promise<Notified<Message>> {
  authorize(user, 'writeMessage')
  const { text, adminsOnly = false } = sent
  if (adminsOnly && !isAdmin(user))
    throw new Invalid({ adminsOnly: 'Only administrators write to administrators only' })
  return transaction(async (tx) => {
    // The lock gives the messages of a job their numbers in the order of commits: what was read up to one is all before.
    return postMessage(tx, user, await lockJob(tx, user, jobId), { text, adminsOnly })
  })
}

type Written = Required<NewMessage> & Partial<Pick<Message, 'late'>> & { photosUrls?: string[] }

/** The caller has locked the job. */
export function postMessage(tx: Tx, user: Actor, job: JobRow, written: Written): Promise<Notified<Message>> {
  const author = { authorId: user.id, authorName: displayName(user), authorRole: user.role! }
  return post(tx, user, job, { ...author, ...written, recordedAt: user.recordedAt })
}

/** Nobody's own words: by whoever has a link. The same again is left out. Throws Refused beyond `most` a day. */
export async function postFromOutside(tx: Tx, job: JobRow, text: string, most: number): Promise<void> {
  const today = and(
    isOnJobOrWork(tx, job),
    eq(messages.outside, true),
    happenedWithin(messages.createdAt, interval('1 days')),
  )
  if ((await tx.$count(messages, and(today, eq(messages.text, text)))) > 0) return
  if ((await tx.$count(messages, today)) >= most)
    throw new Refused('Enough was sent today. Please call the agency if it is urgent.')
  await post(tx, OUTSIDE, job, {
    ...{ authorId: null, authorName: OUTSIDE, authorRole: 'contractor', outside: true },
    ...{ text, adminsOnly: false },
  })
}

type Posted = Omit<typeof messages.$inferInsert, 'jobId'>

async function post(tx: Tx, by: Actor | string, job: JobRow, posted: Posted): Promise<Notified<Message>> {
  const [message] = await tx
    .insert(messages)
    .values({ ...posted, jobId: job.id })
    .returning()
  const { id, authorId, adminsOnly } = message!
  await recordChange(tx, by, { type: 'message.written', subjectId: id, jobId: job.id, adminsOnly })
  const others = await othersReading(tx, job, { authorId, adminsOnly })
  for (const other of others) await markUnnotified(tx, job.id, id, other)
  const watching = others.filter((other) => !isAdmin(other))
  await bumpActivityVersion(
    tx,
    watching.map((other) => other.id),
  )
  const missed = watching.filter(({ email }) => !email)
  return { ...messageOf(message!), unreached: missed.map((other) => unreachedSentence(fullName(other), other)) }
}

async function markUnnotified(tx: Tx, jobId: string, messageId: number, reader: Correspondent) {
  const { id: userId, email } = reader
  const before = messageId - 1
  const [mark] = await tx
    .insert(messageMarks)
    // What was written before is new to whoever gets the job, and not to an administrator who came later.
    .values({ jobId, userId, toldUpTo: before, readUpTo: isAdmin(reader) ? before : 0 })
    // Locks the mark: telling waits until this message is there to be told.
    .onConflictDoUpdate({ target: [messageMarks.jobId, messageMarks.userId], set: { userId } })
    .returning({ id: messageMarks.id, toldAt: messageMarks.toldAt })
  if (email) await enqueueAt(tx, 'messages', mark!.id, dueAfter(mark!.toldAt))
}

/** The caller knows that the user may read the job. */
export async function markRead(user: Actor, jobId: string, upTo: number): Promise<void> {
  await transaction(async (tx) => {
    await lockJobShared(tx, jobId)
    const [raised] = await tx
      .insert(messageMarks)
      .values({ jobId, userId: user.id, readUpTo: upTo })
      .onConflictDoUpdate({
        target: [messageMarks.jobId, messageMarks.userId],
        set: { readUpTo: upTo },
        setWhere: sql`${messageMarks.readUpTo} < ${upTo}`,
      })
      .returning({ id: messageMarks.id })
    if (raised) await bumpActivityVersion(tx, [user.id])
  })
}

export async function markAllRead(user: Actor, jobId: string): Promise<void> {
  authorize(user, 'readMessages')
  const { messages } = await messagesOf(user, jobId, 1)
  const last = messages.at(-1)
  if (last) await markRead(user, jobId, last.id)
}

/** The newest message of somebody else is new again. Refused where there is none. */
export async function markUnread(user: Actor, jobId: string): Promise<void> {
  authorize(user, 'readMessages')
  if (!isUuid(jobId)) throw new NotFound()
  await transaction(async (tx) => {
    await lockJobShared(tx, jobId)
    const newest = await newestForeign(tx, user, jobId)
    if (!newest) throw new Refused('Nobody else has written anything here.')
    const before = newest.id - 1
    const unread = { readUpTo: before, newestId: newest.id, newestAt: newest.createdAt }
    const [lowered] = await tx
      .insert(messageMarks)
      .values({ jobId, userId: user.id, toldUpTo: newest.id, ...unread })
      .onConflictDoUpdate({
        target: [messageMarks.jobId, messageMarks.userId],
        set: unread,
        setWhere: sql`${messageMarks.readUpTo} > ${before} or ${messageMarks.newestId} is distinct from ${newest.id}`,
      })
      .returning({ id: messageMarks.id })
    if (lowered) await bumpActivityVersion(tx, [user.id])
  })
}
