import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { isToAssign } from '#src/domain/job/state.ts'
import { nextTelling } from '#src/domain/property/hazard/emergency.ts'
import { notify } from '#src/emails/notify.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { enqueueAt } from '#src/queue/enqueue.ts'
import { transaction } from '#src/writes/transaction.ts'

const isUnheeded = (job: JobRow): boolean => job.hazardLevel === 'emergency' && isToAssign(job)

const tellNext = (tx: Tx, { id }: JobRow): Promise<void> =>
  enqueueAt(tx, 'hazard', id, sql`${nextTelling(new Date()).toISOString()}::timestamptz`)

export async function tellOfEmergency(tx: Tx, job: JobRow): Promise<void> {
  if (!isUnheeded(job)) return
  await notify(tx, 'hazard_emergency', job)
  await tellNext(tx, job)
}

/** Until somebody has it, or it is no emergency any more. */
export async function tellAgain(id: string): Promise<void> {
  await transaction(async (tx) => {
    const [job] = await tx.select().from(jobs).where(eq(jobs.id, id)).for('update')
    if (!job || !isUnheeded(job)) return
    await notify(tx, 'hazard_emergency', job)
    await tellNext(tx, job)
  })
}
