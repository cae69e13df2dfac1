export type ApiToken = {
  id: string
  name: string
  createdAt: Date
  /** Exact to the hour. */
  lastUsedAt: Date | null
  expiresAt: Date | null
}

export const MAX_TOKENS = 20
export const MAX_TOKEN_NAME = 100

export const isExpired = ({ expiresAt }: Pick<ApiToken, 'expiresAt'>, now: Date = new Date()): boolean =>
  expiresAt !== null && expiresAt <= now
