import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { app } from '#src/app.ts'
import { type Description, descriptionOf } from '#src/http/described.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { ABSENT } from '#tests/support/targets.ts'
import { aCast } from '#tests/support/world.ts'

// The schema by which the document describes a body is the very one that checks it: what else reads it is seen here.

type Body = TSchema & { properties: Record<string, TSchema> }

const routes = app.routes.flatMap((route) => {
  const described: Description | undefined = descriptionOf(route)
  return described?.body?.type === 'object' ? [[route.method, route.path, described.body as Body] as const] : []
})

let clients: Client[]
beforeEach(async () => {
  const { admin, agent, contractor } = await aCast()
  clients = [stranger, ...(await Promise.all([admin, agent, contractor].map(signedInAs)))]
})

let mend: (() => void) | undefined
afterEach(() => mend?.())

function watched(schema: Body): () => boolean {
  const { properties } = schema
  let isRead = false
  Object.defineProperty(schema, 'properties', {
    configurable: true,
    enumerable: true,
    get() {
      isRead = true
      return properties
    },
  })
  mend = () => Object.defineProperty(schema, 'properties', { value: properties, writable: true })
  return () => isRead
}

test.each(routes)('%s %s: the body is checked by the schema that describes it', async (method, path, schema) => {
  const isRead = watched(schema)
  const statuses: number[] = []
  for (const client of clients) {
    const { status } = await client.send(path.replace(/:\w+/, ABSENT), { method, body: { lookup: 1 } })
    statuses.push(status)
    if (status !== 401 && status !== 403) break
    // Nothing of a body is looked at before its sender may send it.
    expect(isRead()).toBe(false)
  }
  expect(statuses.at(-1)).toBe(422)
  expect(isRead()).toBe(true)
})

test('bodies are described', () => {
  expect(routes.length).toBeGreaterThan(35)
})
