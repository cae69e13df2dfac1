export type Passkey = {
  id: string
  credentialId: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  isVerified: boolean
}

/** What somebody must do next who is half signed in: only their password is known. */
export type PasskeyStep = 'use' | 'add' | 'wait'

export const ALLOWED_HOURS = 24
export const MAX_PASSKEYS = 20
export const MAX_PASSKEY_NAME = 60
