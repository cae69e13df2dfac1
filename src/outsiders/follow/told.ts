import type { Tx } from '#db/connect/client.ts'
import { notifyOutsider } from '#src/emails/notify-outsider.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { followersOf } from '#src/links/shared.ts'

/** `appointment` says what became of the visit; pages of the jobs in `gone` are opened no more. */
export async function tellFollowers(
  tx: Tx,
  job: JobRow,
  appointment: string,
  gone: readonly string[] = [],
): Promise<void> {
  const jobIds = [job.id, job.parentJobId].flatMap((id) => id ?? [])
  for (const { id, email, jobId } of await followersOf(tx, jobIds)) {
    const linkId = gone.includes(jobId!) ? undefined : id
    if (email) await notifyOutsider(tx, 'repair_visit', job, { email, linkId, appointment })
  }
}
