// How long something took, without what the machine took from this process meanwhile: on a busy one a process may stand
// still for as long as the bound that it is held to. What this process computes counts in full.

const TICK = 10

const stalls: { from: number; to: number; lost: number }[] = []
let last = performance.now()
let used = process.cpuUsage()

/** This moment, as performance.now() has it, to be one of the two that `spent` is asked about. */
export function moment(): number {
  const now = performance.now()
  const { user, system } = process.cpuUsage(used)
  // All in which this process neither waited for its next tick nor computed.
  const lost = now - last - TICK - (user + system) / 1000
  if (lost > 1) stalls.push({ from: last, to: now, lost })
  last = now
  used = process.cpuUsage()
  return now
}
setInterval(moment, TICK).unref()

/** Milliseconds from one moment to another in which this process could run. */
export function spent(from: number, to = moment()): number {
  const lost = stalls.map((stall) => Math.min(stall.lost, Math.min(stall.to, to) - Math.max(stall.from, from)))
  return to - from - lost.reduce((sum, one) => sum + Math.max(0, one), 0)
}
