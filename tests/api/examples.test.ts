import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { db } from '#db/client.ts'
import { ADMIN, AGENTS, CONTRACTORS, DEMO_PASSWORD } from '#db/demo/people.ts'
import { picture } from '#db/demo/pictures.ts'
import { jobs } from '#db/schema.ts'
import { insertAccount } from '#src/accounts/actions.ts'
import { app } from '#src/app.ts'
import { ROOT } from '#tests/support/root.ts'

// The scripts of docs/api.md, as a reader would paste them, against a listening server.

const folder = mkdtempSync(join(tmpdir(), 'fettle-examples-'))

beforeAll(() => {
  app.listen({ port: 0, hostname: '127.0.0.1' })
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

/** Runs the script under a comment of docs/api.md. Returns the lines it printed; throws what it complained of. */
async function run(name: string): Promise<string[]> {
  const document = await Bun.file(join(ROOT, 'docs/api.md')).text()
  const script = new RegExp(`<!-- ${name} -->\\s*\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(document)?.[1]
  if (!script) throw new Error(`docs/api.md has no script '${name}'`)
  const child = Bun.spawn(['bash', '-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, BASE: `http://127.0.0.1:${app.server?.port}`, PHOTO: 'photo.png' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [printed, problems] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect({ code: await child.exited, problems }).toEqual({ code: 0, problems: '' })
  return printed.trim().split('\n')
}

test('curl alone drives the whole life of a job, by the script in docs/api.md', async () => {
  await insertAccount({ ...ADMIN, role: 'admin' }, DEMO_PASSWORD)
  await insertAccount({ ...AGENTS.olivia, role: 'estate_agent' }, DEMO_PASSWORD)
  await insertAccount({ ...CONTRACTORS.carl, role: 'contractor' }, DEMO_PASSWORD)
  await Bun.write(join(folder, 'photo.png'), picture('pipe'))

  const lines = await run('life of a job')
  const invoices = JSON.parse(lines.at(-1) ?? '') as { invoiceNumber: string; type: string; amount: string }[]
  expect(invoices.map(({ invoiceNumber, type, amount }) => [invoiceNumber, type, amount])).toEqual([
    ['INV-000002', 'quote', '480.00'],
    ['INV-000001', 'contractor_visit', '60.00'],
  ])
})

test('and a script with a token and a key raises one job, however often it sends it', async () => {
  await insertAccount({ ...AGENTS.olivia, role: 'estate_agent' }, DEMO_PASSWORD)
  const [first, again, list] = await run('a token')
  expect(JSON.parse(first!)).toMatchObject({ jobRef: 'JOB-000001', status: 'pending' })
  expect(again).toBe(first)
  expect(JSON.parse(list!)).toHaveLength(1)
  expect(await db.$count(jobs)).toBe(1)
})
