import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { PROBLEM_CODES } from './problem-codes.ts'

// What answers are made of. Tests hold every JSON answer against these schemas, so they are as narrow as the code is.

export const UUID = Type.String({ format: 'uuid' })
export const TEXT = Type.String()
export const COUNT = Type.Integer({ minimum: 0 })
export const YES = Type.Boolean()
export const DAY_SCHEMA = Type.String({ format: 'date', examples: ['2026-11-30'] })
export const EMAIL = Type.String({ format: 'email' })
export const INSTANT_SCHEMA = Type.String({
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  description: 'ISO 8601, in UTC.',
  examples: ['2026-11-22T09:30:00.000Z'],
})
export const RECORDED_AT = Type.Unsafe<string | null>({
  ...INSTANT_SCHEMA,
  type: ['string', 'null'],
  description: 'When it was done, by the clock of whoever sent it later; null where that is not known.',
})
export const MONEY = Type.String({
  pattern: '^\\d{1,8}\\.\\d\\d$',
  description: 'Pounds, with two decimals.',
  examples: ['480.00'],
})

export const TOTAL = Type.String({ ...MONEY, pattern: '^\\d+\\.\\d\\d$' })

type Described = { description?: string; examples?: unknown[] }

export const withDescription = <S extends TSchema>(schema: S, description: string, ...examples: unknown[]): S => ({
  ...schema,
  description,
  ...(examples.length && { examples }),
})

export const choice = <One extends string | number | boolean>(
  values: readonly One[],
  more: Described = {},
): TUnsafe<One> => Type.Unsafe<One>({ type: typeof values[0], enum: [...values], ...more })

export const inWords = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([value, label]) => `${value} (${label})`)
    .join(', ')

/** Null or what the schema says. A named schema stays one, so that clients have one type of it. */
export function orNull<S extends TSchema>(schema: S, more: Described = {}): TUnsafe<Static<S> | null> {
  const { $id, type, enum: values } = schema
  if ($id) return Type.Unsafe({ anyOf: [schema, { type: 'null' }], ...more })
  return Type.Unsafe({ ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }), ...more })
}

export const PROBLEM_CODE = choice(PROBLEM_CODES, {
  description: 'What scripts tell refusals apart by.',
})

export const textsSchema = (description: string) => Type.Record(TEXT, TEXT, { description })

export const objectSchema = <P extends TProperties>($id: string, description: string, properties: P): TObject<P> =>
  Type.Object(properties, { $id, description, additionalProperties: false })

export const Confirmation = objectSchema('Confirmation', 'What has been done, in words.', {
  message: withDescription(TEXT, 'A sentence, or several.', 'The job has been successfully deleted.'),
})

export const UNREACHED = {
  message: Type.Optional(
    withDescription(TEXT, 'What the sender should know: whom no e-mail reaches and is to be told by phone.'),
  ),
}
