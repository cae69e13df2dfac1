export type Passkey = {
  id: string
  credentialId: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export const MAX_PASSKEYS = 20
export const MAX_PASSKEY_NAME = 60
