import { type Static, Type } from '@sinclair/typebox'
import { MAX_PASSWORD, MIN_PASSWORD, ROLES, type Role } from '#src/domain/account/account.ts'
import { judgedAreas, MAX_AREAS } from '#src/domain/account/areas.ts'
import { KEY_NAMES, PREFERENCES } from '#src/domain/account/preferences.ts'
import { MAX_TOKEN_NAME, SCOPES, type Scope } from '#src/domain/account/token.ts'
import { endOfDay, isDay, today } from '#src/domain/dates.ts'
import { TRADES } from '#src/domain/job/contractor-type.ts'
import { type FieldErrors, type Judged, judged } from '#src/http/input.ts'
import { isInstant } from '#src/http/query.ts'

const name = (error: string) => Type.String({ minLength: 1, maxLength: 100, error })
const optional = () => Type.Optional(Type.String({ maxLength: 200, error: 'Must be text' }))
const password = (error: string) =>
  Type.String({ minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD, error, trim: false })

export const SignIn = Type.Object(
  {
    identifier: Type.String({ minLength: 1, maxLength: 320, error: 'Email or username is required' }),
    password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD, error: 'Password is required', trim: false }),
  },
  { $id: 'SignIn' },
)
export type SignIn = Static<typeof SignIn>

export const emailAddress = () =>
  Type.String({
    maxLength: 254,
    pattern: '^[^\\s@<>"(),;:]+@[^\\s@<>"(),;:]+\\.[^\\s@<>"(),;:]+$',
    error: 'Invalid email address',
  })

const FIRST_NAME = 'First name is required'
const LAST_NAME = 'Last name is required'
const PASSWORD = `Password must be at least ${MIN_PASSWORD} characters`

const USERNAME = {
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\s@]+$',
  error: 'Username is required, without spaces or @',
}

export const NewEstateAgent = Type.Object(
  {
    username: Type.String(USERNAME),
    firstName: name(FIRST_NAME),
    lastName: name(LAST_NAME),
    email: Type.Optional(emailAddress()),
    phone: optional(),
    company: optional(),
    password: password(PASSWORD),
  },
  { $id: 'NewEstateAgent' },
)
export type NewEstateAgent = Static<typeof NewEstateAgent>

const contractorTypes = () =>
  Type.Array(Type.Union(TRADES.map((trade) => Type.Literal(trade))), {
    maxItems: TRADES.length,
    error: `Trades are a list of: ${TRADES.join(', ')}`,
  })

const areas = () =>
  Type.Array(Type.String({ maxLength: 20 }), {
    maxItems: MAX_AREAS,
    error: `Areas are a list of at most ${MAX_AREAS} postcode areas or districts, such as BS, GU1`,
  })

export function coverageRule<Input extends { contractorTypes?: string[]; areas?: string[] }>(
  input: Input,
): Judged<Input> {
  const { areas, wrong } = judgedAreas(input.areas ?? [])
  const value = {
    ...input,
    ...(input.contractorTypes && { contractorTypes: [...new Set(input.contractorTypes)] }),
    ...(input.areas && { areas }),
  }
  const told = wrong.slice(0, 5).join(', ')
  return judged(value, wrong.length ? { areas: `No postcode area or district: ${told}. Write BS or GU1` } : {})
}

export const NewContractor = Type.Object(
  {
    email: emailAddress(),
    firstName: name(FIRST_NAME),
    lastName: name(LAST_NAME),
    company: optional(),
    phone: optional(),
    vatNumber: optional(),
    contractorTypes: Type.Optional(contractorTypes()),
    areas: Type.Optional(areas()),
    password: password(PASSWORD),
  },
  { $id: 'NewContractor' },
)
export type NewContractor = Static<typeof NewContractor>

export const InvitationInput = Type.Object(
  {
    role: Type.Union(
      ROLES.map((role) => Type.Literal(role)),
      { error: 'Role must be estate_agent, contractor or admin' },
    ),
    username: Type.Optional(Type.String(USERNAME)),
    email: emailAddress(),
    firstName: name(FIRST_NAME),
    lastName: name(LAST_NAME),
    phone: optional(),
    company: optional(),
    vatNumber: optional(),
    contractorTypes: Type.Optional(contractorTypes()),
    areas: Type.Optional(areas()),
  },
  { $id: 'Invitation' },
)
export type InvitationInput = Static<typeof InvitationInput>

const OF_CONTRACTORS = { roles: ['contractor'], told: 'Only contractors have this' } as const
const ONLY_OF: Record<string, { roles: readonly Role[]; told: string }> = {
  ...{ vatNumber: OF_CONTRACTORS, contractorTypes: OF_CONTRACTORS, areas: OF_CONTRACTORS },
  username: { roles: ['estate_agent'], told: 'Only estate agents have one' },
  awayUntil: { roles: ['contractor', 'estate_agent'], told: 'Only contractors and estate agents have this' },
}

export const lackedBy = (role: Role | null, fields: readonly string[]): FieldErrors =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const of = ONLY_OF[field]
      return of && !(role && of.roles.includes(role)) ? [[field, of.told]] : []
    }),
  )

export function invitationRule(input: InvitationInput): Judged<InvitationInput> {
  const errors = lackedBy(input.role, Object.keys(input))
  return Object.keys(errors).length ? { errors } : coverageRule(input)
}

const BACK_ON = 'Must be a day to come, such as 2030-01-04'
const awayUntil = () =>
  Type.Union([Type.Literal(''), Type.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' })], { error: BACK_ON })

const awayErrors = ({ awayUntil: day }: { awayUntil?: string }): FieldErrors =>
  day && !(isDay(day) && day > today()) ? { awayUntil: BACK_ON } : {}

/** A PATCH: what is left out stays as it is, '' empties an optional field. */
export const AccountChange = Type.Partial(
  Type.Object({
    firstName: name(FIRST_NAME),
    lastName: name(LAST_NAME),
    email: Type.Union([Type.Literal(''), emailAddress()], { maxLength: 254, error: 'Invalid email address' }),
    phone: Type.String({ maxLength: 200, error: 'Must be text' }),
    company: Type.String({ maxLength: 200, error: 'Must be text' }),
    vatNumber: Type.String({ maxLength: 200, error: 'Must be text' }),
    contractorTypes: contractorTypes(),
    areas: areas(),
    reminders: Type.Boolean({ error: 'Please say true or false' }),
    awayUntil: awayUntil(),
  }),
  { keepEmpty: true, $id: 'AccountChange' },
)
export type AccountChange = Static<typeof AccountChange>

export function accountChangeRule(input: AccountChange): Judged<AccountChange> {
  const away = awayErrors(input)
  return Object.keys(away).length ? { errors: away } : coverageRule(input)
}

export const Away = Type.Object({ awayUntil: awayUntil() }, { keepEmpty: true, $id: 'Away' })
export type Away = Static<typeof Away>

export const awayRule = (input: Away): Judged<Away> => judged(input, awayErrors(input))

export const PasswordChange = Type.Object(
  {
    currentPassword: Type.String({
      minLength: 1,
      maxLength: MAX_PASSWORD,
      error: 'Current password is required',
      trim: false,
    }),
    newPassword: password(`New password must be at least ${MIN_PASSWORD} characters`),
    confirmPassword: Type.String({
      minLength: 1,
      maxLength: MAX_PASSWORD,
      error: 'Please confirm your new password',
      trim: false,
    }),
  },
  { $id: 'PasswordChange' },
)
export type PasswordChange = Static<typeof PasswordChange>

export const PreferenceForm = Type.Object({
  preference: Type.Union(
    PREFERENCES.map((name) => Type.Literal(name)),
    { error: `Please name one of ${PREFERENCES.join(', ')}` },
  ),
  value: Type.Union([Type.Literal('on'), Type.Literal('off')], { error: 'Please say on or off' }),
})

export const KeysForm = Type.Object({
  on: Type.Array(Type.Union([...KEY_NAMES, 'none' as const].map((key) => Type.Literal(key))), {
    error: `Please name some of ${KEY_NAMES.join(' ')}`,
  }),
})

export const PasswordAsked = Type.Object(
  {
    identifier: Type.String({ minLength: 1, maxLength: 320, error: 'Email or username is required' }),
  },
  { $id: 'PasswordAsked' },
)
export type PasswordAsked = Static<typeof PasswordAsked>

export const PasswordSet = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 100, error: 'The token of the link is required' }),
    password: password(PASSWORD),
    removePasskeys: Type.Optional(Type.Boolean({ description: 'They stay otherwise.' })),
  },
  { $id: 'PasswordSet' },
)
export type PasswordSet = Static<typeof PasswordSet>

export const passwordChangeRule = (input: PasswordChange): Judged<PasswordChange> =>
  judged(input, input.newPassword === input.confirmPassword ? {} : { confirmPassword: "Passwords don't match" })

export const RoleChange = Type.Object(
  {
    role: Type.Union(
      ROLES.map((role) => Type.Literal(role)),
      { error: 'Role must be estate_agent, contractor or admin' },
    ),
  },
  { $id: 'RoleChange' },
)

export const CHOOSE_AGENT = 'Please choose an estate agent'

export const HandOverInput = Type.Object(
  { to: Type.String({ minLength: 1, maxLength: 36, error: CHOOSE_AGENT }) },
  { $id: 'HandOver' },
)

export const AgentDeletion = Type.Object(
  {
    handOverTo: Type.Optional(Type.String({ minLength: 1, maxLength: 36, error: CHOOSE_AGENT })),
  },
  { $id: 'AgentDeletion' },
)

const DAY_OR_MOMENT = '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2}))?$'
const NO_DATE = 'Expiry must be a date, such as 2030-12-31'

export const NewToken = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_TOKEN_NAME, error: 'Name is required' }),
    expiresAt: Type.Optional(Type.String({ pattern: DAY_OR_MOMENT, error: NO_DATE })),
    scopes: Type.Optional(
      Type.Array(Type.Union(SCOPES.map((scope) => Type.Literal(scope))), {
        contains: Type.Literal('read'),
        maxItems: SCOPES.length,
        uniqueItems: true,
        error: 'Scopes are ["read"] or ["read", "write"]',
      }),
    ),
  },
  { $id: 'NewToken' },
)
export type NewToken = { name: string; scopes: Scope[]; expiresAt: Date | null }

/** The end of a day in London, or a moment; an Invalid Date when the text is neither. */
const expiryOf = (text: string): Date =>
  isInstant(text) ? new Date(text) : isDay(text) ? endOfDay(text) : new Date(Number.NaN)

export function newTokenRule({ name, expiresAt, scopes = [...SCOPES] }: Static<typeof NewToken>): Judged<NewToken> {
  const made = { name, scopes: SCOPES.filter((scope) => scopes.includes(scope)) }
  if (expiresAt === undefined) return { value: { ...made, expiresAt: null } }
  const end = expiryOf(expiresAt)
  if (Number.isNaN(end.getTime())) return { errors: { expiresAt: NO_DATE } }
  return judged(
    { ...made, expiresAt: end },
    end.getTime() > Date.now() ? {} : { expiresAt: 'Expiry must be in the future' },
  )
}
