import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ROOT } from '#tests/support/root.ts'

// README's promise: Node and npm, nothing else, and not a word of complaint from them.

type Locked = { version?: string; engines?: { node?: string }; deprecated?: string; hasInstallScript?: true }
const lock: { packages: Record<string, Locked> } = await Bun.file(join(ROOT, 'package-lock.json')).json()
const packages = Object.entries(lock.packages)
const oldest = lock.packages['']!.engines!.node!.replace('>=', '')

test('README asks for the Node that package.json asks for', async () => {
  const readme = await Bun.file(join(ROOT, 'README.md')).text()
  expect(/On a machine with Node \(([\d.]+) or newer\) and npm, nothing else/.exec(readme)?.[1]).toBe(oldest)
})

test.each([oldest, '22.0.0', '24.0.0', '26.0.0'])('npm warns of no package on Node %s', (node) => {
  const refusing = packages.filter(([, { engines }]) => {
    return engines?.node !== undefined && !Bun.semver.satisfies(node, engines.node)
  })
  expect(packages.length).toBeGreaterThan(200)
  expect(refusing.map(([path, { version }]) => `${path} ${version}`)).toEqual([])
})

test('npm warns of no package as deprecated', () => {
  expect(packages.filter(([, { deprecated }]) => deprecated).map(([path]) => path)).toEqual([])
})

test('npm warns of no install script that package.json says nothing of, and none reports installations', async () => {
  const { allowScripts }: { allowScripts: Record<string, boolean> } = await Bun.file(join(ROOT, 'package.json')).json()
  const scripted = packages.flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.split('node_modules/').pop()!] : [],
  )
  expect(scripted.length).toBeGreaterThan(3)
  expect(scripted.filter((name) => allowScripts[name] === undefined)).toEqual([])
  expect(allowScripts['@scarf/scarf']).toBe(false)
})

test('every command to type is npm’s', async () => {
  const paths = [
    '*.{md,json,toml}',
    '{docs,ops,.ci,src,views,islands,db,tests}/**/*.{md,ts,tsx,mjs,conf,sh}',
    'ops/*',
  ].flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT, dot: true })])
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: await Bun.file(join(ROOT, path)).text() })))
  expect(texts.length).toBeGreaterThan(400)
  const found = (pattern: RegExp) =>
    texts.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([what]) => `${path}: ${what}`))
  expect(found(/(?<!\/)\bbun\s+((run|x|install|add)\b|\S+\.ts\b)/g)).toEqual([])
  // npm keeps options that do not stand behind '--'.
  expect(found(/\bnpm\s+run\s+[\w-]+\s+(?!-- )[^`'"\n]*--\w+/g)).toEqual([])
})
