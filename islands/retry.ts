/** In milliseconds; then the last again and again. */
const RETRY_DELAYS: readonly number[] = [1000, 3000, 9000, 20_000, 40_000, 60_000]

/** By then whoever waits is told, and may take it off; it goes on by itself all the same. */
const TOLD_AFTER = 4

/** Not retried; the message is for the user. */
export class Final extends Error {}

export class SignedOut extends Final {}

export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>

const waitOrOnline: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal?.removeEventListener('abort', done)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    addEventListener('online', done)
    signal?.addEventListener('abort', done)
  })

export type Online = (signal?: AbortSignal) => Promise<void> | null

export const untilOnline: Online = (signal) => (navigator.onLine === false ? waitOrOnline(FOR_EVER, signal) : null)

const FOR_EVER = 2 ** 31 - 1

type Retries = { wait?: Wait; online?: Online; onTold?: () => void; signal?: AbortSignal }

/** Ends with an error that is Final, or when the signal has aborted. */
export async function withRetries<T>(
  task: () => Promise<T>,
  { wait = waitOrOnline, online = untilOnline, onTold, signal }: Retries = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    try {
      return await task()
    } catch (error) {
      if (error instanceof Final || signal?.aborted) throw error
      const line = online(signal)
      if (line) {
        await line
        attempt = 0
        continue
      }
      if (attempt >= TOLD_AFTER) onTold?.()
      await wait(RETRY_DELAYS[attempt - 1] ?? RETRY_DELAYS.at(-1)!, signal)
    }
  }
}
