import { describe, expect, test } from 'bun:test'
import { dirname } from 'node:path'
import { ROLES } from '#src/domain/account/account.ts'
import { EMAIL_STATUSES } from '#src/domain/email/kinds.ts'
import { JOB_TYPES } from '#src/domain/job/job-type.ts'
import { JOB_STATUSES } from '#src/domain/job/status.ts'
import { URGENCIES } from '#src/domain/job/urgency.ts'
import { WAITING_FOR, WAITING_ON } from '#src/domain/job/waiting.ts'
import { PHOTO_STATES } from '#src/domain/photo/state.ts'
import { QUOTE_STATUSES, WORK_STATUSES } from '#src/domain/quote/quote.ts'
import { INVOICING_STATUSES, VISIT_OUTCOMES } from '#src/domain/visit/visit.ts'
import { DELIVERY_STATUSES } from '#src/domain/webhook/webhook.ts'
import { code, GENERATED, imports, importsOf, isIn, paths, program } from './support/code.ts'
import { isPure } from './support/pure.ts'

// The rules of the house that a machine can see. An exception stands beside its rule, with its reason.

/** Fails with the imports of `which` files that `allowed` does not allow. */
function only(which: (path: string) => boolean, allowed: (to: string, from: string) => boolean) {
  const chosen = imports.filter(({ from }) => which(from))
  expect(chosen.length).toBeGreaterThan(0)
  expect(chosen.filter(({ from, to }) => !allowed(to, from)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
}

const isReact = (to: string) => /^react(-dom)?(\/|$)/.test(to)

/** From the lowest to the highest: each imports itself and those before it. */
const STOREYS = ['domain', 'views', 'runtime', 'db', 'platform', 'nouns', 'doors', 'app', 'server'] as const
type Storey = (typeof STOREYS)[number]

const PLACES: [RegExp, Storey][] = [
  [/^src\/domain\//, 'domain'],
  [/^(views|islands)\//, 'views'],
  [/^src\/runtime\//, 'runtime'],
  // Plays the demonstration through the actions.
  [/^db\/demo\//, 'app'],
  [/^db\//, 'db'],
  [/^src\/(http|access|writes|queue)\//, 'platform'],
  [/^src\/((app|pages|calls)\.ts|background\/|(backup|retention)\/(command|run-\w+)\.ts)/, 'app'],
  [/^src\/server\.ts$/, 'server'],
]

/** A door answers requests: it makes routes, or renders pages. What it is called does not matter. */
const doors = new Set(
  imports
    .filter(({ to }) => /^elysia$|^src\/http\/call\.ts$|^views\/.*\.tsx$/.test(to))
    .map(({ from }) => from)
    .filter((path) => path.startsWith('src/') && !PLACES.some(([place]) => place.test(path))),
)
const isDoor = (path: string) => doors.has(path) || /^src\/(app|pages|calls|server)\.ts$/.test(path)
const storeyOf = (path: string): Storey =>
  PLACES.find(([place]) => place.test(path))?.[1] ?? (doors.has(path) ? 'doors' : 'nouns')
const heightOf = (path: string) => STOREYS.indexOf(storeyOf(path))
const isPackage = (to: string) => !/^(src|views|islands|db)\//.test(to)

describe('who may import whom', () => {
  test('imports go down only', () => {
    const up = imports.filter(({ from, to }) => !isPackage(to) && heightOf(to) > heightOf(from))
    expect(up.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  test('at most 15 pairs of the job’s nouns call each other', () => {
    const nounOf = (path: string) => /^src\/(jobs|visits|quotes|invoices|appointments|messages)\//.exec(path)?.[1]
    const pairs = imports.flatMap(({ from, to }) => {
      const [caller, called] = [nounOf(from), nounOf(to)]
      return caller && called && caller !== called && storeyOf(from) === 'nouns' ? [`${caller} → ${called}`] : []
    })
    // The number may only fall.
    expect(new Set(pairs).size).toBeLessThanOrEqual(15)
  })

  test('the domain imports only the domain', () => {
    only(isPure, (to) => isPure(to) || to === 'postcode')
  })

  test('views are functions of their props: views, rules and React', () => {
    // compile.ts is the build step that turns the e-mails' MJML into text.
    only(
      (path) => isIn('views')(path) && path !== 'views/emails/compile.ts',
      (to) => isIn('views')(to) || isPure(to) || isReact(to),
    )
  })

  test('the UI kit knows no business word', () => {
    only(
      isIn('views/ui'),
      (to) =>
        isIn('views/ui')(to) ||
        isReact(to) ||
        /^(views\/layout\.tsx|src\/domain\/(money|dates|limits|cache-until|list-view\/with-query)\.ts)$/.test(to),
    )
  })

  test('islands take rules, views and React: no TypeBox, no database, no Elysia', () => {
    only(
      (path) => isIn('islands')(path) && !/^islands\/(build|bundle|sheet)\.ts$/.test(path),
      (to) => isIn('islands', 'views')(to) || isPure(to) || isReact(to),
    )
  })

  test('only doors, the HTTP toolkit and its guards know Elysia', () => {
    const users = imports.filter(({ to }) => /^@?elysia/.test(to)).map(({ from }) => from)
    expect(users.filter((path) => !isDoor(path) && !isIn('src/http', 'src/access', 'src/writes')(path))).toEqual([])
  })

  test('only the client knows the database’s driver', () => {
    const drivers = imports.filter(({ to }) => /^(drizzle-orm\/(bun-sql|postgres)|postgres$|pg$)/.test(to))
    expect([...new Set(drivers.map(({ from }) => from))]).toEqual(['db/connect/client.ts'])
    const bun = program.filter(({ text }) =>
      /import \{[^}]*\b(SQL|sql)\b[^}]*\} from 'bun'|Bun\.(sql|SQL)[(`]/.test(text),
    )
    expect(bun.map(({ path }) => path)).toEqual(['db/connect/client.ts'])
  })

  test('http, access, writes and queue frame pages, and know no page of a noun', () => {
    only(isIn('src/http', 'src/access', 'src/writes', 'src/queue'), (to, from) => {
      // It serves what has been built there.
      if (isIn('islands')(to)) return /\/(build|sheet)\.ts$/.test(to) && isIn('src/http/first-load')(from)
      return !isIn('views')(to) || /^views\/(layout|assets|site\/|ui\/)/.test(to)
    })
    only(isIn('src/operation'), (to) => !isIn('src/http', 'src/access')(to))
  })

  test('a page is rendered by doors; an e-mail when it is sent', () => {
    only(
      (path) => storeyOf(path) === 'nouns',
      (to) => !isIn('views', 'islands')(to) || to === 'views/emails/compose.ts',
    )
  })

  test('queries do not act', () => {
    const acts = /\/(actions|deletion|move|notify|settle|work|sign-in)\.ts$/
    only(
      (path) => /(queries|lists|of-job|of-account)\.ts$/.test(path),
      (to) => !acts.test(to),
    )
  })

  test('the app is imported by the server, and the server by nobody', () => {
    const importers = (of: string) => imports.filter(({ to }) => to === of).map(({ from }) => from)
    expect(importers('src/app.ts')).toEqual(['src/server.ts'])
    expect(importers('src/server.ts')).toEqual([])
  })

  test('no file needs itself by way of others, not even for a type', () => {
    const needs = Map.groupBy(imports, ({ from }) => from)
    const done = new Set<string>()
    const ring = (path: string, way: string[]): string[] | null => {
      if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
      if (done.has(path)) return null
      for (const { to } of needs.get(path) ?? []) {
        const found = ring(to, [...way, path])
        if (found) return found
      }
      done.add(path)
      return null
    }
    expect(program.map(({ path }) => ring(path, [])).find(Boolean) ?? []).toEqual([])
  })

  test('imports name files whole, and leave their folder through the package’s own names', () => {
    const wrong = code.flatMap(importsOf).filter(({ from, to }) => {
      const inProject = isIn('src', 'views', 'islands', 'db', 'tests')(to)
      return inProject && !paths.includes(to) && !GENERATED.test(to) && !from.startsWith('tests/')
    })
    expect(wrong).toEqual([])
    // Rules go up with '../': drizzle-kit reads the schema, and with it the rules, without knowing package imports.
    // Views do among themselves.
    const up = code.filter(
      ({ path, text }) => /(from|import) '\.\.\//.test(text) && !isPure(path) && !isIn('views')(path),
    )
    expect(up.map(({ path }) => path)).toEqual([])
    const ownFolder = code.filter(({ path, text }) => new RegExp(`from '#${dirname(path)}/[^/']+'`).test(text))
    expect(ownFolder.map(({ path }) => path)).toEqual([])
  })
})

test('state is asked by a word of src/domain or its SQL in db/query/predicates.ts, never by a literal', () => {
  const STATES = [
    ...[JOB_STATUSES, JOB_TYPES, URGENCIES, WAITING_ON, WAITING_FOR].flat(),
    ...[EMAIL_STATUSES, DELIVERY_STATUSES, PHOTO_STATES].flat(),
    ...[QUOTE_STATUSES, WORK_STATUSES, VISIT_OUTCOMES, INVOICING_STATUSES, ROLES].flat(),
  ]
  const state = `'(?:${[...new Set<string>(STATES)].join('|')})'`
  const name =
    '(?:status|state|outcome|invoicingStatus|workStatus|jobType|urgency|waitingOn|waitingFor|fromStatus|toStatus)'
  const column =
    '(?:status|state|outcome|invoicing_status|work_status|job_type|urgency|waiting_on|waiting_for|from_status|to_status|role)'
  const LITERALS = [
    // A bare `role` names a kind of account, of which there is a list or a form.
    new RegExp(`(?:\\b${name}|\\.role)(?:\\)| as \\w+)?\\s*[!=]==\\s*${state}`),
    new RegExp(`\\b(?:is|eq|ne)\\(\\w+\\.(?:${name}|role),\\s*${state}`),
    new RegExp(`(?:\\b${column}|\\.(?:${name}|role)\\})\\s*(?:=|<>|!=|(?:not )?in)\\s*\\(?\\s*${state}`),
    new RegExp(`\\b\\w*[sS]tatus(?:es)?(?:: \\[|\\.includes\\()(?:\\.\\.\\.\\w+, )?${state}[\\],)]`),
  ]
  const asking = program
    .filter(({ path }) => isIn('src', 'views', 'islands')(path) && !isIn('src/domain')(path))
    .flatMap(({ path, text }) =>
      LITERALS.flatMap((literal) => [...text.matchAll(new RegExp(literal, 'g'))].map(([at]) => `${path}: ${at}`)),
    )
  const OTHERS = [
    // What is written when nothing is said.
    "src/jobs/actions.ts: status = 'pending'",
    "src/jobs/actions.ts: urgency = 'medium'",
    "src/visits/record.ts: outcome = 'done'",
    // A promise's, and the kind of account that a form is for.
    "src/photos/actions.ts: status === 'rejected'",
    "src/accounts/import/pages.tsx: .role === 'estate_agent'",
    // Of a photo on its way in the browser, and of a step on a screen.
    "islands/photos/photo-state.ts: status === 'failed'",
    "islands/photos/photo-uploader.tsx: status === 'waiting'",
    "islands/photos/photo-uploader.tsx: status === 'failed'",
    "views/ui/steps.tsx: state === 'done'",
  ]
  expect(asking.filter((one) => !OTHERS.includes(one))).toEqual([])
})

describe('one writer', () => {
  test('of a job’s status: moveJob', () => {
    const statements = program.flatMap(({ path, text }) =>
      [...text.matchAll(/\.update\(jobs\)[\s\S]*?\.where\(/g)].map(([statement]) => ({ path, statement })),
    )
    expect(statements.length).toBeGreaterThan(1)
    const writers = statements.filter(({ statement }) => /\bstatus\b/.test(statement))
    expect(writers.map(({ path }) => path)).toEqual(['src/jobs/lifecycle/move.ts'])
    const raw = program.filter(({ path, text }) => !path.startsWith('db/') && /\bupdate\s+"?jobs"?\s+set\b/i.test(text))
    expect(raw.map(({ path }) => path)).toEqual([])
  })

  test('of a job: insertJob; of the timeline: recordEvent; of the queue: enqueue; of e-mails: queueEmail', () => {
    const writers = (table: string, name = table) => {
      const raw = new RegExp(`insert into ${name}\\b`)
      return program
        .filter(({ path, text }) => !path.startsWith('db/') && (text.includes(`.insert(${table})`) || raw.test(text)))
        .map(({ path }) => path)
    }
    expect(writers('jobs')).toEqual(['src/jobs/actions.ts'])
    expect(writers('jobEvents', 'job_events')).toEqual(['src/jobs/lifecycle/move.ts'])
    expect(writers('queuedWork', 'outbox')).toEqual(['src/queue/enqueue.ts'])
    expect(writers('emailNotifications', 'email_notifications')).toEqual(['src/emails/actions.ts'])
  })
})

test('checks the session again before every write: all go through transaction(), but what no sender does', () => {
  const BESIDE = {
    'src/access/attempts.ts': 'attempts to sign in, by strangers too',
    'src/access/limits/counts.ts': 'how often somebody came',
    'src/access/session.ts': 'signing out',
    'src/access/token.ts': 'when a token was last used',
    'src/accounts/external/account.ts': 'signing in',
    'src/accounts/passkeys/sign-in.ts': 'signing in',
    'src/accounts/sign-in/attempt.ts': 'signing in',
    'src/accounts/sign-in/first-admin.ts': 'the start',
    'src/emails/outage.ts': 'delivery',
    'src/events/numbering.ts': 'the order of events, given after commit',
    'src/photos/actions.ts': 'the photo of a signed address',
    'src/photos/removal.ts': 'delivery',
    'src/queue/rate.ts': 'delivery',
    'src/retention/apply.ts': 'a dry run, which only reads',
    'src/writes/transaction.ts': 'itself',
  }
  const writes = [
    /\bdb\s*\.\s*(insert|update|delete|transaction)\(/,
    /\bdb\s*\.\s*execute(<\w+>)?\(\s*sql`\s*(insert|update|delete)\b/i,
    /\brawClient\b|\bpublicTransaction\(/,
    /: DbOrTx = db\b[\s\S]*\btx\s*\.\s*(insert|update|delete)\(/,
    /: DbOrTx = db\b[\s\S]*\btx\s*\.\s*execute(<\w+>)?\(\s*sql`\s*(insert|update|delete)\b/i,
  ]
  const found = program.filter(({ path, text }) => isIn('src')(path) && writes.some((pattern) => pattern.test(text)))
  expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(BESIDE))
})
