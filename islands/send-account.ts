import type { ManagedRole, NewCredentials } from '#src/domain/account/account.ts'

/** After 'lost' the same key may be sent again: the account is made once. */
export type AccountOutcome =
  | { type: 'created'; account: NewCredentials }
  | { type: 'invited'; email: string }
  | { type: 'refused'; errors: Record<string, string> }
  | { type: 'failed'; message: string }
  | { type: 'signedOut' }
  | { type: 'lost' }

const PATIENCE = 30_000
const SENT_BEFORE = 'This was sent already, before your last changes: look whether the account is in the list.'
const PATHS = { estate_agent: '/api/admin/create-estate-agent', contractor: '/api/admin/create-contractor' }

type Answer = {
  message?: string
  errors?: Record<string, string>
  user?: { firstName: string | null; lastName: string | null; email: string | null }
  credentials?: { username?: string; email?: string; password: string }
}

type Fetch = typeof globalThis.fetch

export const sendAccount = (kind: ManagedRole, typed: Record<string, string>, key: string, fetch?: Fetch) =>
  send(PATHS[kind], typed, key, fetch)

export const sendInvitation = (
  role: ManagedRole,
  { password: _, ...typed }: Record<string, string>,
  key: string,
  fetch?: Fetch,
) => send('/api/accounts/invite', { ...typed, role }, key, fetch)

async function send(
  path: string,
  typed: Record<string, string>,
  key: string,
  fetch: Fetch = globalThis.fetch,
): Promise<AccountOutcome> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(typed),
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (response.status === 401) return { type: 'signedOut' }
    const { message, errors, user, credentials }: Answer = await response.json()
    if (response.ok && user && !credentials) return { type: 'invited', email: user.email ?? '' }
    if (response.ok && user && credentials) {
      const identifier = credentials.username ?? credentials.email ?? ''
      const { firstName, lastName } = user
      return {
        type: 'created',
        account: {
          role: credentials.username ? 'estate_agent' : 'contractor',
          firstName,
          lastName,
          identifier,
          password: credentials.password,
        },
      }
    }
    if (response.status === 422) return errors ? { type: 'refused', errors } : { type: 'failed', message: SENT_BEFORE }
    return { type: 'failed', message: message || 'Something went wrong' }
  } catch {
    return { type: 'lost' }
  }
}
