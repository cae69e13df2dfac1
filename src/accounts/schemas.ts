import { Type } from '@sinclair/typebox'
import { AUTH_TYPES, ROLE_LABELS, ROLES } from '#src/domain/account/account.ts'
import { ACCOUNT_EVENT_LABELS, ACCOUNT_EVENTS } from '#src/domain/account/events.ts'
import { CONTRACTOR_TYPES, TRADES } from '#src/domain/job/contractor-type.ts'
import {
  COUNT,
  choice,
  EMAIL,
  INSTANT_SCHEMA,
  inWords,
  objectSchema,
  orNull,
  TEXT,
  textsSchema,
  UUID,
  withDescription,
  YES,
} from '#src/http/schemas.ts'
import { SCOPES_OF } from './tokens/schemas.ts'

const NAMES = {
  firstName: orNull(TEXT, { examples: ['Carl'] }),
  lastName: orNull(TEXT, { examples: ['Mason'] }),
}
const REACHED = {
  company: orNull(TEXT, { examples: ["Carl's Plumbing"] }),
  email: orNull(EMAIL, { examples: ['carl@plumbing.example'] }),
  phone: orNull(TEXT, { examples: ['07700 900123'] }),
}
export const COVERAGE = {
  contractorTypes: Type.Array(choice<string>(TRADES), { description: `Trades: ${inWords(CONTRACTOR_TYPES)}.` }),
  areas: Type.Array(TEXT, {
    description: 'Postcode areas and districts that a contractor covers.',
    examples: [['GU1', 'BS']],
  }),
}

export const AWAY_UNTIL = orNull(Type.String({ format: 'date' }), {
  description: 'The day on which they are back; null of who is not away. Suggested last, reminders wait.',
  examples: ['2027-01-04'],
})

export const OfficeSchema = objectSchema('Office', 'Of who arranges the repairs.', {
  phone: orNull(TEXT),
  email: orNull(EMAIL),
})

export const PersonSchema = objectSchema(
  'Person',
  'Somebody beside a job, quote or visit. The name stays when the account is deleted.',
  {
    id: UUID,
    ...NAMES,
    ...REACHED,
    email: orNull(EMAIL, {
      description: 'Null also for another contractor, who reads no more than the name and company.',
    }),
    phone: orNull(TEXT, { description: 'Null as the e-mail is.' }),
    name: withDescription(TEXT, 'First and last name.', 'Carl Mason'),
  },
)

export const User = objectSchema('User', 'An account, without anything that only Fettle may know.', {
  id: UUID,
  ...NAMES,
  ...REACHED,
  username: orNull(TEXT, { description: 'What an estate agent signs in with, besides the e-mail.' }),
  profileImageUrl: orNull(TEXT),
  role: orNull(choice(ROLES), { description: `${inWords(ROLE_LABELS)}; null until an administrator gives one.` }),
  contractorType: orNull(TEXT, {
    description: 'The trade in words, as an earlier version kept it. See contractorTypes.',
  }),
  vatNumber: orNull(TEXT, { examples: ['GB123456789'] }),
  ...COVERAGE,
  reminders: withDescription(YES, 'Whether what waits on this person is told by e-mail.'),
  awayUntil: AWAY_UNTIL,
  authType: choice(AUTH_TYPES, { description: 'local (a password) or oidc (an external provider).' }),
  createdAt: INSTANT_SCHEMA,
  updatedAt: INSTANT_SCHEMA,
})

export const Oneself = objectSchema('Oneself', 'Who asks.', {
  ...User.properties,
  scopes: SCOPES_OF,
})

export const AccountSchema = objectSchema('Account', 'An account as administrators list it.', {
  ...User.properties,
  hasPassword: YES,
  openJobs: withDescription(COUNT, 'Jobs in hand: assigned or in progress.'),
})

export const Accounts = Type.Array(AccountSchema)

const PASSWORD = withDescription(TEXT, 'Shown this once.')

export const NewEstateAgentAccount = objectSchema('NewEstateAgentAccount', 'The account and what it signs in with.', {
  user: User,
  credentials: Type.Object({ username: TEXT, password: PASSWORD }, { additionalProperties: false }),
})

export const NewContractorAccount = objectSchema('NewContractorAccount', 'The account and what it signs in with.', {
  user: User,
  credentials: Type.Object({ email: EMAIL, password: PASSWORD }, { additionalProperties: false }),
})

export const Invited = objectSchema('Invited', 'The account, to which a link to set a password goes.', { user: User })

export const NewPassword = objectSchema('NewPassword', 'The password that the account now has.', {
  newPassword: PASSWORD,
})

export const HandedOver = objectSchema('HandedOver', 'What has been handed over.', {
  message: withDescription(TEXT, 'A sentence.', '3 jobs handed over to Ben Okafor.'),
  count: withDescription(COUNT, 'How many jobs.'),
})

export const AccountEventSchema = objectSchema('AccountEvent', 'What happened to an account.', {
  id: Type.Integer(),
  event: choice(ACCOUNT_EVENTS, { description: `${inWords(ACCOUNT_EVENT_LABELS)}.` }),
  actorId: orNull(UUID, { description: 'Null for a program, and where the account is gone.' }),
  actorName: TEXT,
  detail: orNull(textsSchema('What the event is about, such as before.email and after.email.')),
  createdAt: INSTANT_SCHEMA,
})
export const AccountEvents = Type.Array(AccountEventSchema, { description: 'Newest first, at most 500.' })
