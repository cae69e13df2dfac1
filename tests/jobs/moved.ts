import type { Actor } from '#src/domain/account/account.ts'
import type { JobEvent } from '#src/domain/job/transitions.ts'
import { moveJob } from '#src/jobs/lifecycle/move.ts'
import { lockJob } from '#src/jobs/queries.ts'
import { transaction } from '#src/writes/transaction.ts'
import type { Cast } from '#tests/support/world.ts'

/** Moves a job without what else belongs to the event. */
export const moved = (
  { admin }: Cast,
  id: string,
  event: JobEvent,
  by: Actor = admin,
  change?: Parameters<typeof moveJob>[4],
) => transaction(async (tx) => moveJob(tx, await lockJob(tx, admin, id), event, by, change))
