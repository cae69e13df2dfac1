import { document, operationAt, resolved } from '#tests/support/document/document.ts'

type Schema = {
  $ref?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  type?: string | string[]
}

const nameOf = ($ref: string): string => $ref.split('/').at(-1)!
const schemas = document.components.schemas as Record<string, Schema>

type Step = { name: string; field: string; part: Schema; value: unknown }

/** Each named object that the schema has within it, with its fields; without `value`, all that could be there. */
function* stepsOf(schema: Schema, value?: unknown, isAsked = false, on: readonly string[] = []): Generator<Step> {
  if (isAsked && (value === null || value === undefined)) return
  if (schema.$ref) {
    const name = nameOf(schema.$ref)
    if (on.includes(name)) return
    for (const [field, part] of Object.entries(schemas[name]!.properties ?? {})) {
      const inside = isAsked ? (value as Record<string, unknown>)[field] : undefined
      yield { name, field, part, value: inside }
      yield* stepsOf(part, inside, isAsked, isAsked ? on : [...on, name])
    }
  }
  for (const one of schema.anyOf ?? []) {
    const { required = [] } = resolved(one)
    const isOne = typeof value === 'object' && value !== null && required.every((field) => field in value)
    if (!isAsked || isOne) yield* stepsOf(one, value, isAsked, on)
  }
  if (schema.items && !isAsked) yield* stepsOf(schema.items, undefined, false, on)
  if (schema.items && Array.isArray(value)) for (const one of value) yield* stepsOf(schema.items, one, true, on)
}

type Listed = { operationId: string; responses: Record<string, { content?: Record<string, { schema?: Schema }> }> }
const schemaOf = ({ responses }: Listed, status: number | string) =>
  responses[status]?.content?.['application/json']?.schema

/** What answers have had so far: 'getJob 200', and each field of a schema that was more than null and an empty list. */
export class Met {
  readonly answers = new Set<string>()
  readonly fields = new Set<string>()

  note(method: string, path: string, status: number, body: unknown): void {
    const operation = operationAt(method, path)?.operation as Listed | undefined
    if (!operation) return
    this.answers.add(`${operation.operationId} ${status}`)
    const isSomething = (value: unknown) => value !== null && value !== undefined && !Bun.deepEquals(value, [])
    for (const { name, field, value } of stepsOf(schemaOf(operation, status) ?? {}, body, true))
      if (isSomething(value)) this.fields.add(`${name}.${field}`)
  }
}

const successes = Object.values(document.paths)
  .flatMap((calls) => Object.values(calls) as Listed[])
  .flatMap((operation) =>
    Object.keys(operation.responses).flatMap((status) => {
      const schema = Number(status) < 400 && schemaOf(operation, status)
      return schema ? [{ answer: `${operation.operationId} ${status}`, schema }] : []
    }),
  )

/** All that could be met. */
export const ALL_ANSWERS = successes.map(({ answer }) => answer)
const steps = successes.flatMap(({ schema }) => [...stepsOf(schema)]).filter(({ part }) => part.type !== 'null')
export const ALL_FIELDS = [...new Set(steps.map(({ name, field }) => `${name}.${field}`))]
