import { Type } from '@sinclair/typebox'
import { ROLES } from '#src/domain/account/account.ts'
import { COUNT, choice, INSTANT_SCHEMA, objectSchema, orNull, TEXT, withDescription, YES } from '#src/http/schemas.ts'

export const ZIP = Type.String({ contentMediaType: 'application/zip' })

const PersonSchema = objectSchema('HeldPerson', 'Whoever something is held on.', {
  id: withDescription(TEXT, 'Of an account, or `tenant.` and the id of one of the tenant’s jobs.'),
  name: withDescription(TEXT, 'Their name.', 'Tom Reed'),
  email: orNull(TEXT),
  phone: orNull(TEXT),
  role: orNull(choice(ROLES), { description: 'Null for tenants, and for accounts that wait for a role.' }),
  isTenant: withDescription(YES, 'Whether jobs name them as tenant.'),
  jobs: withDescription(COUNT, 'How many jobs name them.'),
  deletedAt: orNull(INSTANT_SCHEMA, { description: 'When the account was deleted.' }),
  erasedAt: orNull(INSTANT_SCHEMA, { description: 'When they were erased.' }),
})
export const PeopleSchema = Type.Array(PersonSchema, {
  description: 'Accounts by name, then tenants: the first 50 of each.',
})

export const ErasedSchema = objectSchema('ErasedPerson', 'That somebody was erased.', {
  label: withDescription(TEXT, 'What stands instead of the name.', 'Former contractor 3'),
  message: withDescription(TEXT, 'What happens now.'),
})
