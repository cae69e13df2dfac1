import { isDatabaseDown } from '#db/pool/failure.ts'
import { logFailure } from '#src/runtime/log.ts'

/** Several processes may run it at once. It may return in how many milliseconds it is due again. */
export type Task = { name: string; everyMs: number; run: () => Promise<unknown> }

const RETRY = 60 * 1000

export function schedule({ name, everyMs, run }: Task, retryMs = RETRY): { stop(): Promise<void> } {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = async () => {
    let wait = everyMs
    try {
      const due = await run()
      if (typeof due === 'number') wait = due
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
