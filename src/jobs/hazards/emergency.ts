import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { isToAssign } from '#src/domain/job/state.ts'
import { nextReminderAt } from '#src/domain/property/hazard/emergency.ts'
import { isEmergency } from '#src/domain/property/hazard/state.ts'
import { notify } from '#src/emails/notify.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { enqueueAt } from '#src/queue/enqueue.ts'
import { transaction } from '#src/writes/transaction.ts'
import { lockHazard } from './hazards.ts'

async function isUnassignedEmergency(tx: Tx, job: JobRow): Promise<boolean> {
  if (job.hazardLevel !== 'emergency' || !isToAssign(job)) return false
  const hazard = await lockHazard(tx, job.id)
  return hazard !== null && isEmergency(hazard)
}

function scheduleReminder(tx: Tx, { id }: JobRow): Promise<void> {
  const now = new Date()
  const delay = nextReminderAt(now).getTime() - now.getTime()
  return enqueueAt(tx, 'hazard', id, sql`now() + ${delay} * interval '1 ms'`)
}

export async function tellOfEmergency(tx: Tx, job: JobRow): Promise<void> {
  if (!(await isUnassignedEmergency(tx, job))) return
  await notify(tx, 'hazard_emergency', job)
  await scheduleReminder(tx, job)
}

/** Until somebody has it, or it is no emergency any more. */
export async function remindOfEmergency(id: string): Promise<void> {
  await transaction(async (tx) => {
    const [job] = await tx.select().from(jobs).where(eq(jobs.id, id)).for('update')
    if (job) await tellOfEmergency(tx, job)
  })
}
