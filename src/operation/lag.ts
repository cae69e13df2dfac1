import { monitorEventLoopDelay } from 'node:perf_hooks'

// From the start, as what counts for Prometheus is loaded at its first scrape.
const lag = monitorEventLoopDelay({ resolution: 50 })
lag.enable()

/** In seconds, since this was last asked. */
export function longestLag(): number {
  const longest = lag.max / 1e9
  lag.reset()
  return longest
}
