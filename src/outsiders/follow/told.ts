import type { Tx } from '#db/connect/client.ts'
import { notifyOutsider } from '#src/emails/notify-outsider.ts'
import { idsOfRepair } from '#src/jobs/assignment/family.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { followersOf } from '#src/links/shared.ts'

/** `appointment` says what became of the visit; pages of the jobs in `gone` are opened no more. */
export async function tellFollowers(
  tx: Tx,
  job: JobRow,
  appointment: string,
  gone: readonly string[] = [],
): Promise<void> {
  for (const { id, email, jobId } of await followersOf(tx, await idsOfRepair(tx, job))) {
    const linkId = gone.includes(jobId!) ? undefined : id
    if (email) await notifyOutsider(tx, 'repair_visit', job, { email, linkId, appointment })
  }
}
