import { beforeEach } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import './matchers/dates-in-objects.ts'
import { givenSurroundings, ownSurroundings } from './surroundings.ts'

// The preload of `bun test`: one database for all tests of a process, migrated, and empty before each of them.
// src/runtime/env.ts reads the environment once, so nothing that imports it may be loaded before the variables are set.
const dataDir = mkdtempSync(join(tmpdir(), 'fettle-test-'))
const OF_THE_DEVELOPER =
  /^(DATABASE_|S3_|SMTP_|OIDC_|ADMIN_|PG|PUBLIC_URL|SECRET|PORT|HOST$|MAIL_|VISIT_FEE|TRUST_PROXY|LOG_FORMAT|METRICS_|DRAIN_|RATE_|WEBHOOK_|CONTACT_)/
for (const name of Object.keys(process.env)) if (OF_THE_DEVELOPER.test(name)) delete process.env[name]
// React as it runs in production: its build for development takes several times as long.
process.env.NODE_ENV = 'production'
await Promise.all(['react', 'react/jsx-runtime', 'react-dom/server'].map((name) => import(name)))
Object.assign(process.env, {
  NODE_ENV: 'test',
  DATA_DIR: dataDir,
  DEMO: '0',
  TZ: 'UTC',
  ...{ CONTACT_PHONE: '01483 000000', CONTACT_EMAIL: 'office@fettle.example' },
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  // Counted, but higher than any test but those of the limits comes.
  ...{ RATE_WRITES: '1000000', RATE_UPLOADS: '1000000', RATE_STRANGERS: '1000000', RATE_READS: '1000000' },
})

// However the tests end, kill -9 included, no server and no folder stays: when this process is gone the pipe to the
// shell closes, and the shell clears up. afterAll would not do: of processes side by side it is each file's end.
const CLEAR_UP = 'read -r _; kill -QUIT "$(head -n 1 "$0/postgres/postmaster.pid")" 2>/dev/null; sleep 0.2; rm -rf "$0"'
Bun.spawn(['sh', '-c', CLEAR_UP, dataDir], {
  stdin: 'pipe',
  stdout: 'ignore',
  stderr: 'ignore',
  detached: true,
}).unref()

// TEST_ON=given: the same tests on an operator's PostgreSQL, S3 and mail server.
Object.assign(process.env, await (process.env.TEST_ON === 'given' ? givenSurroundings() : ownSurroundings(dataDir)))
const { rawClient } = await import('#db/connect/client.ts')
const { migrate } = await import('#db/connect/migrate.ts')
const { NUMBERING_LOCK } = await import('#src/events/numbering.ts')
await migrate()
await (await import('#src/http/first-load/assets.ts')).prepareAssets()

type Named = { name: string }[]
const tables: Named = await rawClient`
  select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`
const sequences: Named = await rawClient`
  select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`

/** One statement, so that foreign keys are judged when everything is gone; fifty times as fast as truncate. */
const emptyEverything = `with ${tables.map(({ name }, index) => `d${index} as (delete from ${name})`).join(', ')}
  select ${sequences.map(({ name }) => `setval('${name}', $1, false)`).join(', ')}`

/** Of thousands of rows each has its triggers, for seconds, and dead they are read through by every test that follows. */
const truncateEverything = `truncate ${tables.map(({ name }) => name).join(', ')}`
const isLarge = `select ${tables.map(({ name }) => `pg_relation_size('${name}') > $1`).join(' or ')} as large`

/** What a test before has had counted, in any process, is forgotten: what truncation takes no trigger notes. */
const everyDayChanged = `insert into figure_changes (kind, "from", until) select kind, '-infinity', 'infinity'
  from unnest(enum_range(null::figure_kind)) kind on conflict do nothing`

/** Whatever is written moves it, in any process: rows of every table, and numbers that sequences gave. */
const writtenUntil = async (): Promise<string> =>
  (await rawClient`select pg_current_wal_insert_lsn()::text as at`)[0].at
let emptyAt: string | undefined

beforeEach(async () => {
  if ((await writtenUntil()) === emptyAt) return
  await rawClient.begin(async (tx) => {
    // Whoever numbers what the test before has left would lock rows in another order, and PostgreSQL would end one of both.
    await tx.unsafe('select pg_advisory_xact_lock($1)', [NUMBERING_LOCK])
    // With parameters, so that they are planned once.
    const [{ large }] = await tx.unsafe(isLarge, [1_000_000])
    if (large) await tx.unsafe(truncateEverything)
    await tx.unsafe(emptyEverything, [1])
    // Triggers have written what went.
    await tx.unsafe('delete from tallies')
    await tx.unsafe('delete from first_visit_tallies')
    await tx.unsafe('delete from invoice_sum_changes')
    await tx.unsafe(everyDayChanged)
  })
  emptyAt = await writtenUntil()
})
