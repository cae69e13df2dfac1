import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { jpeg } from '#tests/photos/pictures.ts'
import { upload } from '#tests/photos/uploads.ts'
import { stranger } from '#tests/support/app.ts'
import { temporaryFolder } from '#tests/support/process/child-app.ts'
import { ROOT } from '#tests/support/root.ts'
import { aCast, aJob, finishedQuoteWork, jobInput } from '#tests/support/world.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { type Postgres, startPostgres } from '#tests/whole/services/postgres.ts'
import { aMachine } from './machine.ts'

// What docs/operations.md and ops/ say, tried.

const manual = await Bun.file(join(ROOT, 'docs/operations.md')).text()

/** The shell's lines under a mark, as an operator would paste them. */
function script(mark: string): string {
  const found = new RegExp(`<!-- ${mark} -->\\s*\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(manual)?.[1]
  if (!found) throw new Error(`The manual has no script ${mark}`)
  return found
}

const noPostgres = (await missingServices(['postgres'])).length > 0
if (noPostgres) console.log('Left out: pg_dump and pg_restore, which cannot be had here.')

describe.skipIf(noPostgres)('by pg_dump and pg_restore', () => {
  let postgres: Postgres
  const folder = temporaryFolder('/tmp/fettle-manual-')
  beforeAll(async () => {
    postgres = await startPostgres({ password: 'of the manual' })
  })
  afterAll(async () => {
    await postgres[Symbol.asyncDispose]()
    await folder.remove()
  })

  async function aServer() {
    const name = `of${crypto.randomUUID().slice(0, 8)}`
    await postgres.admin.unsafe(`create database ${name} owner fettle`)
    return aMachine(postgres.url.replace(/fettle$/, name))
  }
  async function paste(mark: string, env: Record<string, string | undefined>) {
    const child = Bun.spawn(['bash', '-euo', 'pipefail', '-c', script(mark)], {
      cwd: folder.path,
      env: { ...env, PATH: process.env.PATH },
      stderr: 'pipe',
    })
    const problems = await new Response(child.stderr).text()
    expect({ code: await child.exited, problems }).toEqual({ code: 0, problems: '' })
  }

  test('the manual’s lines carry everything into an empty machine, where work goes on', async () => {
    const cast = await aCast()
    await finishedQuoteWork(cast)
    await aJob(cast, 'completed', { completion: { images: [await upload(cast.contractor, await jpeg())] } })
    const [source, target] = [await aServer(), await aServer()]
    const tar = join(folder.path, 'world.tar')
    const backup = Bun.spawn([process.execPath, 'src/backup/run-backup.ts', tar], { stderr: 'pipe', env: process.env })
    expect(await backup.exited).toBe(0)
    expect((await source.run('src/backup/run-restore.ts', tar)).code).toBe(0)

    await paste('dump', source.env)
    await paste('load', target.env)

    const contents = (machine: typeof source) => {
      const photos = readdirSync(join(machine.dataDir, 'photos'), { recursive: true }).filter((one) =>
        /jpg$/.test(`${one}`),
      )
      const sql = machine.connect()
      const tables = [
        'users',
        'jobs',
        'job_visits',
        'quotes',
        'job_events',
        'tallies',
        'uploaded_objects',
        'outbox',
        'settings',
      ]
      const parts = tables.map(
        (table) =>
          `(select string_agg(t::text, E'\\n' order by t::text) from ${table} t where t::text !~ 'changes_epoch')`,
      )
      return sql
        .unsafe(`select ${parts.map((part, index) => `${part} as ${tables[index]}`).join(', ')},
          (select last_value from job_refs) as job_refs`)
        .then(([rows]: object[]) => ({ photos, rows }))
        .finally(() => sql.close())
    }
    const [before, after] = await Promise.all([source, target].map(contents))
    expect(after).toEqual(before!)
    expect(before!.photos).toHaveLength(1)

    const { url, stop } = await target.serve({ ADMIN_EMAIL: 'x@y.example', ADMIN_PASSWORD: 'secret1' })
    const body = JSON.stringify({ identifier: cast.agent.email, password: 'correct horse' })
    const headers = { 'content-type': 'application/json' }
    const signIn = await fetch(`${url}/api/local/login`, { method: 'POST', headers, body })
    const cookie = signIn.headers.get('set-cookie')!.split(';')[0]!
    const made = await fetch(`${url}/api/jobs`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(jobInput()),
    })
    expect(made.status).toBe(201)
    expect((await stop()).code).toBe(0)
  }, 60_000)
})

test('every metric that the manual names is there, and it names every one', async () => {
  expect((await stranger.get('/metrics')).status).toBe(404)
  const { figures } = await import('#src/operation/registry.ts')
  const told = new Set([...(await figures()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!))
  expect([...told]).toContain('fettle_http_requests_total')
  const section = /## Metrics[\s\S]*?\n## /.exec(manual)![0]
  const named = new Set<string>()
  let family = ''
  for (const [, name] of section.matchAll(/`((?:fettle|process)?_[a-z_]+)(?:\{[^`]*\}|:[^`]*)?`/g)) {
    if (!name!.startsWith('_')) family = name!.startsWith('process') ? 'process' : 'fettle_database'
    named.add(name!.startsWith('_') ? family + name : name!)
  }
  expect([...told].filter((name) => !named.has(name))).toEqual([])
  expect([...named].filter((name) => !told.has(name))).toEqual([])
})

describe.skipIf(!Bun.which('systemd-analyze'))('the unit for systemd', () => {
  const folder = temporaryFolder('/tmp/fettle-unit-')
  afterAll(() => folder.remove())

  test('is one, and gives little away', async () => {
    const unit = join(folder.path, 'fettle@3000.service')
    const text = await Bun.file(join(ROOT, 'ops/fettle@.service')).text()
    await Bun.write(unit, text.replaceAll('/opt/fettle', ROOT))
    const verify = await Bun.$`systemd-analyze verify --man=no ${unit}`.nothrow().quiet()
    expect(
      verify.stderr
        .toString()
        .split('\n')
        .filter((line) => line.includes('fettle@')),
    ).toEqual([])
    const security = await Bun.$`systemd-analyze security --offline=yes --threshold=20 --no-pager ${unit}`
      .nothrow()
      .quiet()
    expect(security.exitCode).toBe(0)
    expect(security.stdout.toString()).toMatch(/exposure level for fettle@3000\.service: 1\.\d/)
  })
})
