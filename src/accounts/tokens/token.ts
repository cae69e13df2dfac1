/** As its owner sees it: the token itself is kept nowhere. */
export type ApiToken = {
  id: string
  name: string
  createdAt: Date
  /** To the hour. */
  lastUsedAt: Date | null
  expiresAt: Date | null
}

/** Expired ones that were not revoked count too. */
export const MAX_TOKENS = 20
export const MAX_TOKEN_NAME = 100

export const isExpired = ({ expiresAt }: Pick<ApiToken, 'expiresAt'>, now: Date = new Date()): boolean =>
  expiresAt !== null && expiresAt <= now
