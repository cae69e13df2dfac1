import { expect, test } from 'bun:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { app } from '#src/app.ts'
import { descriptionOf } from '#src/http/api-description.ts'
import { stranger } from '#tests/support/app.ts'
import { document, pointer, resolved, validatorAt } from '#tests/support/document/document.ts'
import { operations } from './operations.ts'

test('every call of the API is in the document, under a name of its own', () => {
  const routes = app.routes.filter(
    ({ method, path }) => /^\/(api|objects)\//.test(path) && !['HEAD', 'ALL'].includes(method),
  )
  const undescribed = routes.filter((route) => !descriptionOf(route)).map(({ method, path }) => `${method} ${path}`)
  expect(undescribed).toEqual([])
  expect(operations).toHaveLength(routes.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length)
})

test('every call stands under a tag that says what it is about, and no tag is empty', () => {
  type Tagged = { tags: string[] }
  const { tags } = document as unknown as { tags: { name: string; description: string }[] }
  const calls = Object.values(document.paths).flatMap((path) => Object.values(path) as unknown as Tagged[])
  const used = new Set(calls.flatMap((call) => call.tags))
  expect(tags.map(({ name }) => name).sort()).toEqual([...used].sort())
  expect(tags.filter(({ description }) => !description)).toEqual([])
})

test('the linter of Redocly finds nothing', async () => {
  // A linter of somebody else's takes 'localhost' for a mistake.
  const source = JSON.stringify({ ...document, servers: [{ url: 'https://fettle.test' }] })
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, config })
  expect(problems.map(({ message, location: [at] }) => `${at?.pointer}: ${message}`)).toEqual([])
  const broken = await lintFromString({ source: source.replace('"operationId"', '"operationIdea"'), config })
  expect(broken.length).toBeGreaterThan(0)
})

test('the schema of OpenAPI 3.1 fits it', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result).toEqual({ valid: true })
})

test('it refers to its own parts alone, and in no circle, which the page of the calls relies on', () => {
  const walk = (value: unknown, within: string[]): string[] => {
    if (typeof value !== 'object' || value === null) return []
    const { $ref } = value as { $ref?: string }
    if (!$ref) return Object.values(value).flatMap((part) => walk(part, within))
    if (!$ref.startsWith('#/components/') || within.includes($ref)) return [[...within, $ref].join(' > ')]
    return walk(resolved({ $ref }), [...within, $ref])
  }
  expect(walk(document, [])).toEqual([])
  document.components.schemas.Loop = { items: { $ref: '#/components/schemas/Loop' } }
  expect(walk(document.components.schemas.Loop, [])).toHaveLength(1)
  delete document.components.schemas.Loop
})

test('each read that is counted may be refused as one too many, and no other', () => {
  const refused = operations
    .filter(({ method, answers }) => method === 'GET' && answers.some(({ status }) => status === '429'))
    .map(({ operationId }) => operationId)
  expect(refused).toEqual(expect.arrayContaining(['getFigures', 'exportPerson', 'listComplaints', 'listDeliveries']))
  for (const kept of ['getJob', 'getPhoto', 'getStats', 'listTokens']) expect(refused).not.toContain(kept)
})

test('a tenant’s id, a sum above all amounts and a PDF fit it', () => {
  const idOf = (path: string) => `paths/${pointer(path)}/post/parameters/0/schema`
  const tenant = `tenant.${crypto.randomUUID()}`
  expect(validatorAt(idOf('/api/people/{id}/erase'))(tenant)).toBe(true)
  expect(validatorAt('components/schemas/Sum')({ count: 2, amount: '199999999.98' })).toBe(true)
  expect(
    validatorAt('components/schemas/FiguresOfMoney')({ invoices: 2, fees: '0.00', quoteWork: '199999999.98' }),
  ).toBe(true)
  const sent = operations.find(({ operationId }) => operationId === 'uploadPhoto')!.body!.content
  expect(Object.keys(sent)).toEqual(['image/*', 'application/pdf'])
})

const bodies = operations.filter(({ body }) => body)
test.each(bodies.map(({ operationId, body }) => [operationId, body!] as const))(
  '%s has an example of its body, which fits its schema',
  (_, { content, place }) => {
    for (const [type, { schema, example }] of Object.entries(content)) {
      if (!/json$/.test(type) || (schema as { $ref?: string }).$ref === undefined) continue
      expect(example).toBeDefined()
      const validate = validatorAt(`${place}/content/${pointer(type)}/schema`)
      expect([validate(example), validate.errors]).toEqual([true, null])
    }
  },
)

test('examples of answers fit their schemas', () => {
  const wrong = operations.flatMap(({ operationId, answers }) =>
    answers.flatMap(({ status, type, example, place }) => {
      if (!/json$/.test(type)) return []
      const validate = validatorAt(place)
      return validate(example) ? [] : [{ operationId, status, errors: validate.errors }]
    }),
  )
  expect(wrong).toEqual([])
})

test('the document is open to everybody, compressed, and not sent again to who has it', async () => {
  const answer = await stranger.get('/api/openapi.json', { 'accept-encoding': 'br' })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br'])
  const etag = answer.headers.get('etag')!
  const again = await stranger.get('/api/openapi.json', { 'accept-encoding': 'br', 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const plain = await (await stranger.get('/api/openapi.json')).json()
  expect(plain).toEqual(JSON.parse(JSON.stringify(document)))
})
