import { isDatabaseDown } from '#db/client.ts'
import { logFailure } from '#src/operation/log.ts'
import { removeOrphans } from '#src/photos/removal.ts'
import { applyRetention, removeShortLived } from '#src/retention/apply.ts'

/** Something to do at start and then every so often. Must bear being done by several processes at once. */
export type Task = { name: string; everyMs: number; run: () => Promise<unknown> }

const HOUR = 3600 * 1000

export const standardTasks = (): Task[] => [
  { name: 'Removing unused uploads', everyMs: HOUR, run: removeOrphans },
  { name: 'Removing what lasts hours', everyMs: HOUR, run: removeShortLived },
  { name: 'Retention', everyMs: 24 * HOUR, run: applyRetention },
]

/** What failed is tried again after a minute. */
const RETRY = 60 * 1000

/** Runs a task until stopped; stop waits for a run in progress. A failure is logged, never thrown. */
export function schedule({ name, everyMs, run }: Task, retryMs = RETRY): { stop(): Promise<void> } {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = async () => {
    let wait = everyMs
    try {
      await run()
    } catch (error) {
      wait = Math.min(retryMs, everyMs)
      logFailure(isDatabaseDown(error) ? 'database' : 'unexpected', `${name} failed and will be tried again.`, error)
    }
    if (!stopped) timer = setTimeout(() => (current = turn()), wait)
  }
  let current = turn()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
