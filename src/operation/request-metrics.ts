import { Counter, Gauge, type Registry } from 'prom-client'
import { FAILURES, failures } from '#src/runtime/log.ts'
import { allRequests, requestsUnderWay } from './request-counters.ts'

export function addRequestMetrics(registry: Registry): void {
  const registers = [registry]
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
  new Gauge({
    name: 'fettle_http_requests_in_flight',
    help: 'Requests that have arrived and not been answered.',
    registers,
    collect() {
      this.set(requestsUnderWay())
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
}

const DURATION = 'fettle_http_request_duration_seconds'

export const durationLines = (): string[] => [
  `# HELP ${DURATION} Time from the arrival of a request to its answer; of a streamed answer to its beginning.`,
  `# TYPE ${DURATION} histogram`,
  ...allRequests().flatMap(({ durations }) => durations.lines(DURATION)),
]
