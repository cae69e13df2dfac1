import type { TSchema } from '@sinclair/typebox'
import { BY_SIGN_IN_ONLY, PERMISSIONS } from '#src/domain/permissions.ts'
import type { Description, Parameter } from '#src/http/api-description.ts'
import { exampleOf } from './example.ts'
import { REQUEST_EXAMPLES } from './examples.ts'
import { type HeaderName, headersOf, sentHeader } from './headers.ts'
import { isLimited, refusalsOf, refused } from './refusals.ts'
import type { Json, Schemas } from './schema.ts'

export type Call = { method: string; path: string; description: Description }

export const pathOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

export function operationOf({ method, path, description: given }: Call, schemas: Schemas): Json {
  const description: Description = { ...given, once: takesKey(method, given), etag: hasTag(method, given) }
  const { id, tag, summary, body, optionalBody, deprecated } = description
  const parameters = parametersOf(path, description, schemas)
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: whoMay(description),
    security: securityOf(description),
    ...(deprecated && { deprecated }),
    ...(parameters.length && { parameters }),
    ...(body && { requestBody: bodyOf(body, !optionalBody, schemas) }),
    responses: responsesOf(method, path, description, schemas),
  }
}

const takesKey = (method: string, { by, once }: Description): boolean =>
  once ?? (by !== 'everybody' && (method === 'POST' || method === 'PATCH'))

const hasTag = (method: string, { answers, etag }: Description): boolean =>
  etag ?? (method === 'GET' && answers[200] !== undefined && !answers[200].contentMediaType)

const ROLE_WORDS = { estate_agent: 'estate agents', contractor: 'contractors', admin: 'administrators' } as const

const needsSignIn = (by: Description['by']): boolean =>
  by !== 'everybody' && by !== 'signedIn' && BY_SIGN_IN_ONLY[by] !== undefined

function whoMay({ by, signInIf }: Description): string {
  if (by === 'everybody') return 'For everybody.'
  if (by === 'signedIn') return 'For whoever is signed in.'
  const words = PERMISSIONS[by].map((role) => ROLE_WORDS[role])
  const when = needsSignIn(by) ? ' By sign-in only.' : signInIf ? ` By sign-in only if ${signInIf}.` : ''
  return `For ${new Intl.ListFormat('en-GB').format(words)}.${when}`
}

const SESSION = { session: [] }
const TOKEN = { token: [] }

function securityOf({ by }: Description): Json[] {
  if (by === 'everybody') return []
  return needsSignIn(by) ? [SESSION] : [SESSION, TOKEN]
}

const ID = { type: 'string', format: 'uuid' }
const ID_OR_REFERENCE = {
  description: "The job's id, or its reference such as JOB-000123.",
  schema: { anyOf: [ID, { type: 'string', pattern: '^JOB-\\d{6,}$' }] },
}

const ID_OF_PERSON = { schema: { anyOf: [ID, { type: 'string', pattern: '^tenant\\.[0-9a-f-]{36}$' }] } }

const idIn = (path: string): Json => {
  if (path.startsWith('/api/jobs/:id')) return ID_OR_REFERENCE
  return path.startsWith('/api/people/:id') ? ID_OF_PERSON : { schema: ID }
}

function parametersOf(path: string, { query = {}, once, etag, ifMatch }: Description, schemas: Schemas): Json[] {
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      ...idIn(path),
    })),
    ...Object.entries(query).map(([name, parameter]) => queryParameter(name, parameter, schemas)),
    ...(once ? [sentHeader('IdempotencyKey')] : []),
    ...(etag ? [sentHeader('IfNoneMatch')] : []),
    ...(ifMatch ? [sentHeader('IfMatch')] : []),
  ]
}

const queryParameter = (name: string, { description, schema }: Parameter, schemas: Schemas): Json => ({
  name,
  in: 'query',
  description,
  schema: schemas.answered(schema),
  ...(schema.type === 'array' && { style: 'form', explode: schema.each === true }),
})

const contentOf = ({ contentMediaType }: TSchema, plain: Json, example: unknown): Json =>
  contentMediaType
    ? Object.fromEntries(contentMediaType.split(', ').map((type: string) => [type, {}]))
    : { 'application/json': { schema: plain, ...(example !== undefined && { example }) } }

function bodyOf(body: TSchema, required: boolean, schemas: Schemas): Json {
  const schema = schemas.sent(body)
  const example = REQUEST_EXAMPLES[body.$id ?? '']
  return { required, content: contentOf(body, schema, example) }
}

function responsesOf(method: string, path: string, description: Description, schemas: Schemas): Json {
  const { answers, query = {}, once, etag, headers: own = [] } = description
  const headers: HeaderName[] = [
    ...own,
    ...('cursor' in query ? (['Link', 'X-Total-Count'] as const) : []),
    ...('search' in query ? (['X-Searched-For'] as const) : []),
    ...(etag ? (['ETag'] as const) : []),
    ...(once ? (['Idempotency-Replayed'] as const) : []),
    ...(isLimited(method, path, query) ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ]
  const successes = Object.entries(answers).map(([status, schema]) => {
    const plain = schemas.answered(schema)
    return [
      status,
      {
        description: String(schema.description ?? MEANINGS[status]),
        ...(headers.length && { headers: headersOf(...headers) }),
        ...(schema.type !== 'null' && {
          content: contentOf(schema, plain, exampleOf(plain, schemas.components)),
        }),
      },
    ]
  })
  const unchanged = etag ? [['304', { description: 'Nothing has changed.', headers: headersOf('ETag') }]] : []
  const refusals = refusalsOf(method, path, description).map((status) => [status, refused(status)])
  return Object.fromEntries([...successes, ...unchanged, ...refusals])
}

const MEANINGS: Record<string, string> = { 200: 'Done.', 201: 'Made.', 303: 'Leads on.' }
