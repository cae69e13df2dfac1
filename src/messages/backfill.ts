import { eq, inArray, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isAmong } from '#db/query/conditions.ts'
import { userSql } from '#db/query/predicates.ts'
import { jobs, messageMarks, messages, messageThreads, users } from '#db/schema.ts'
import { type Backfill, backfill } from '#src/jobs/backfill/backfill.ts'

const isMissing = sql`exists (select from ${messages} where ${eq(messages.jobId, jobs.id)})
  and not exists (select from ${messageThreads} where ${eq(messageThreads.jobId, jobs.id)})`

const admins = db.select({ id: users.id }).from(users).where(userSql.isAdmin())

const threads: Backfill<{ id: string }> = {
  filled: 'message_threads_filled',
  missing: isMissing,
  judge: (tx, ids) =>
    tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(sql`${isAmong(jobs.id, ids)} and ${isMissing}`),
  write: async (tx, rows) => {
    const ids = rows.map(({ id }) => id)
    const ofJobs = sql`from ${jobs} where ${isAmong(jobs.id, ids)}`
    await tx.execute(sql`select note_message_thread(${jobs.id}) ${ofJobs}`)
    await tx.execute(sql`select mark_messages_new(${jobs.id}, ${jobs.contractorId}),
      mark_messages_new(${jobs.id}, ${jobs.estateAgentId}) ${ofJobs}`)
    await tx
      .update(messageMarks)
      .set({ userId: sql`${messageMarks.userId}` })
      .where(sql`${isAmong(messageMarks.jobId, ids)} and ${inArray(messageMarks.userId, admins)}`)
  },
}

export const threadBackfill = () => backfill(threads)
