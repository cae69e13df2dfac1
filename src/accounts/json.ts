import type { Account, Actor } from '#src/domain/account/account.ts'
import { isAway } from '#src/domain/account/away.ts'
import { type ApiToken, SCOPES } from '#src/domain/account/token.ts'

type Known = Omit<Actor, 'credentialHash' | 'activityVersion' | 'preferences' | 'scopes'>

/** Field by field, so that no hash ever slips in. */
export const userJson = (user: Known) => ({
  id: user.id,
  email: user.email,
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  profileImageUrl: user.profileImageUrl,
  role: user.role,
  company: user.company,
  phone: user.phone,
  contractorType: user.contractorType,
  vatNumber: user.vatNumber,
  contractorTypes: user.contractorTypes,
  areas: user.areas,
  reminders: user.reminders,
  awayUntil: isAway(user) ? user.awayUntil : null,
  authType: user.authType,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
})

export const ownJson = (user: Actor) => ({ ...userJson(user), scopes: user.scopes ?? SCOPES })

export const tokenJson = ({ id, name, scopes, createdAt, lastUsedAt, expiresAt }: ApiToken) => ({
  id,
  name,
  scopes,
  createdAt,
  lastUsedAt,
  expiresAt,
})

export const accountJson = (account: Account) => ({
  ...userJson(account),
  hasPassword: account.hasPassword,
  openJobs: account.openJobs,
})
