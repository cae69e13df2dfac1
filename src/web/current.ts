import { AsyncLocalStorage } from 'node:async_hooks'

/** What is told of the request at work, in the log and in figures: nothing that leads to a person. */
export type CurrentRequest = {
  readonly id: string
  /** The pattern that its path matched ('/api/jobs/:id'), null until one has. */
  route: string | null
  /** The role of who sent it, null for strangers. */
  role: string | null
}

const storage = new AsyncLocalStorage<CurrentRequest>()

/** The request on whose behalf this runs; undefined at start, in the delivery loop and in periodic tasks. */
export const currentRequest = (): CurrentRequest | undefined => storage.getStore()

/** Does `work`, and all that follows from it, on behalf of a request. Returns what it returns. */
export const onBehalfOf = <T>(request: CurrentRequest, work: () => T): T => storage.run(request, work)

export function noteRoute(route: string): void {
  const current = currentRequest()
  if (current) current.route = route
}

export function noteRole(role: string | null): void {
  const current = currentRequest()
  if (current) current.role = role ?? 'none'
}
