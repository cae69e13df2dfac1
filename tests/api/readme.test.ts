import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN, AGENTS, CONTRACTORS, DEMO_PASSWORD } from '#db/demo/people.ts'
import { picture } from '#db/demo/pictures.ts'
import { insertAccount } from '#src/accounts/actions.ts'
import { app } from '#src/app.ts'

// The script of the README's API section, as a reader would paste it, against a listening server.

const folder = mkdtempSync(join(tmpdir(), 'fettle-readme-'))

beforeAll(() => {
  app.listen({ port: 0, hostname: '127.0.0.1' })
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

test('curl alone drives the whole life of a job, by the script in the README', async () => {
  const readme = await Bun.file(join(import.meta.dir, '../../README.md')).text()
  const script = /<!-- life of a job -->\s*```sh\n([\s\S]*?)```/.exec(readme)?.[1]
  if (!script) throw new Error('The README has no script of the life of a job')
  await insertAccount({ ...ADMIN, role: 'admin' }, DEMO_PASSWORD)
  await insertAccount({ ...AGENTS.olivia, role: 'estate_agent' }, DEMO_PASSWORD)
  await insertAccount({ ...CONTRACTORS.carl, role: 'contractor' }, DEMO_PASSWORD)
  await Bun.write(join(folder, 'photo.png'), picture('pipe'))

  const child = Bun.spawn(['bash', '-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, BASE: `http://127.0.0.1:${app.server?.port}`, PHOTO: 'photo.png' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [printed, problems] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect({ code: await child.exited, problems }).toEqual({ code: 0, problems: '' })
  const lines = printed.trim().split('\n')
  const invoices = JSON.parse(lines.at(-1) ?? '') as { invoiceNumber: string; type: string; amount: string }[]
  expect(invoices.map(({ invoiceNumber, type, amount }) => [invoiceNumber, type, amount])).toEqual([
    ['INV-000002', 'quote', '480.00'],
    ['INV-000001', 'contractor_visit', '60.00'],
  ])
})
