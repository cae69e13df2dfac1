import { document, validatorAt } from '#tests/support/document/document.ts'
import type { Operation, Parameter, Schema } from './operations.ts'
import type { Random } from './random.ts'

type Fields = Record<string, unknown>
type Resolved = Schema & {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  pattern?: string
  format?: string
}

const schemas = document.components.schemas as Record<string, Resolved>

const read = (schema: Schema): Resolved =>
  typeof schema.$ref === 'string' ? schemas[schema.$ref.split('/').at(-1)!]! : schema

const jsonOf = ({ body }: Operation) => body?.content['application/json']

/** The schema of a call's JSON body. */
export function bodySchema(operation: Operation): Resolved | null {
  const schema = jsonOf(operation)?.schema
  return schema ? read(schema) : null
}

export const isRightBody = (operation: Operation, body: unknown): boolean =>
  validatorAt(`${operation.body!.place}/content/application~1json/schema`)(body) === true

/** The document's example, with some fields left out and others changed, as its schema allows. */
export function rightBody(operation: Operation, random: Random): Fields {
  const schema = bodySchema(operation)!
  const example = (jsonOf(operation)?.example ?? {}) as Fields
  const body: Fields = {}
  for (const [name, value] of Object.entries(example)) {
    if (!schema.required?.includes(name) && random.often(0.3)) continue
    const varied = { ...example, [name]: variant(read(schema.properties![name]!), value, random) }
    body[name] = isRightBody(operation, varied) ? varied[name] : value
  }
  return body
}

function variant(schema: Resolved, value: unknown, random: Random): unknown {
  if (schema.enum) return random.one(schema.enum)
  if (typeof value === 'boolean') return random.often(0.5)
  if (typeof value !== 'string' || schema.pattern || schema.format || isId(value)) return value
  const least = schema.minLength ?? 0
  return random.often(0.5) ? value : random.text(least + random.below(Math.min(schema.maxLength ?? 40, 40)))
}

const isId = (value: string) => /^[0-9a-f-]{36}$/.test(value)

export type Wrong<Of> = { why: string; given: Of }

/** Bodies that the schema does not allow, each with one thing wrong. */
export function wrongBodies(operation: Operation): Wrong<Fields>[] {
  const schema = bodySchema(operation)!
  const example = (jsonOf(operation)?.example ?? {}) as Fields
  const wrong: Wrong<Fields>[] = [
    { why: 'an unknown field', given: { ...example, lookup: 1 } },
    { why: 'a field of objects', given: { ...example, __lookup__: { toString: 'x', '~/ "': null } } },
  ]
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const { [name]: _, ...others } = example
    if (schema.required?.includes(name)) wrong.push({ why: `no ${name}`, given: others })
    for (const value of wrongValues(read(part), example[name]))
      wrong.push({ why: `${name}: ${JSON.stringify(value)?.slice(0, 40)}`, given: { ...example, [name]: value } })
  }
  return wrong.filter(({ given }) => !isRightBody(operation, given))
}

function wrongValues(schema: Resolved, right: unknown): unknown[] {
  const { maxLength, maxItems, items } = schema
  const item = Array.isArray(right) ? right[0] : undefined
  return [
    ...[{}, [{}], 12.5, 'no such value', { length: 1, map: null }],
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), '£'.repeat(maxLength + 1)]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => item ?? 'x')]),
    ...(items && typeof item === 'object' ? [[{ ...item, lookup: 1 }], [null], [item, []]] : []),
  ]
}

/** What a parameter may be, as it stands in an address. */
export function rightValue({ name, schema }: Parameter, random: Random): string {
  const { type, enum: values, format, items, minimum, maximum } = read(schema)
  // Waits that long.
  if (name === 'wait') return '0'
  if (items) return random.some(read(items).enum ?? ['x'], 2).join(',')
  if (values) return String(random.one(values))
  if (type === 'integer') return String(random.one([minimum ?? 1, maximum ?? 100]))
  if (format === 'uuid') return '018f7e8a-5a0b-7c3d-9e4f-0123456789ab'
  if (format === 'date') return '2026-03-29'
  if (format === 'date-time') return '2026-03-29T09:00:00Z'
  return random.one(['', 'boiler', 'zq', "o'hara %_\\", '\0\ud800', 'x'.repeat(2000)])
}

/** What it may not be. */
export function wrongValuesOf({ schema }: Parameter): string[] {
  const { type, enum: values, format, items } = read(schema)
  // A list of any texts has none that is wrong.
  const isAnyTexts = items && !read(items).enum && !read(items).format
  if ((items && !isAnyTexts) || values || format) return ['no-such', '-1', '\0', 'x'.repeat(1000)]
  return type === 'integer' ? ['no-such', '-1', '1e3', '99999999999999999999', '0x10', '1.5'] : []
}

/** Ids that nothing has, or that are none. */
export const WRONG_IDS = [
  '00000000-0000-7000-8000-000000000000',
  '00000000-0000-7000-8000-00000000000Z',
  ...['x', '0', '-1', '%00', '%ff', "'or'1'='1", 'x'.repeat(500), '😀'],
]
