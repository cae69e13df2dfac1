import { Counter, Gauge, Registry } from 'prom-client'
import { Durations } from './durations.ts'
import { FAILURES, failures } from './log.ts'

export const registry = new Registry()
const registers = [registry]

/** Of one route and method; `statuses` has how many requests were answered with each. */
type Requests = { route: string; method: string; statuses: Map<number, number>; durations: Durations }

/**
 * By route, then method. They are told when they are read: prom-client's own counting takes longer than all else that a
 * poll's answer needs here.
 */
const byRoute = new Map<string, Map<string, Requests>>()
const allRequests = () => [...byRoute.values()].flatMap((byMethod) => [...byMethod.values()])

new Counter({
  name: 'fettle_http_requests_total',
  help: 'Requests answered, by the pattern of their route, method and status.',
  labelNames: ['route', 'method', 'status'],
  registers,
  collect() {
    this.reset()
    for (const { route, method, statuses } of allRequests())
      for (const [status, count] of statuses) this.inc({ route, method, status: String(status) }, count)
  },
})

const DURATION = 'fettle_http_request_duration_seconds'

/** What has been counted until now, as Prometheus reads it. */
export async function counted(): Promise<string> {
  const lines = [
    `# HELP ${DURATION} Time from the arrival of a request to its answer; of a streamed answer to its beginning.`,
    `# TYPE ${DURATION} histogram`,
    ...allRequests().flatMap(({ durations }) => durations.lines(DURATION)),
  ]
  return `${await registry.metrics()}\n${lines.join('\n')}\n`
}

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

function requestsOf(route: string, method: string): Requests {
  const known = byRoute.get(route)?.get(method)
  if (known) return known
  const made = { route, method, statuses: new Map<number, number>(), durations: new Durations(route, method) }
  const byMethod = byRoute.get(route) ?? new Map<string, Requests>()
  byRoute.set(route, byMethod.set(method, made))
  return made
}

export function requestEnds(route: string | null, method: string, status: number, milliseconds: number): void {
  underWay--
  const { statuses, durations } = requestsOf(route ?? 'none', method)
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  durations.add(milliseconds / 1000)
}
