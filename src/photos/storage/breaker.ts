import { Unavailable } from '#src/http/errors.ts'

type Options = {
  isAway: (error: unknown) => boolean
  pause?: number
  onAway?: (error: unknown) => void
  onBack?: () => void
}

const FAILURES = 3

export const AWAY = 'Photos are not available right now. Please try again in a moment.'

// While the other side is away calls fail at once: waiting thumbnails would take a browser's six connections.
export function breaker({ isAway, pause = 5000, onAway, onBack }: Options) {
  let failed = 0
  let closedUntil = 0
  let looking = false

  return async <T>(work: () => Promise<T>): Promise<T> => {
    const away = failed >= FAILURES
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
    if (failed >= FAILURES) onBack?.()
    failed = 0
  }

  function lost(error: unknown) {
    closedUntil = performance.now() + pause
    if (++failed === FAILURES) onAway?.(error)
  }
}
