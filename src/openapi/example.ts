import type { Json } from './schema.ts'

const FORMATS: Record<string, unknown> = {
  uuid: '018f7e8a-5a0b-7c3d-9e4f-0123456789ab',
  'date-time': '2026-11-22T09:30:00.000Z',
  date: '2026-11-30',
  email: 'carl@masonplumbing.example',
  uri: 'https://fettle.example/objects/018f7e8a-5a0b-7c3d-9e4f-0123456789ab',
}

export function exampleOf(schema: Json, components: Record<string, Json>): unknown {
  const { $ref, examples, enum: values, anyOf, type, format, items, properties, minimum, minLength } = schema
  if (Array.isArray(examples)) return examples[0]
  if (typeof $ref === 'string') return exampleOf(components[$ref.split('/').at(-1)!]!, components)
  if ('const' in schema) return schema.const
  if (Array.isArray(values)) return values[0]
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0], components)
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((properties ?? {}) as Record<string, Json>).map(([name, field]) => [
          name,
          exampleOf(field, components),
        ]),
      )
    case 'array':
      return items ? [exampleOf(items as Json, components)] : []
    case 'integer':
    case 'number':
      return minimum ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'string':
      return FORMATS[String(format)] ?? 'x'.repeat(Number(minLength ?? 0))
    default:
      return {}
  }
}
