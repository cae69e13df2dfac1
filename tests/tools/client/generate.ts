import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app } from '#src/app.ts'
import { documentOf } from '#src/openapi/document.ts'
import { installed } from '#tests/tools/installed.ts'
import { TYPES, typesHead } from './types.ts'

// Writes the types of docs/api/examples from the API's document. openapi-typescript needs an older TypeScript than ours,
// and so lives in a folder of its own.

const document = documentOf(app.routes)
/** They are of no use to who writes with the types. */
const isLeftOut = (name: string) => ['example', 'examples', 'headers'].includes(name)
const folder = await mkdtemp(join(tmpdir(), 'fettle-client-'))
const [from, to] = [join(folder, 'openapi.json'), join(folder, 'types.ts')]
try {
  await Bun.write(
    from,
    JSON.stringify(document, (name, value) => (isLeftOut(name) ? undefined : value)),
  )
  const packages = await installed('tests/tools/client/packages.json')
  const cli = join(packages, 'node_modules/openapi-typescript/bin/cli.js')
  const command = ['node', cli, from, '--output', to, '--default-non-nullable', 'false']
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'inherit' })
  if (await child.exited) throw new Error('openapi-typescript failed')
  await Bun.write(TYPES, typesHead(document) + (await Bun.file(to).text()))
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
