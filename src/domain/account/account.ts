import { isBlank } from '#src/domain/blank.ts'
import type { Preferences } from './preferences.ts'
import type { Scope } from './token.ts'

export const ROLES = ['estate_agent', 'contractor', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const AUTH_TYPES = ['oidc', 'local'] as const
type AuthType = (typeof AUTH_TYPES)[number]

export type Actor = {
  id: string
  /** When they did it, by their phone, where that was sent later. */
  recordedAt?: Date
  role: Role | null
  email: string | null
  username: string | null
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  company: string | null
  phone: string | null
  contractorType: string | null
  vatNumber: string | null
  contractorTypes: string[]
  areas: string[]
  reminders: boolean
  /** Null of who is sent no figures. */
  figuresTold: string | null
  awayUntil: string | null
  preferences: Preferences
  authType: AuthType
  /** Grows with every change to what this user sees: polled lists answer 'unchanged' by it alone. */
  activityVersion: number
  createdAt: Date
  updatedAt: Date
  /** Hash of the session or token that the request came with. */
  credentialHash: string | null
  /** The session was opened by a passkey whose device asked who it is. */
  isVerified?: boolean
  tokenId?: string
  /** A token has scopes; a session may do everything. */
  scopes?: readonly Scope[]
}

export type Office = { phone: string | null; email: string | null }

export type Person = {
  id: string
  firstName: string | null
  lastName: string | null
  company: string | null
  email: string | null
  phone: string | null
  deletedAt: Date | null
}

export const ROLE_LABELS: Record<Role, string> = {
  estate_agent: 'Estate Agent',
  contractor: 'Contractor',
  admin: 'Administrator',
}

export const ROLE_NOUNS: Record<Role, string> = {
  estate_agent: 'estate agent',
  contractor: 'contractor',
  admin: 'administrator',
}

export const roleLabel = (role: Role | null): string => (role ? ROLE_LABELS[role] : 'User')

export const fullName = (person: { firstName: string | null; lastName: string | null }): string =>
  [person.firstName, person.lastName].filter(Boolean).join(' ')

type Named = Parameters<typeof fullName>[0] & { username: string | null; email?: string | null }

export const displayName = (person: Named): string => fullName(person) || person.username || person.email || ''

export const isReachable = (person: Pick<Person, 'email' | 'deletedAt'> | null): boolean =>
  Boolean(person?.email) && !person?.deletedAt

export function unreachedSentence(who: string, person: Pick<Person, 'phone' | 'deletedAt'> | null): string {
  if (!person || person.deletedAt) return `${who} is no longer on Fettle and is not told.`
  return person.phone
    ? `${who} has no e-mail address and must be told by phone: ${person.phone}.`
    : `${who} has neither an e-mail address nor a phone number here and is not told.`
}

export const hears = (who: string, person: Person | null, told: string): string =>
  isReachable(person) ? `${who} ${told}` : unreachedSentence(who, person)

export const MIN_PASSWORD = 6
/** argon2 reads the whole password, so its length is capped. */
export const MAX_PASSWORD = 200

export const GENERATED_PASSWORD_LENGTH = 12
/** Without I, O, l, 0, 1: passwords are read aloud and copied by hand. */
export const PASSWORD_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

export function generatePassword(): string {
  const characters: string[] = []
  const random = new Uint8Array(1)
  // Rejecting the tail of the byte range keeps every character equally likely.
  const usable = 256 - (256 % PASSWORD_ALPHABET.length)
  while (characters.length < GENERATED_PASSWORD_LENGTH) {
    const byte = crypto.getRandomValues(random)[0]!
    if (byte < usable) characters.push(PASSWORD_ALPHABET[byte % PASSWORD_ALPHABET.length]!)
  }
  return characters.join('')
}

export type ManagedRole = 'estate_agent' | 'contractor'

export const NEW_ACCOUNTS = {
  estate_agent: {
    signsInWith: 'username',
    required: ['username', 'firstName', 'lastName', 'password'],
    missing: 'Please fill in all fields',
    created: { title: 'Estate Agent Created', text: 'Estate agent account created successfully' },
  },
  contractor: {
    signsInWith: 'email',
    required: ['email', 'firstName', 'lastName', 'password'],
    missing: 'Please fill in required fields (email, name, password)',
    created: { title: 'Contractor Created', text: 'Contractor account created successfully' },
  },
} as const satisfies Record<ManagedRole, object>

export const MISSING_INFORMATION = 'Missing Information'
export const CREATION_FAILED = 'Failed to Create Account'

export const emptyFields = (role: ManagedRole, typed: Record<string, unknown>): string[] =>
  NEW_ACCOUNTS[role].required.filter((name) => {
    const value = typed[name]
    return typeof value !== 'string' || (name === 'password' ? value === '' : isBlank(value))
  })

export type NewCredentials = {
  role: ManagedRole
  firstName: string | null
  lastName: string | null
  identifier: string
  password: string
}

export type Account = Actor & {
  hasPassword: boolean
  openJobs: number
  unfinishedJobs: number
  /** Of an administrator, where passkeys are required. */
  passkey?: { count: number; isAllowed: boolean; mayAllow: boolean }
}
