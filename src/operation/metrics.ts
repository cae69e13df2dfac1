import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { FAILURES, failures } from './log.ts'

export const registry = new Registry()
const registers = [registry]

const requests = new Counter({
  name: 'fettle_http_requests_total',
  help: 'Requests answered, by the pattern of their route, method and status.',
  labelNames: ['route', 'method', 'status'],
  registers,
})

const durations = new Histogram({
  name: 'fettle_http_request_duration_seconds',
  help: 'Time from the arrival of a request to its answer; of a streamed answer to its beginning.',
  labelNames: ['route', 'method'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})

let underWay = 0
new Gauge({
  name: 'fettle_http_requests_in_flight',
  help: 'Requests that have arrived and not been answered.',
  registers,
  collect() {
    this.set(underWay)
  },
})

new Counter({
  name: 'fettle_failures_total',
  help: 'Failures by what was away; unexpected are those that answered 500.',
  labelNames: ['kind'],
  registers,
  collect() {
    this.reset()
    for (const kind of FAILURES) this.inc({ kind }, failures[kind])
  },
})

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])

/** 'other' for invented methods: each would be a series of its own, and a sender's word in the log. */
export const knownMethod = (method: string): string => (METHODS.has(method) ? method : 'other')

export function requestBegins(): void {
  underWay++
}

type Series = { counted: Counter.Internal; timed: Histogram.Internal<string> }
const series = new Map<string, Series>()

/** Kept, as finding them by their labels takes longer than counting. */
function seriesOf(route: string, method: string, status: number): Series {
  const key = `${status} ${method} ${route}`
  const known = series.get(key)
  if (known) return known
  const found = { counted: requests.labels(route, method, String(status)), timed: durations.labels(route, method) }
  series.set(key, found)
  return found
}

export function requestEnds(route: string | null, method: string, status: number, milliseconds: number): void {
  underWay--
  const { counted, timed } = seriesOf(route ?? 'none', method, status)
  counted.inc()
  timed.observe(milliseconds / 1000)
}
