import type { Account, Actor } from './account.ts'
import type { ApiToken } from './tokens/token.ts'

type Known = Omit<Actor, 'sessionId' | 'activityVersion'>

/** A user as the API answers it: never a password's hash. */
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
  authType: user.authType,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
})

/** A token in the list of its owner's. */
export const tokenJson = ({ id, name, createdAt, lastUsedAt, expiresAt }: ApiToken) => ({
  id,
  name,
  createdAt,
  lastUsedAt,
  expiresAt,
})

/** An account of a list: whether it has a password, and its jobs in hand. */
export const accountJson = (account: Account) => ({
  ...userJson(account),
  hasPassword: account.hasPassword,
  openJobs: account.openJobs,
})
