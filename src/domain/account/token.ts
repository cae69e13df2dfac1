/** What a token may do: `write` is every request that may change something. */
export const SCOPES = ['read', 'write'] as const
export type Scope = (typeof SCOPES)[number]

export const READ_ONLY: Scope[] = ['read']

export type ApiToken = {
  id: string
  name: string
  scopes: Scope[]
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
}

export const MAX_TOKENS = 20
export const MAX_TOKEN_NAME = 100

export const isReadOnly = ({ scopes }: Pick<ApiToken, 'scopes'>): boolean => !scopes.includes('write')

export const isExpired = ({ expiresAt }: Pick<ApiToken, 'expiresAt'>): boolean =>
  expiresAt !== null && expiresAt <= new Date()
