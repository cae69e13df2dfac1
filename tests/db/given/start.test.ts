import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SQL } from 'bun'
import { findBinaries } from '#db/embedded/binaries.ts'
import { placesOf } from '#db/embedded/paths.ts'
import { serverUser } from '#db/embedded/server-user.ts'
import { ADMIN, startFettle } from '#tests/whole/faults/fettle.ts'
import { gather } from '#tests/whole/faults/load/cast.ts'
import { type Authority, makeAuthority } from '#tests/whole/services/certificates.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { type Postgres, startPostgres } from '#tests/whole/services/postgres.ts'
import { complaintOf } from './complaint.ts'

const missing = await missingServices(['postgres'])
if (missing.length) console.log(`Left out, as these are not installed and cannot be: ${missing.join(', ')}`)

const PASSWORD = 'p@ss/wörd: 100%'

describe.skipIf(missing.length > 0)('a given server', () => {
  const folder = realpathSync(mkdtempSync('/tmp/fettle-given-'))
  let ours: Authority
  let others: Authority
  let safe: Postgres
  let misnamed: Postgres
  let open: Postgres

  beforeAll(async () => {
    ours = await makeAuthority(join(folder, 'ours'))
    others = await makeAuthority(join(folder, 'others'))
    const named = await ours.sign(['127.0.0.1'])
    safe = await startPostgres({ tls: named, password: PASSWORD })
    misnamed = await startPostgres({ tls: await ours.sign(['db.example']), password: PASSWORD })
    open = await startPostgres({ password: PASSWORD })
  }, 120_000)
  afterAll(async () => {
    for (const server of [safe, misnamed, open]) await server?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }, 120_000)

  test.each(['require', 'verify-ca', 'verify-full'])(
    'is used over TLS with sslmode=%s, by its password',
    async (mode) => {
      const trust = mode === 'require' ? '' : `&sslrootcert=${ours.ca}`
      const fettle = await startFettle({ env: { DATABASE_URL: `${safe.url}?sslmode=${mode}${trust}` } })
      await using _ = { [Symbol.asyncDispose]: () => fettle.remove() }
      const sessions = await safe.admin`
      select distinct ssl, version from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'fettle'`
      expect([...sessions] as unknown).toEqual([{ ssl: true, version: 'TLSv1.3' }])
    },
    120_000,
  )

  test('with a certificate for another name serves verify-ca', async () => {
    const fettle = await startFettle({
      env: { DATABASE_URL: `${misnamed.url}?sslmode=verify-ca&sslrootcert=${ours.ca}` },
    })
    await fettle.remove()
  }, 120_000)

  /** What a start with this DATABASE_URL ends with, in a sentence, and how long it took. */
  async function refusal(DATABASE_URL: string) {
    const began = performance.now()
    const complaint = await complaintOf(DATABASE_URL)
    return { complaint, took: performance.now() - began }
  }

  test.each<[string, () => string, string]>([
    [
      'signed by somebody else',
      () => `${safe.url}?sslmode=verify-full&sslrootcert=${others.ca}`,
      "cannot be verified (unable to verify the first certificate): name the authority's file with sslrootcert",
    ],
    ['signed by nobody known', () => `${safe.url}?sslmode=verify-ca`, 'cannot be verified'],
    [
      'with a certificate for another name',
      () => `${misnamed.url}?sslmode=verify-full&sslrootcert=${ours.ca}`,
      'is for another name than the one in DATABASE_URL.',
    ],
    ['without the TLS that is wanted', () => `${open.url}?sslmode=require`, 'offers no TLS, which sslmode'],
    ['that wants TLS', () => safe.url, 'add sslmode=verify-full or sslmode=require to DATABASE_URL.'],
    [
      'that knows another password',
      () => open.url.replace(encodeURIComponent(PASSWORD), 'wrong-secret'),
      'does not let Fettle in: password authentication failed for user "fettle".',
    ],
    [
      'without this database',
      () => open.url.replace(/fettle$/, 'nowhere'),
      'has no such database: database "nowhere" does not exist.',
    ],
    [
      'where Fettle may make nothing',
      () => open.url.replace(/fettle$/, 'postgres'),
      'The rights in the database on 127.0.0.1:',
    ],
    [
      'with a mode that does not exist',
      () => `${open.url}?sslmode=on`,
      'DATABASE_URL has sslmode=on, which is none of',
    ],
    [
      'with an authority that is not there',
      () => `${open.url}?sslmode=verify-full&sslrootcert=/nowhere.pem`,
      'DATABASE_URL names a file with sslrootcert that cannot be read: /nowhere.pem',
    ],
    [
      'named with others',
      () => open.url.replace('@', '@127.0.0.1:5432,'),
      'DATABASE_URL names several servers, and Fettle goes to one address',
    ],
    [
      'asked to be a standby',
      () => `${open.url}?target_session_attrs=standby`,
      'Fettle needs a server that takes writes: read-write',
    ],
  ])(
    '%s ends the start at once with a sentence, without the password',
    async (_, url, sentence) => {
      const { complaint, took } = await refusal(url())
      expect(complaint).toContain(sentence)
      for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), 'wrong-secret'])
        expect(complaint).not.toContain(secret)
      expect(complaint).not.toMatch(/\n\s+at /)
      expect(took).toBeLessThan(15_000)
    },
    120_000,
  )

  test('that is not there yet is waited for', async () => {
    await using late = await startPostgres()
    await late.stop()
    const waits = Promise.withResolvers<void>()
    const onLog = (log: string) => {
      if (log.includes('The database gives no answer yet. Waiting for it.')) waits.resolve()
    }
    const starting = startFettle({ env: { DATABASE_URL: late.url }, onLog })
    await waits.promise
    await late.start()
    const fettle = await starting
    expect(fettle.log()).toContain('The database gives no answer yet. Waiting for it.')
    expect(fettle.starts()).toBe(1)
    await fettle.remove()
  }, 120_000)

  test('of the embedded version, over TCP and TLS', async () => {
    const programs = join(await findBinaries(placesOf(folder), serverUser('/nonexistent')), 'bin')
    await using newest = await startPostgres({ programs, tls: await ours.sign(['127.0.0.1']), password: PASSWORD })
    const DATABASE_URL = `${newest.url}?sslmode=verify-full&sslrootcert=${ours.ca}`
    const fettle = await startFettle({ env: { DATABASE_URL, LOG_LEVEL: 'warn' } })
    await using _ = { [Symbol.asyncDispose]: () => fettle.remove() }
    await gather(fettle, { agents: 1, contractors: 1, admins: 1 })
    await using database = new SQL(DATABASE_URL, { max: 1 })
    const [row] = await database`select current_setting('server_version_num')::int / 10000 as version`
    expect(row.version).toBe(18)
  }, 120_000)

  test('that may only be read is enough for a database that is up to date', async () => {
    await using postgres = await startPostgres()
    const env = { DATABASE_URL: postgres.url }
    await (await startFettle({ env })).remove()
    await postgres.makeReadOnly()
    const fettle = await startFettle({ env })
    await using _ = { [Symbol.asyncDispose]: () => fettle.remove() }
    expect(await (await fetch(`${fettle.url}/readyz`)).text()).toBe('read-only')
    await postgres.makeReadOnly(false)
    const body = JSON.stringify(ADMIN)
    const headers = { 'content-type': 'application/json' }
    const signIn = async () => (await fetch(`${fettle.url}/api/local/login`, { method: 'POST', body, headers })).status
    const end = Date.now() + 10_000
    while ((await signIn()) !== 200) if (Date.now() > end) throw new Error('It takes no writes')
  }, 120_000)
})
