export const MADE_PURPOSES = ['follow_job', 'landlord'] as const
export const SHARED_PURPOSES = [...MADE_PURPOSES, 'hazard_summary', 'certificates'] as const

/** A link that was made for whoever has no account. */
export type SharedLink = {
  id: string
  purpose: (typeof SHARED_PURPOSES)[number]
  email: string | null
  createdAt: Date
  expiresAt: Date | null
  usedAt: Date | null
  answer: string | null
  note: string | null
}

/** `url` is there once, of a link that was not sent. */
export type MadeLink = SharedLink & { url: string | null }

export const MAX_SHARED = 20
