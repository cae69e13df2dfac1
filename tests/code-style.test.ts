import { describe, expect, test } from 'bun:test'
import { basename, dirname } from 'node:path'
import { code, files, isIn, paths, program } from './support/code.ts'

// How long files are, what they are called, and what no code does.

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

  test('lie in folders of at most 25 entries', () => {
    const entries = new Map<string, Set<string>>()
    for (const path of paths)
      for (let at = path; dirname(at) !== '.'; at = dirname(at))
        entries.set(dirname(at), (entries.get(dirname(at)) ?? new Set()).add(at))
    const full = [...entries].filter(([folder, { size }]) => size > 25 && folder !== 'src' && folder !== 'tests')
    expect(full.map(([folder, { size }]) => `${folder}: ${size}`)).toEqual([])
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

/** What a file exports by name: what it declares, and what it passes on. */
function exportedNames(text: string): string[] {
  const declared =
    /^export (?:declare )?(?:async )?(?:const|let|function\*?|(?:abstract )?class|type|interface|enum) (\w+)/gm
  const listed = /^export (?:type )?\{([^}]*)\}/gm
  const destructured = /^export const [[{]([^\]}]*)[\]}] =/gm
  return [
    ...[...text.matchAll(declared)].map(([, name]) => name!),
    ...[...text.matchAll(listed), ...text.matchAll(destructured)].flatMap(([, names]) =>
      names!.split(',').flatMap((one) => /(\w+)\s*$/.exec(one)?.[1] ?? []),
    ),
  ]
}

const ROUTES = /^\s*\.(get|post|put|patch|delete|use)\(/m

/** The names of functions with more than 60 lines: as code is formatted, what is within stands further right. */
function longFunctions(text: string): string[] {
  const lines = text.split('\n')
  const declares =
    /^( *)(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?(?:<.*>)?\((?:.*=>(?: \(?\{?)?)?$)/
  const method = /^( +)(?:static |override )?(?:async )?#?(?!if|for|while|switch|catch|function)(\w+)\(.*\{$/
  return lines.flatMap((line, first) => {
    const [, indent, ...names] = declares.exec(line) ?? method.exec(line) ?? []
    if (indent === undefined) return []
    const next = lines.findIndex((one, at) => at > first && one !== '' && !/^[\s)}\]]/.test(one.slice(indent.length)))
    const body = lines
      .slice(first, next < 0 ? undefined : next)
      .join('\n')
      .trim()
    return body.split('\n').length > 60 && !ROUTES.test(body) ? [names.find(Boolean)!] : []
  })
}

describe('code', () => {
  const having = (pattern: RegExp, among = code) =>
    among.filter(({ path, text }) => path !== 'tests/code-style.test.ts' && pattern.test(text)).map(({ path }) => path)

  test('has functions of at most 60 lines, but for markup and lists of routes', () => {
    // Each keeps what its inner functions, which are short, share.
    const CLOSURES = ['islands/photos/uploads.ts: startUploads', 'src/queue/lane.ts: startLane']
    const long = program
      .filter(({ path }) => !path.endsWith('.tsx'))
      .flatMap(({ path, text }) => longFunctions(text).map((name) => `${path}: ${name}`))
    expect(long.sort()).toEqual(CLOSURES)
    expect(longFunctions(`function short() {\n${'  go()\n'.repeat(58)}}\n`)).toEqual([])
    expect(longFunctions(`async function long(\n  to: number,\n) {\n${'  go()\n'.repeat(58)}}\n`)).toEqual(['long'])
  })

  test('is typed: no any, nothing ignored', () => {
    expect(having(/\bas any\b|:\s*any\b|<any\b|@ts-(ignore|nocheck|expect-error)/)).toEqual([])
  })

  test('exports no name from two files', () => {
    const places = Map.groupBy(
      program.flatMap(({ path, text }) => [...new Set(exportedNames(text))].map((name) => ({ name, path }))),
      ({ name }) => name,
    )
    const twice = [...places].filter(([, { length }]) => length > 1)
    expect(twice.map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(', ')}`)).toEqual([])
  })

  test('exports what another file imports', () => {
    // drizzle-kit reads the schema by its exports, views/emails/compiled/ each e-mail, and the bundler React.
    const exporting = program.filter(
      ({ path }) => !isIn('db/schema', 'views/emails')(path) && !/\/react\.ts$/.test(path),
    )
    const words = files.map(({ path, text }) => ({ path, words: new Set(text.match(/\w+/g)) }))
    const unused = exporting.flatMap(({ path, text }) =>
      exportedNames(text)
        .filter((name) => !words.some((other) => other.path !== path && other.words.has(name)))
        .map((name) => `${path}: ${name}`),
    )
    expect(unused).toEqual([])
  })

  test('is tested: no test is skipped, singled out or left to be written', () => {
    expect(having(/\b(test|describe|it)\.(skip|only|todo|failing)\b/)).toEqual([])
  })

  test('has few comments, each with a reason that the code cannot show', () => {
    const lines = files
      .filter(({ path }) => !path.startsWith('tests/'))
      .flatMap(({ text }) => text.trimEnd().split('\n'))
    let isInside = false
    const comments = lines.filter((line) => {
      const isComment = isInside || /^\s*(\/\/|\{?\/\*)/.test(line)
      isInside = isComment && !line.includes('*/') && (isInside || !/^\s*\/\//.test(line))
      return isComment
    })
    // In a hundred lines; the number may only fall.
    expect((100 * comments.length) / lines.length).toBeLessThanOrEqual(2.5)
  })

  test('of views does not wait', () => {
    const views = program.filter(({ path }) => isIn('views')(path) && path !== 'views/emails/compile.ts')
    expect(having(/\basync (\(|\w+\s*=>|function)|\bawait\b/, views)).toEqual([])
  })

  test('takes settings from src/runtime/env.ts alone', () => {
    // bundle.ts writes NODE_ENV into the browser's code.
    expect(having(/process\.env\b/, program)).toEqual(['islands/bundle.ts', 'src/runtime/env.ts'])
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
    ({ path, name }) => !KNOWN.includes(name.replace(/:inherited$/, '')) && !path.startsWith('src/http/'),
  )
  expect(unknown).toEqual([])
})
