import { describe, expect, test } from 'bun:test'
import { basename, dirname, join, normalize } from 'node:path'
import { isPure } from '#tests/support/pure.ts'

// The rules of the house that a machine can see. An exception stands beside its rule, with its reason.

const ROOT = join(import.meta.dir, '..')
const FOLDERS = '{src,views,islands,db,tests,public}'
const GENERATED = /^(db\/migrations|public\/built|views\/emails\/compiled)\//

const paths = [...new Bun.Glob(`${FOLDERS}/**/*.{ts,tsx,js,css}`).scanSync(ROOT)]
  .filter((path) => !GENERATED.test(path))
  .sort()
const files = await Promise.all(paths.map(async (path) => ({ path, text: await Bun.file(join(ROOT, path)).text() })))
const code = files.filter(({ path }) => /\.tsx?$/.test(path))
const program = code.filter(({ path }) => !path.startsWith('tests/'))

type Import = { from: string; to: string }

/** What a file imports: another file as its path in the project, a package by its name. */
function importsOf({ path, text }: { path: string; text: string }): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?'([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm)
  return [...statements].map(([, name, dynamic]) => {
    const target = (name ?? dynamic)!
    const to = target.startsWith('.') ? normalize(join(dirname(path), target)) : target.replace(/^#/, '')
    return { from: path, to }
  })
}
const imports = program.flatMap(importsOf)

/** Fails with the imports of `which` files that `allowed` does not allow. */
function only(which: (path: string) => boolean, allowed: (to: string, from: string) => boolean) {
  const chosen = imports.filter(({ from }) => which(from))
  expect(chosen.length).toBeGreaterThan(0)
  expect(chosen.filter(({ from, to }) => !allowed(to, from)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
}

const isIn =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(`${folder}/`))

const isDoor = (path: string) => /^src\/(app|server)\.ts$|^src\/(\w[\w-]*\/)+([\w-]+-)?(pages\.tsx|api\.ts)$/.test(path)
const isReact = (to: string) => /^react(-dom)?(\/|$)/.test(to)

describe('who may import whom', () => {
  test('rules import only rules', () => {
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
        /^(views\/layout\.tsx|src\/(money|dates|most-counted|said-once|jobs\/job)\.ts)$/.test(to),
    )
  })

  test('islands take rules, views and React: no TypeBox, no database, no Elysia', () => {
    only(
      (path) => isIn('islands')(path) && !/^islands\/(build|bundle)\.ts$/.test(path),
      (to) => isIn('islands', 'views')(to) || isPure(to) || isReact(to),
    )
  })

  test('only doors, the HTTP toolkit and its guards know Elysia', () => {
    const users = imports.filter(({ to }) => /^@?elysia/.test(to)).map(({ from }) => from)
    expect(users.filter((path) => !isDoor(path) && !isIn('src/web', 'src/guard')(path))).toEqual([])
  })

  test('only the client knows the database’s driver', () => {
    const drivers = imports.filter(({ to }) => /^(drizzle-orm\/(bun-sql|postgres)|postgres$|pg$)/.test(to))
    expect([...new Set(drivers.map(({ from }) => from))]).toEqual(['db/client.ts'])
    const bun = program.filter(({ text }) =>
      /import \{[^}]*\b(SQL|sql)\b[^}]*\} from 'bun'|Bun\.(sql|SQL)[(`]/.test(text),
    )
    expect(bun.map(({ path }) => path)).toEqual(['db/client.ts'])
  })

  test('the database knows rules, settings and the log; what fills it with a demonstration plays it through the actions', () => {
    only(isIn('db'), (to, from) => {
      if (isIn('db')(to) || !isIn('src', 'views', 'islands')(to)) return true
      if (from.startsWith('db/demo/')) return !isDoor(to) && isIn('src')(to)
      return isPure(to) || /^src\/(env|database-url|operation\/log)\.ts$/.test(to)
    })
  })

  test('what answers, guards and watches knows no feature but who somebody is, and what a page is framed in', () => {
    only(isIn('src/web', 'src/guard', 'src/operation'), (to, from) => {
      if (/^src\/accounts\/(account|queries|tokens\/queries)\.ts$/.test(to)) return !isIn('src/operation')(from)
      // How full the outbox is is watched as the database is.
      if (isIn('src/operation')(from) && to === 'src/delivery/figures.ts') return true
      if (isIn('src')(to))
        return (
          isIn('src/web', 'src/guard', 'src/operation')(to) ||
          /^src\/(env|dates|money|most-counted|turns|visible)\.ts$/.test(to)
        )
      if (isIn('views')(to)) return /^views\/(layout|assets|site\/|ui\/)/.test(to)
      // assets.ts serves what islands/build.ts has built.
      return !isIn('islands')(to) || to === 'islands/build.ts'
    })
    only(isIn('src/operation'), (to) => !isIn('src/web', 'src/guard')(to))
    only(
      isIn('src/guard'),
      (to) => !isIn('src/web')(to) || /^src\/web\/(errors|etag|input|problem-codes|uuid)\.ts$/.test(to),
    )
  })

  test('nothing behind a door imports a door, or renders a page', () => {
    const behind = (path: string) =>
      /^src\/([\w-]+\/)+[\w-]+\.ts$/.test(path) && !isDoor(path) && !isIn('src/web', 'src/guard')(path)
    // An e-mail is rendered when it is sent.
    only(behind, (to) => !isDoor(to) && (!isIn('views', 'islands')(to) || to === 'views/emails/compose.ts'))
  })

  test('queries do not act', () => {
    const acts = /\/(actions|deletion|move|tell|settle|work|outbox|sign-in)\.ts$/
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

describe('one writer', () => {
  test('of a job’s status: moveJob', () => {
    const statements = program.flatMap(({ path, text }) =>
      [...text.matchAll(/\.update\(jobs\)[\s\S]*?\.where\(/g)].map(([statement]) => ({ path, statement })),
    )
    expect(statements.length).toBeGreaterThan(1)
    const writers = statements.filter(({ statement }) => /\bstatus\b/.test(statement))
    expect(writers.map(({ path }) => path)).toEqual(['src/jobs/move.ts'])
    const raw = program.filter(({ path, text }) => !path.startsWith('db/') && /\bupdate\s+"?jobs"?\s+set\b/i.test(text))
    expect(raw.map(({ path }) => path)).toEqual([])
  })

  test('of a job: insertJob; of the timeline: recordEvent; of the outbox: enqueue; of e-mails: queueEmail', () => {
    const writers = (table: string, name = table) => {
      const raw = new RegExp(`insert into ${name}\\b`)
      return program
        .filter(({ path, text }) => !path.startsWith('db/') && (text.includes(`.insert(${table})`) || raw.test(text)))
        .map(({ path }) => path)
    }
    expect(writers('jobs')).toEqual(['src/jobs/actions.ts'])
    expect(writers('jobEvents', 'job_events')).toEqual(['src/jobs/move.ts'])
    expect(writers('outbox')).toEqual(['src/delivery/enqueue.ts'])
    expect(writers('emailNotifications', 'email_notifications')).toEqual(['src/emails/actions.ts'])
  })
})

test('who writes is looked at again: what the program changes goes through transaction(), but for what no sender does', () => {
  const BESIDE = {
    'src/accounts/external/account.ts': 'signing in',
    'src/accounts/sign-in/attempt.ts': 'signing in',
    'src/accounts/sign-in/first-admin.ts': 'the start',
    'src/accounts/tokens/queries.ts': 'when a token was last used',
    'src/delivery/queue.ts': 'delivery',
    'src/delivery/rate.ts': 'delivery',
    'src/emails/outage.ts': 'delivery',
    'src/events/numbering.ts': 'the order of events, given after commit',
    'src/guard/attempts.ts': 'attempts to sign in, by strangers too',
    'src/guard/counts.ts': 'how often somebody came',
    'src/guard/session.ts': 'signing out',
    'src/guard/transaction.ts': 'itself',
    'src/photos/actions.ts': 'the photo of a signed address',
    'src/photos/removal.ts': 'delivery',
    'src/retention/apply.ts': 'a dry run, which only reads',
  }
  const writes = [
    /\bdb\s*\.\s*(insert|update|delete|transaction)\(/,
    /\bdb\s*\.\s*execute(<\w+>)?\(\s*sql`\s*(insert|update|delete)\b/i,
    /\brawClient\b|\bpublicTransaction\(/,
    /: DbOrTx = db\b[\s\S]*\btx\s*\.\s*(insert|update|delete)\(/,
  ]
  const found = program.filter(({ path, text }) => isIn('src')(path) && writes.some((pattern) => pattern.test(text)))
  expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(BESIDE))
})

describe('files', () => {
  test('have at most 300 lines', () => {
    const long = files.filter(({ text }) => text.split('\n').length > 301)
    expect(long.map(({ path, text }) => `${path}: ${text.split('\n').length - 1}`)).toEqual([])
  })

  test('are small: half have at most 60 lines, nineteen of twenty at most 200', () => {
    const lengths = files
      .filter(({ path }) => !path.startsWith('tests/'))
      .map(({ text }) => text.split('\n').length - 1)
      .sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length * 0.5)]).toBeLessThanOrEqual(60)
    expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThanOrEqual(200)
  })

  test('of views do not repeat their folder’s name', () => {
    const repeating = paths.filter((path) => {
      const [folder, name] = [basename(dirname(path)), basename(path).replace(/\.\w+$/, '')]
      return isIn('views')(path) && name.split('-').some((word) => word === folder || word === folder.replace(/s$/, ''))
    })
    expect(repeating).toEqual([])
  })

  test('are named in kebab-case, after something', () => {
    const names = paths.map((path) => basename(path).replace(/(\.(test|e2e|d|config))?\.\w+$/, ''))
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([])
    expect(names.filter((name) => /^(utils?|helpers?|services?|managers?|data|common|misc)$/.test(name))).toEqual([])
  })
})

describe('code', () => {
  const having = (pattern: RegExp, among = code) =>
    among
      .filter(({ path, text }) => path !== 'tests/architecture.test.ts' && pattern.test(text))
      .map(({ path }) => path)

  test('is typed: no any, nothing ignored', () => {
    expect(having(/\bas any\b|:\s*any\b|<any\b|@ts-(ignore|nocheck|expect-error)/)).toEqual([])
  })

  test('is tested: no test is skipped, singled out or left to be written', () => {
    expect(having(/\b(test|describe|it)\.(skip|only|todo|failing)\b/)).toEqual([])
  })

  test('of views does not wait', () => {
    const views = program.filter(({ path }) => isIn('views')(path) && path !== 'views/emails/compile.ts')
    expect(having(/\basync (\(|\w+\s*=>|function)|\bawait\b/, views)).toEqual([])
  })

  test('takes settings from src/env.ts alone', () => {
    // bundle.ts writes NODE_ENV into the browser's code.
    expect(having(/process\.env\b/, program)).toEqual(['islands/bundle.ts', 'src/env.ts'])
  })
})

test('hx- attributes are those that htmx has: a mistyped one is silent', () => {
  const KNOWN = [
    ...['get', 'post', 'target', 'swap', 'trigger', 'sync', 'disable', 'indicator', 'include', 'confirm'],
    ...['push-url', 'replace-url', 'ptag', 'morph-skip-children', 'preserve'],
  ]
  const used = program
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/[\s'"]hx-([\w:-]+)["']?\s*[=:]/g)].map(([, name]) => ({ path, name: name! })),
    )
  expect(used.length).toBeGreaterThan(10)
  const unknown = used.filter(
    ({ path, name }) => !KNOWN.includes(name.replace(/:inherited$/, '')) && !path.startsWith('src/web/'),
  )
  expect(unknown).toEqual([])
})
