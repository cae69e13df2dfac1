import { transaction } from '#src/guard/transaction.ts'
import { log } from '#src/operation/log.ts'
import { withdrawOrphans } from '#src/photos/actions.ts'
import { enqueueRemoval } from './enqueue.ts'

const BATCH = 500

export async function removeOrphans(): Promise<void> {
  let removed = 0
  for (let batch = BATCH; batch === BATCH; removed += batch) {
    batch = await transaction(async (tx) => {
      const ids = await withdrawOrphans(tx, BATCH)
      await enqueueRemoval(tx, ids)
      return ids.length
    })
  }
  if (removed > 0) log.info('orphans', `Removing ${removed} uploaded photos that no visit took.`)
}
