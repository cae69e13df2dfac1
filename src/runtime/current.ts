import { AsyncLocalStorage } from 'node:async_hooks'
import type { Role } from '#src/domain/account/account.ts'

export type Credential = { kind: 'session' | 'token'; hash: string; userId: string; role: Role | null }

/** Log and figures show id, route and role: nothing that leads to a person. */
export type CurrentRequest = {
  readonly id: string
  route: string | null
  role: string | null
  credential?: Credential | null
  /** Milliseconds that it was asked to wait: no measure of how fast it was. */
  waited?: number
}

const storage = new AsyncLocalStorage<CurrentRequest>()

export const currentRequest = (): CurrentRequest | undefined => storage.getStore()

export const onBehalfOf = <T>(request: CurrentRequest, work: () => T): T => storage.run(request, work)

export function noteRoute(route: string): void {
  const current = currentRequest()
  if (current) current.route = route
}

export function noteRole(role: string | null): void {
  const current = currentRequest()
  if (current) current.role = role ?? 'none'
}

export function noteWaited(milliseconds: number): void {
  const current = currentRequest()
  if (current) current.waited = (current.waited ?? 0) + milliseconds
}

export function noteCredential(credential: Credential): void {
  const current = currentRequest()
  if (current) current.credential = credential
}
