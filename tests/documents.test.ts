import { describe, expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { app } from '#src/app.ts'
import { SUBJECT_KINDS } from '#src/domain/event/event.ts'
import { TRANSITIONS } from '#src/domain/job/transitions.ts'
import { Environment } from '#src/runtime/env.ts'
import { operations } from '#tests/openapi/operations.ts'
import { ROOT } from '#tests/support/root.ts'

const paths = ['*.md', 'docs/**/*.md'].flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(ROOT)])
const read = async (path: string) => (await Bun.file(join(ROOT, path)).text()).replace(/<!--[\s\S]*?-->/g, '')
const documents = await Promise.all(paths.map(async (path) => ({ path, text: await read(path) })))
const textOf = (path: string) => documents.find((one) => one.path === path)!.text
const prose = documents.map(({ path, text }) => ({ path, text: text.replace(/^```[\s\S]*?^```/gm, '') }))
const manifest = await Bun.file(join(ROOT, 'package.json')).json()

/** What `pattern` finds in the documents without their scripts: the document and the first group. */
const found = (pattern: RegExp, among = prose) =>
  among.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, what]) => ({ path, what: what! })))

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (path: string) =>
  [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('documents', () => {
  test('link to what exists', () => {
    const links = [...found(/\]\(([^)\s]+)\)/g), ...found(/\ssrc="([^"]+)"/g)].filter(
      ({ what }) => !/^https?:/.test(what),
    )
    expect(links.length).toBeGreaterThan(30)
    const broken = links.filter(({ path, what }) => {
      const [file, anchor] = what.split('#')
      const target = file ? normalize(join(dirname(path), file)) : path
      return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
    })
    expect(broken).toEqual([])
  })

  test('name files and folders that exist, and what is in them', async () => {
    const named = found(/(`(?:\.ci|src|views|islands|db|public|tests|docs|ops)\/[^`\s]*`(?: › `[^`]+`)?)/g)
    expect(named.length).toBeGreaterThan(50)
    const missing = await Promise.all(
      named.map(async ({ path, what }) => {
        const [, file, word] = /^`([^`]+)`(?: › `([^`]+)`)?$/.exec(what)!
        const exists = /[*{<]/.test(file!)
          ? [...new Bun.Glob(file!.replace(/<\w+>/g, '*')).scanSync({ cwd: ROOT, onlyFiles: false })].length > 0
          : existsSync(join(ROOT, file!)) && file!.endsWith('/') === statSync(join(ROOT, file!)).isDirectory()
        const hasWord = exists && (word === undefined || (await Bun.file(join(ROOT, file!)).text()).includes(word))
        return hasWord ? [] : [`${path}: ${what}`]
      }),
    )
    expect(missing.flat()).toEqual([])
  })

  test('name commands that exist, and CONTRIBUTING names every one', () => {
    const scripts = Object.keys(manifest.scripts)
    const unknown = found(/\bnpm run ([\w:-]+)/g, documents).filter(({ what }) => !scripts.includes(what))
    expect(unknown).toEqual([])
    const unexplained = scripts.filter(
      (name) => !new RegExp(`\`npm (run )?${name}[ \`]`).test(textOf('CONTRIBUTING.md')),
    )
    expect(unexplained).toEqual([])
  })
})

test('each decision says since when it holds, as their list does', () => {
  const pages = documents.filter(({ path }) => /^docs\/decisions\/(?!README)/.test(path))
  const dated = pages.map(
    ({ path, text }) => `${basename(path)} ${/^# .+\n\nSince (\d{4}-\d\d-\d\d)\./.exec(text)?.[1]}`,
  )
  const rows = [...textOf('docs/decisions/README.md').matchAll(/^\| \[[^\]]+\]\(([\w-]+\.md)\) \| (\S+) \|/gm)]
  expect(dated.sort()).toEqual(rows.map(([, page, since]) => `${page} ${since}`).sort())
})

test('docs/settings.md names the settings that src/runtime/env.ts reads', () => {
  const settings = Object.keys(Environment.properties)
  const rows = [...textOf('docs/settings.md').matchAll(/^\| (`[A-Z][^|]*) \|/gm)]
  const named = rows.flatMap(([, names]) => [...names!.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name))
  expect(settings.length).toBeGreaterThan(30)
  expect(named.sort()).toEqual(settings.sort())
})

const textOfApi = documents.map(({ path, text }) => (path.startsWith('docs/api/') ? text : '')).join('\n')

test('docs/api names every call of the API', () => {
  const calls = app.routes
    .filter(({ method, path }) => /^\/(api|objects)\//.test(path) && method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
  const named = [...textOfApi.matchAll(/`((?:GET|HEAD|POST|PUT|PATCH|DELETE) \/[^`\s]+)`/g)]
  expect([...new Set(named.map(([, call]) => call!))].sort()).toEqual([...new Set(calls)].sort())
})

test('docs/api names every filter of jobs', () => {
  const guide = textOf('docs/api/lists-and-events.md')
  const jobs = operations.find(({ operationId }) => operationId === 'listJobs')!
  const filters = jobs.parameters.flatMap((one) => (one.in === 'query' ? one.name : []))
  expect(filters.filter((name) => !guide.includes(`\`${name}`))).toEqual([])
})

test('docs/api names every kind of subject of an event', () => {
  const [sentence] = /`subject` is what changed: [^.]+\./.exec(textOfApi)!
  const named = [...sentence.matchAll(/`(\w+)`/g)].flatMap(([, kind]) => (kind === 'subject' ? [] : [kind!]))
  expect(named.sort()).toEqual([...SUBJECT_KINDS].sort())
})

test('docs/architecture.md draws the moves that src/domain/job/transitions.ts allows', () => {
  const arrows = [...textOf('docs/architecture.md').matchAll(/^ {2}(\w+) --> (\w+): ([\w, ]+)$/gm)]
  const drawn = arrows.flatMap(([, from, to, events]) =>
    events!.split(', ').map((event) => `${from} → ${to}: ${event}`),
  )
  const allowed = Object.entries(TRANSITIONS).flatMap(([event, { from, to }]) =>
    from.map((status) => `${status} → ${to}: ${event}`),
  )
  expect(drawn.sort()).toEqual(allowed.sort())
})

test('docs/dependencies.md has a reason for every package', () => {
  const reasons = textOf('docs/dependencies.md')
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const unexplained = packages.filter((name) => !reasons.includes(`\`${name}\``) && !name.startsWith('@types/'))
  expect(unexplained).toEqual([])
})
