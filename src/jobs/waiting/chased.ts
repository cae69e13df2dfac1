import { sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isAmong } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isUuid } from '#src/http/uuid.ts'
import { recordEvents } from '#src/jobs/lifecycle/move.ts'
import type { JobRow } from '#src/jobs/queries.ts'

/** Parents first, as whoever works on several jobs locks them. */
export const lockJobs = (tx: Tx, ids: readonly string[]) =>
  tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(isAmong(jobs.id, ids.filter(isUuid)))
    .orderBy(sql`${jobs.parentJobId} nulls first`, jobs.id)
    .for('update')

type Chased = Pick<JobRow, 'id' | 'status' | 'estateAgentId' | 'contractorId'>

export async function noteChased(tx: Tx, chased: Chased[], by: Actor, detail: Record<string, string>): Promise<void> {
  const ids = chased.map(({ id }) => id)
  await tx.update(jobs).set({ chasedAt: sql`now()` }).where(isAmong(jobs.id, ids))
  await recordEvents(tx, chased, 'chased', by, { detail })
}
