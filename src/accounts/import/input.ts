import { type Static, type TObject, Type } from '@sinclair/typebox'
import { coverageRule, NewContractor, NewEstateAgent } from '#src/accounts/input.ts'
import { type ImportRole, MAX_ROWS } from '#src/domain/account/import-row.ts'
import { type Judged, judged } from '#src/http/input.ts'

const { email, username, password: _, ...person } = NewEstateAgent.properties
const { password: __, ...contractor } = NewContractor.properties

const SCHEMAS = {
  contractor: Type.Object(contractor),
  estate_agent: Type.Object({ ...person, email, username: Type.Optional(username) }),
} satisfies Record<ImportRole, TObject>

export type NewAccount = Static<typeof SCHEMAS.estate_agent> & Partial<Static<typeof SCHEMAS.contractor>>

export const schemaOf = (role: ImportRole): TObject => SCHEMAS[role]

export const newAccountRule =
  (role: ImportRole) =>
  (input: NewAccount): Judged<NewAccount> => {
    if (role === 'contractor') return coverageRule(input)
    return judged(
      input,
      input.username || input.email ? {} : { username: 'A username or an e-mail address is required' },
    )
  }

const text = () => Type.Optional(Type.String({ maxLength: 1000, error: 'Must be text' }))
const list = () =>
  Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200, error: 'Must be a list' }))

export const Import = Type.Object(
  {
    role: Type.Union([Type.Literal('contractor'), Type.Literal('estate_agent')], {
      error: 'Role must be contractor or estate_agent',
    }),
    rows: Type.Array(
      Type.Object({
        ...{ firstName: text(), lastName: text(), username: text(), email: text(), phone: text(), company: text() },
        ...{ vatNumber: text(), contractorTypes: list(), areas: list() },
      }),
      { minItems: 1, maxItems: MAX_ROWS, error: `Rows are a list of 1 to ${MAX_ROWS}` },
    ),
    dryRun: Type.Optional(Type.Boolean({ error: 'dryRun must be true or false' })),
    leaveOutWrong: Type.Optional(Type.Boolean({ error: 'leaveOutWrong must be true or false' })),
  },
  { $id: 'Import' },
)

/** In bytes: 500 rows with many areas each. */
export const LARGEST = 1_000_000
