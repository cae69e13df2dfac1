import { db } from '#db/client.ts'
import type { Actor } from '#src/accounts/account.ts'
import { moveJob } from '#src/jobs/move.ts'
import { lockJob } from '#src/jobs/queries.ts'

/** The job as it is after its contractor gave it back. */
export const handedBack = (contractor: Actor, id: string, reason: string) =>
  db.transaction(async (tx) =>
    moveJob(tx, await lockJob(tx, contractor, id), 'handedBack', contractor, {
      set: { contractorId: null },
      detail: { reason },
    }),
  )
