/** What lets a person's scripts in, as its owner sees it: the token itself is shown once and kept nowhere. */
export type ApiToken = {
  id: string
  name: string
  createdAt: Date
  /** To the hour. */
  lastUsedAt: Date | null
  expiresAt: Date | null
}

/** So many a person may have, those that have expired and were not revoked included. */
export const MAX_TOKENS = 20
export const MAX_TOKEN_NAME = 100

export const isExpired = ({ expiresAt }: Pick<ApiToken, 'expiresAt'>, now: Date = new Date()): boolean =>
  expiresAt !== null && expiresAt <= now
