export const RETRY_DELAYS: readonly number[] = [1000, 3000, 9000]

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

type Retries = { delays?: readonly number[]; wait?: Wait; online?: Online; signal?: AbortSignal }

/** Throws the last error, at once when that is Final or the signal has aborted. */
export async function withRetries<T>(
  task: () => Promise<T>,
  { delays = RETRY_DELAYS, wait = waitOrOnline, online = untilOnline, signal }: Retries = {},
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted()
    try {
      return await task()
    } catch (error) {
      if (error instanceof Final || signal?.aborted) throw error
      const line = online(signal)
      if (line) {
        await line
        attempt = -1
        continue
      }
      const delay = delays[attempt]
      if (delay === undefined) throw error
      await wait(delay, signal)
    }
  }
}
