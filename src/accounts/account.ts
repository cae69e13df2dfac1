export const ROLES = ['estate_agent', 'contractor', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const AUTH_TYPES = ['oidc', 'local'] as const
export type AuthType = (typeof AUTH_TYPES)[number]

/** The signed-in user, as every action and page receives them. A null role waits for an administrator. */
export type Actor = {
  id: string
  role: Role | null
  email: string | null
  username: string | null
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  company: string | null
  phone: string | null
  contractorType: string | null
  authType: AuthType
  /** Counts the changes to what this user sees: the polled lists answer 'unchanged' by it alone. */
  activityVersion: number
  createdAt: Date
  updatedAt: Date
  /** Hash of the session or token the user came with, so that ending the others can spare it. */
  sessionId: string | null
  /** Which token the user came with, where it was one. */
  tokenId?: string
}

/** What others see of a user. */
export type Person = {
  id: string
  firstName: string | null
  lastName: string | null
  company: string | null
  email: string | null
  phone: string | null
  /** When their account was deleted; their name stays on past work. */
  deletedAt: Date | null
}

export const ROLE_LABELS: Record<Role, string> = {
  estate_agent: 'Estate Agent',
  contractor: 'Contractor',
  admin: 'Administrator',
}

/** 'Estate Agent', 'Contractor', 'Administrator', else 'User'. */
export const roleLabel = (role: Role | null): string => (role ? ROLE_LABELS[role] : 'User')

/** First and last name, whichever are known; '' when neither is. */
export const fullName = (person: { firstName: string | null; lastName: string | null }): string =>
  [person.firstName, person.lastName].filter(Boolean).join(' ')

type Named = Parameters<typeof fullName>[0] & { username: string | null; email?: string | null }

/** What somebody is called: their name, else what they sign in with; '' when nothing is known. */
export const displayName = (person: Named): string => fullName(person) || person.username || person.email || ''

/** Whether somebody hears of things by e-mail: an account that is still there, with an address. */
export const isTold = (person: Pick<Person, 'email' | 'deletedAt'> | null): boolean =>
  Boolean(person?.email) && !person?.deletedAt

/** How somebody hears of a thing whom no e-mail reaches. `who` begins the sentence: 'The contractor', 'Carl Mason'. */
export function untold(who: string, person: Pick<Person, 'phone' | 'deletedAt'> | null): string {
  if (!person || person.deletedAt) return `${who} is no longer on Fettle and is not told.`
  return person.phone
    ? `${who} has no e-mail address and must be told by phone: ${person.phone}.`
    : `${who} has neither an e-mail address nor a phone number here and is not told.`
}

/** 'Carl Mason is told by e-mail.' where that is true, else how they hear of it. */
export const hears = (who: string, person: Person | null, told: string): string =>
  isTold(person) ? `${who} ${told}` : untold(who, person)

export const MIN_PASSWORD = 6
/** argon2 reads the whole password, so its length is capped. */
export const MAX_PASSWORD = 200

export const GENERATED_PASSWORD_LENGTH = 12
/** No I, O, l, 0, 1: passwords are read aloud and copied by hand. */
export const PASSWORD_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** Twelve random characters that nobody mistakes for one another. Runs in the browser and on the server. */
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

/** Roles whose accounts an administrator creates, resets and deletes. */
export type ManagedRole = 'estate_agent' | 'contractor'

/** What is asked of a new account; `signsInWith` is the credential beside the password. */
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

/** The required fields of a new account that are empty. A password may be of spaces. */
export const emptyFields = (role: ManagedRole, typed: Record<string, unknown>): string[] =>
  NEW_ACCOUNTS[role].required.filter((name) => {
    const value = typed[name]
    return typeof value !== 'string' || (name === 'password' ? value : value.trim()) === ''
  })

/** What a new account signs in with: shown once, as only a hash is kept. */
export type NewCredentials = {
  role: ManagedRole
  firstName: string | null
  lastName: string | null
  /** The username of an estate agent, the e-mail of a contractor. */
  identifier: string
  password: string
}

/** An account in a list of the administrator's: the jobs that it has in hand, and those that it raised and are not finished. */
export type Account = Actor & { hasPassword: boolean; openJobs: number; unfinishedJobs: number }
