import { Unavailable } from '#src/web/errors.ts'

type Options = {
  /** Whether an error says that the other side is away; any other says that it is there. */
  isAway: (error: unknown) => boolean
  /** So many calls in a row found it away before it counts as away. */
  failures?: number
  /** How long nobody asks then, in milliseconds. */
  pause?: number
  /** Told when it counts as away, with the last error, and when it is back. */
  onAway?: (error: unknown) => void
  onBack?: () => void
}

export const AWAY = 'Photos are not available right now. Please try again in a moment.'

/**
 * Calls to something that may be away. While it is, calls are refused at once with Unavailable instead of each waiting for
 * its own time to run out: twenty thumbnails that hang take a browser's six connections from everything else. After each
 * pause one call goes and looks whether it is back.
 */
export function breaker({ isAway, failures = 3, pause = 5000, onAway, onBack }: Options) {
  let failed = 0
  let closedUntil = 0
  let looking = false

  return async <T>(work: () => Promise<T>): Promise<T> => {
    const away = failed >= failures
    if (away && (looking || performance.now() < closedUntil)) throw new Unavailable(AWAY)
    if (away) looking = true
    try {
      const result = await work()
      succeeded()
      return result
    } catch (error) {
      if (isAway(error)) lost(error)
      else succeeded()
      throw error
    } finally {
      if (away) looking = false
    }
  }

  function succeeded() {
    if (failed >= failures) onBack?.()
    failed = 0
  }

  function lost(error: unknown) {
    closedUntil = performance.now() + pause
    if (++failed === failures) onAway?.(error)
  }
}
