import { Durations } from './durations.ts'

type Requests = { route: string; method: string; statuses: Map<number, number>; durations: Durations }

/** Plain maps: prom-client's own counting takes longer than all else that a poll's answer needs here. */
const byRoute = new Map<string, Map<string, Requests>>()
export const allRequests = () => [...byRoute.values()].flatMap((byMethod) => [...byMethod.values()])

let underWay = 0
export const requestsUnderWay = (): number => underWay

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
