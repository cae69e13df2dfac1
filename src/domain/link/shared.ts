export const SHARED_PURPOSES = ['follow_job', 'landlord'] as const

/** A link that an agent made for whoever has no account. */
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

export const MAX_SHARED = 20
