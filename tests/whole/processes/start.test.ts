import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SQL } from 'bun'
import { INDEX_LOCK } from '#db/connect/indexes.ts'
import { lockNow } from '#db/connect/lock.ts'
import { ROOT } from '#tests/support/root.ts'
import { startFettle } from '#tests/whole/faults/fettle.ts'
import { startPostgres } from '#tests/whole/services/postgres.ts'
import { signIn } from './people.ts'
import { sharedEnv, whyNotSeveral } from './several.ts'

const why = await whyNotSeveral()
setDefaultTimeout(120_000)

describe.skipIf(why !== null)('three processes started at once', async () => {
  const postgres = why ? null! : await startPostgres()
  const sql = why ? null! : new SQL({ url: postgres.url, adapter: 'postgres', max: 1 })
  afterAll(async () => {
    await sql?.close()
    await postgres?.[Symbol.asyncDispose]()
  })

  /** Starts them, has them looked at, ends them, and returns what they have printed. */
  async function start(count: number, look: (urls: string[]) => Promise<void> = async () => {}): Promise<string[]> {
    const env = {
      ...sharedEnv(postgres, 'http://127.0.0.1:1'),
      ...{ ADMIN_EMAIL: '', ADMIN_PASSWORD: '', LOG_LEVEL: '' },
    }
    const fettles = await Promise.all(Array.from({ length: count }, () => startFettle({ env })))
    try {
      await look(fettles.map(({ url }) => url))
      expect(await Promise.all(fettles.map((fettle) => fettle.stop()))).toEqual(Array(count).fill(0))
      return fettles.map((fettle) => fettle.log())
    } finally {
      await Promise.all(fettles.map((fettle) => fettle.remove()))
    }
  }

  test('migrate an empty database once, make one administrator, and all serve', async () => {
    const printed = await start(3, async (urls) => {
      const answers = await Promise.all(urls.map((url) => fetch(`${url}/readyz`)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    })
    const files = await readdir(join(ROOT, 'db/migrations'))
    const [applied] =
      await sql`select count(*)::int, count(distinct hash)::int as each from drizzle.__drizzle_migrations`
    const written = files.filter((name) => name.endsWith('.sql')).length
    expect(applied).toEqual({ count: written, each: written })
    expect(await sql`select role, email from users`).toEqual([{ role: 'admin', email: 'admin@fettle.example' }])
    const passwords = printed.flatMap((log) =>
      [...log.matchAll(/password (\S+) \(shown this once\)/g)].map(([, p]) => p!),
    )
    expect(passwords).toHaveLength(1)
    // It is the one that was kept, and nobody is told a second time.
    const again = await start(1, async ([url]) => {
      expect((await signIn(url!, 'admin@fettle.example', passwords[0])).id).toBeString()
    })
    expect(again.join('')).not.toContain('shown this once')
  })

  test('do what is done at every start once: each unused upload and each old row goes one time', async () => {
    await start(1)
    const [{ id: user }] = await sql`insert into users (id, role, email, auth_type) values
      (gen_random_uuid(), 'contractor', ${`${crypto.randomUUID()}@plumbing.example`}, 'local') returning id`
    // More than the 200 and 500 that are taken at a time.
    await sql`insert into uploaded_objects (id, user_id, state, created_at)
      select gen_random_uuid(), ${user}, 'stored', now() - interval '2 days' from generate_series(1, 1200)`
    await sql`insert into sessions (sid, user_id, sess, expire)
      select 'old ' || n, ${user}, '{}', now() - interval '1 day' from generate_series(1, 900) n`
    const logs = await start(3, async () => {
      for (let patience = 600; patience > 0; patience--) {
        const [left] = await sql`select (select count(*)::int from uploaded_objects) as objects,
          (select count(*)::int from sessions where expire < now()) as sessions, (select count(*)::int from outbox) as outbox`
        if (left.objects + left.sessions + left.outbox === 0) return
        await Bun.sleep(50)
      }
      throw new Error('It is not all gone after half a minute')
    })
    const told = (pattern: RegExp) =>
      logs.flatMap((log) => [...log.matchAll(pattern)].map(([, n]) => Number(n))).reduce((sum, n) => sum + n, 0)
    expect(told(/Removing (\d+) uploaded photos/g)).toBe(1200)
    expect(told(/(\d+) sessions/g)).toBe(900)
    expect(logs.join('')).not.toMatch(/failed and will be tried again|taken over/)
  })

  test('a migration waits for who builds indexes: each would wait for the other', async () => {
    await postgres.admin`create database waits_for_builder owner fettle`
    const url = postgres.url.replace(/fettle$/, 'waits_for_builder')
    const builder = new SQL({ url, adapter: 'postgres', max: 1 })
    const migrate = () =>
      Bun.spawn([process.execPath, '-e', `await (await import('#db/connect/migrate.ts')).migrate()`], {
        cwd: ROOT,
        env: { ...process.env, DATABASE_URL: url },
      }).exited
    const tables = async () => (await builder`select from pg_tables where schemaname = 'public'`).length
    try {
      await lockNow(builder, INDEX_LOCK)
      const migrated = migrate()
      expect(await Promise.race([migrated, Bun.sleep(1500).then(() => 'waits')])).toBe('waits')
      expect(await tables()).toBe(0)
      await builder`select pg_advisory_unlock(${INDEX_LOCK})`
      expect(await migrated).toBe(0)
      expect(await tables()).toBeGreaterThan(10)
      // There is nothing to wait for where nothing is to be migrated.
      await lockNow(builder, INDEX_LOCK)
      expect(await migrate()).toBe(0)
    } finally {
      await builder.close({ timeout: 0 })
    }
  })
})
