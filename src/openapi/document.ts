import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptionOf, type Route } from '#src/http/api-description.ts'
import { env } from '#src/runtime/env.ts'
import { HEADERS, SENT_HEADERS } from './headers.ts'
import { operationOf, pathOf } from './operation.ts'
import { ProblemSchema } from './problem.ts'
import { refusedResponses } from './refusals.ts'
import { type Json, Schemas } from './schema.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dir, '../../package.json'), 'utf8')) as { version: string }

const INFO = {
  title: 'Fettle',
  version,
  summary: 'Repair jobs between estate agents, contractors and administrators.',
  description: [
    'Everything that people do in the browser a script can do here.',
    'Sign in with a token (`Authorization: Bearer …`), made on the profile page, or with a session’s cookie.',
    'Unknown fields and parameters are refused. Dates are ISO 8601 in UTC. HEAD has the headers of GET.',
  ].join('\n\n'),
  license: { name: 'Proprietary', identifier: 'LicenseRef-Fettle' },
}

const TAGS: Record<string, string> = {
  'Signing in': 'Sessions, passwords, and oneself.',
  Tokens: 'Keys for scripts.',
  Jobs: 'Repairs, from being raised to being completed.',
  Visits: 'What contractors did, and found.',
  Quotes: 'Prices for further work, and their decision.',
  Photos: 'Pictures of jobs and visits, and documents of certificates.',
  Certificates: 'What each property must have, and until when.',
  Invoicing: 'What is to be invoiced, and what was.',
  Figures: 'What happened in a month.',
  Events: 'What has changed, for whoever follows.',
  Webhooks: 'Who is told of changes; for administrators.',
  Views: 'Lists that are kept with their filters; for administrators.',
  Accounts: 'Who may sign in; for administrators.',
  People: 'What is held on a person: to export, and to erase; for administrators.',
  Complaints: 'Of those whose data it is, and their answers; for administrators.',
  Documentation: 'This document, and whether it is Fettle that answers.',
}

const SECURITY = {
  session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'A session, from POST /api/local/login.' },
  token: { type: 'http', scheme: 'bearer', description: 'A token, from the profile page or POST /api/tokens.' },
}

export function documentOf(routes: readonly Route[]): Json {
  const schemas = new Schemas()
  const paths: Record<string, Json> = {}
  for (const { method, path, hooks } of routes) {
    const description = descriptionOf({ method, path, hooks })
    if (!description) continue
    const operation = operationOf({ method, path, description }, schemas)
    paths[pathOf(path)] = { ...paths[pathOf(path)], [method.toLowerCase()]: operation }
  }
  const responses = refusedResponses(schemas.answered(ProblemSchema))
  return withoutUnused({
    openapi: '3.1.1',
    info: INFO,
    servers: [{ url: env.PUBLIC_URL }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      responses,
      parameters: SENT_HEADERS,
      headers: HEADERS,
      securitySchemes: SECURITY,
    },
  })
}

function withoutUnused(document: Json & { components: Record<string, Json> }): Json {
  const text = JSON.stringify(document)
  const used = (kind: string, all: Json): [string, Json] => [
    kind,
    Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`))),
  ]
  const { securitySchemes, ...parts } = document.components
  const kept = Object.fromEntries(Object.entries(parts).map(([kind, all]) => used(kind, all)))
  return { ...document, components: { ...kept, securitySchemes } }
}
