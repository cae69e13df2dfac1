import { Type } from '@sinclair/typebox'
import { User } from '#src/accounts/schemas.ts'
import { COUNT, choice, objectSchema, TEXT, textsSchema, withDescription } from '#src/http/schemas.ts'

export const ImportedSchema = objectSchema('Imported', 'The accounts that have been made.', {
  created: Type.Array(User, { description: 'In the order of the rows.' }),
  untold: Type.Array(TEXT, { description: 'A sentence about each whom no e-mail reaches.' }),
})

export const JudgedImport = objectSchema('JudgedImport', 'What an import would do: nothing has been made.', {
  dryRun: choice([true]),
  right: withDescription(COUNT, 'How many rows could be made.'),
  wrong: withDescription(COUNT, 'How many could not.'),
  errors: textsSchema('What is wrong where, by names such as rows.3.email.'),
})
