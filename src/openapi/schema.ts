import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

export type Json = { [name: string]: unknown }

const OURS = new Set(['$id', 'error', 'trim', 'keepEmpty', 'keepNull', 'each'])

export class Schemas {
  readonly components: Record<string, Json> = {}
  readonly #known = new Set<TSchema>()

  sent = (schema: TSchema): Json => this.#named(schema, true)
  answered = (schema: TSchema): Json => this.#named(schema, false)

  #named(schema: TSchema, closed: boolean): Json {
    const { $id: name } = schema
    if (name === undefined) return this.#plain(schema, closed)
    const reference = { $ref: `#/components/schemas/${name}` }
    if (this.#known.has(schema)) return reference
    const plain = this.#plain(schema, closed)
    const before = this.components[name]
    if (before && !Bun.deepEquals(before, plain)) throw new Error(`Two schemas are called ${name}.`)
    this.components[name] = plain
    this.#known.add(schema)
    return reference
  }

  #plain(schema: TSchema, closed: boolean): Json {
    const values = literals(schema)
    if (values) return { type: typeof values[0], enum: values, ...kept(schema, 'anyOf') }
    const plain: Json = schema.anyOf ? kept(schema, 'maxLength') : kept(schema)
    for (const list of ['anyOf', 'oneOf', 'allOf'])
      if (schema[list]) plain[list] = schema[list].map((one: TSchema) => this.#named(one, closed))
    if (schema.items) plain.items = this.#named(schema.items, closed)
    for (const map of ['properties', 'patternProperties'])
      if (schema[map]) plain[map] = this.#fields(schema[map], closed, schema.keepEmpty === true)
    if (closed && schema.type === 'object') {
      plain.additionalProperties = false
      plain.required = schema.required?.filter((name: string) => schema.properties[name].default === undefined)
    }
    return plain
  }

  #fields(fields: Record<string, TSchema>, closed: boolean, emptied: boolean): Json {
    const plain = (field: TSchema) => this.#named(field, closed)
    return Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        emptied && mayBeEmpty(field) ? orNull(plain(field)) : plain(field),
      ]),
    )
  }
}

const kept = (schema: TSchema, ...except: string[]): Json =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => !OURS.has(name) && !except.includes(name)))

function literals({ anyOf }: TSchema): unknown[] | null {
  return anyOf?.every((one: TSchema) => typeof one.const === 'string') ? anyOf.map((one: TSchema) => one.const) : null
}

const mayBeEmpty = (field: TSchema): boolean => Value.Check(field, field.type === 'array' ? [] : '')

const orNull = (plain: Json): Json =>
  typeof plain.type === 'string' && !plain.enum
    ? { ...plain, type: [plain.type, 'null'] }
    : { anyOf: [plain, { type: 'null' }] }
