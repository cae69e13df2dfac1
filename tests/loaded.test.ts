import { expect, test } from 'bun:test'
import { dirname, extname, join } from 'node:path'
import { ROOT } from '#tests/support/root.ts'

const transpilers = { '.ts': new Bun.Transpiler({ loader: 'ts' }), '.tsx': new Bun.Transpiler({ loader: 'tsx' }) }

/** Where the server begins, and what it imports while it starts. */
const BEGIN = ['server.ts', 'app.ts', 'delivery/loop.ts', 'events/numbering.ts', 'webhooks/sending.ts', 'web/assets.ts']

function fileOf(from: string, name: string): string | null {
  if (name.startsWith('.')) return join(dirname(from), name)
  return /^#(src|views|islands|db)\//.test(name) ? name.slice(1) : null
}

/** The packages that these files need before they run. What is imported at its first need is left out. */
async function packagesOf(begin: readonly string[]): Promise<Set<string>> {
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
  return packages
}

test('an idle server has not loaded what it needs only for e-mails and for signing in elsewhere', async () => {
  const packages = await packagesOf(BEGIN.map((path) => `src/${path}`))
  expect([...packages]).toContain('elysia')
  expect([...packages]).toContain('react-dom/server')
  const late = ['nodemailer', 'arctic', 'jose']
  const { dependencies } = await Bun.file(join(ROOT, 'package.json')).json()
  for (const name of late) expect(dependencies).toHaveProperty(name)
  expect(late.filter((name) => packages.has(name))).toEqual([])
})
