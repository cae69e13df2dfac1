import { expect, test } from 'bun:test'
import { dirname, extname, join } from 'node:path'
import { ROOT } from '#tests/support/root.ts'

const transpilers = { '.ts': new Bun.Transpiler({ loader: 'ts' }), '.tsx': new Bun.Transpiler({ loader: 'tsx' }) }

/** Where the server begins, and what it imports while it starts. */
const BEGIN = ['server.ts', 'app.ts', 'background/loop.ts', 'events/numbering.ts', 'http/first-load/assets.ts']

function fileOf(from: string, name: string): string | null {
  if (name.startsWith('.')) return join(dirname(from), name)
  return /^#(src|views|islands|db)\//.test(name) ? name.slice(1) : null
}

/** What these files need before they run. What is imported at its first need is left out. */
async function neededBy(begin: readonly string[]): Promise<{ files: Set<string>; packages: Set<string> }> {
  const packages = new Set<string>()
  const files = new Set(begin)
  for (const path of files) {
    const transpiler = transpilers[extname(path) as keyof typeof transpilers]
    const imports = transpiler?.scanImports(await Bun.file(join(ROOT, path)).text()) ?? []
    for (const { path: name, kind } of imports) {
      const file = fileOf(path, name)
      if (kind === 'import-statement' && file) files.add(file)
      if (kind === 'import-statement' && !file) packages.add(name)
    }
  }
  return { files, packages }
}

test('a server starts without what only e-mails, calendars, scrapes of figures, photos elsewhere and other providers need', async () => {
  const { files, packages } = await neededBy(BEGIN.map((path) => `src/${path}`))
  expect([...packages]).toContain('elysia')
  expect([...packages]).toContain('react-dom/server')
  const late = ['nodemailer', 'arctic', 'jose', 'prom-client', 'ical-generator', '@bradenmacdonald/s3-lite-client']
  const { dependencies } = await Bun.file(join(ROOT, 'package.json')).json()
  for (const name of late) expect(dependencies).toHaveProperty(name)
  expect(late.filter((name) => packages.has(name))).toEqual([])
  expect([...files].filter((path) => path.startsWith('views/emails/compiled/'))).toEqual([])
})
