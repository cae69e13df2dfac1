import { AsyncLocalStorage } from 'node:async_hooks'

/** With what the sender of a request proved who they are, and the role in which they were let in. */
export type Credential = { kind: 'session' | 'token'; hash: string; userId: string; role: string | null }

/** What is known of the request at work. Log and figures tell id, route and role: nothing that leads to a person. */
export type CurrentRequest = {
  readonly id: string
  /** The pattern that its path matched ('/api/jobs/:id'), null until one has. */
  route: string | null
  /** The role of who sent it, null for strangers. */
  role: string | null
  /** Null for strangers. Writing transactions look at it again. */
  credential?: Credential | null
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

export function noteCredential(credential: Credential): void {
  const current = currentRequest()
  if (current) current.credential = credential
}
