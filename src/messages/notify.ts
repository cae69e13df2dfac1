import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { happenedWithin, isAhead } from '#db/query/time-marks.ts'
import { jobs, messageMarks, messages, users } from '#db/schema.ts'
import { MAX_GATHERED } from '#src/domain/email/kinds.ts'
import { type Message, QUIET_MINUTES } from '#src/domain/message/message.ts'
import { notifyPerson } from '#src/emails/notify.ts'
import { jobsWhollyVisibleTo } from '#src/jobs/visible.ts'
import { transaction } from '#src/writes/transaction.ts'
import { correspondent, lockJobShared, messageOf } from './queries.ts'
import { isReadableBy } from './readable.ts'

const quiet = sql`make_interval(mins => ${QUIET_MINUTES})`

export const dueAfter = (toldAt: Date | null): SQL =>
  toldAt
    ? sql`case when ${isAhead(sql`${toldAt.toISOString()}::timestamptz`)} then now()
        else greatest(now(), ${toldAt.toISOString()}::timestamptz + ${quiet}) end`
    : sql`now()`

type Mark = typeof messageMarks.$inferSelect

/** Sends the mark's user one e-mail with what came since the last. */
export async function notifyOfMessages(markId: string): Promise<void> {
  await transaction(async (tx) => {
    const mark = await lockMark(tx, markId)
    const news = mark && (await newsOf(tx, mark))
    if (!news) return
    if (await isTooSoon(tx, mark)) throw new Error(`Told less than ${QUIET_MINUTES} minutes ago`)
    await notifyPerson(tx, 'new_messages', news.reader, news.job, news)
    await tx
      .update(messageMarks)
      .set({ toldUpTo: news.messages.at(-1)!.id, toldAt: sql`now()` })
      .where(eq(messageMarks.id, mark.id))
  })
}

async function lockMark(tx: Tx, id: string): Promise<Mark | undefined> {
  const isIt = eq(messageMarks.id, id)
  const [known] = await tx.select({ jobId: messageMarks.jobId }).from(messageMarks).where(isIt)
  if (!known) return
  await lockJobShared(tx, known.jobId)
  const [mark] = await tx.select().from(messageMarks).where(isIt).for('update')
  return mark
}

async function newsOf(tx: Tx, mark: Mark) {
  const [reader] = await tx
    .select(correspondent)
    .from(users)
    .where(and(eq(users.id, mark.userId), isNull(users.deletedAt)))
  if (!reader) return null
  const [job] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, mark.jobId), jobsWhollyVisibleTo(reader)))
  if (!job) return null
  const isNew = and(
    eq(messages.jobId, job.id),
    gt(messages.id, Math.max(mark.toldUpTo, mark.readUpTo)),
    sql`${messages.authorId} is distinct from ${reader.id}`,
    isReadableBy(reader, messages),
  )
  const rows = await tx.select().from(messages).where(isNew).orderBy(desc(messages.id)).limit(literal(MAX_GATHERED))
  if (rows.length === 0) return null
  const newest: Message[] = rows.reverse().map(messageOf)
  const earlier = rows.length < MAX_GATHERED ? 0 : (await tx.$count(messages, isNew)) - rows.length
  return { reader, job, messages: newest, earlier }
}

/** The claim came by a clock a millisecond ahead, or by a worker that was late: this is tried again. */
async function isTooSoon(tx: Tx, { id }: Mark): Promise<boolean> {
  const early = and(eq(messageMarks.id, id), happenedWithin(messageMarks.toldAt, sql`${quiet} - interval '1 second'`))
  return (await tx.$count(messageMarks, early)) > 0
}
