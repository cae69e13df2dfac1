import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { SQL } from 'bun'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrationsOf } from '#db/backup/tables.ts'
import { applyMigrations } from '#db/connect/apply-migrations.ts'
import { COUNT_THE_REST } from '#db/connect/migration-steps.ts'
import { ROOT } from '#tests/support/root.ts'
import { earlierVersions, FIRST_ROWS, schemaOf, TAGS, talliedAndCounted } from './earlier-versions.ts'

const migrations = readMigrationFiles({ migrationsFolder: join(ROOT, 'db/migrations') })
const NEWEST = migrations.length - 1
/** As many as one upgrade brought so far beside writers: each waits for seconds. */
const LATE_MIGRATIONS = 19

let versions: Awaited<ReturnType<typeof earlierVersions>>
beforeAll(async () => {
  versions = await earlierVersions()
})
afterAll(() => versions.stop())

async function upgrade(database: string, by = (connection: SQL) => connection): Promise<void> {
  const client = versions.connect(database)
  try {
    using connection = await client.reserve()
    await applyMigrations(by(connection), migrations)
  } finally {
    await client.close({ timeout: 0 })
  }
}

async function within<T>(database: string, work: (sql: SQL) => Promise<T>): Promise<T> {
  const sql = versions.connect(database, { max: 4 })
  try {
    return await work(sql)
  } finally {
    await sql.close({ timeout: 0 })
  }
}

/** Has another transaction do this. Commits it when it is called. */
async function underWay(sql: SQL, ...statements: string[]): Promise<() => Promise<void>> {
  const open = await sql.reserve()
  await open`begin`
  for (const statement of statements) await open.unsafe(statement)
  return async () => {
    await open`commit`
    open.release()
  }
}

/** Waits until somebody in this database waits for what another has in hand. */
async function untilWaiting(sql: SQL): Promise<void> {
  for (;;) {
    const waiting: unknown[] = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (waiting.length > 0) return
    await Bun.sleep(10)
  }
}

async function expectSumsToBeRight(sql: SQL): Promise<void> {
  const [tallied, counted] = await talliedAndCounted(sql)
  expect(tallied).toEqual(counted)
}

/** A database as the first version filled it, taken on by the versions up to this one. */
async function filled(name: string, newest: number): Promise<void> {
  await versions.create(name)
  await versions.bringTo(name, 0)
  await within(name, (sql) => sql.unsafe(FIRST_ROWS))
  await versions.bringTo(name, newest)
}

test('an upgrade from each earlier version, with data, ends in the schema, sums and ends of sessions of a fresh database', async () => {
  await versions.create('fresh')
  await upgrade('fresh')
  const expected = await within('fresh', schemaOf)
  await versions.create('fresh_by_drizzle')
  await versions.bringTo('fresh_by_drizzle', NEWEST)
  expect(await within('fresh_by_drizzle', schemaOf)).toEqual(expected)
  await filled('step', 0)
  for (let from = 0; from <= NEWEST; from++) {
    await versions.bringTo('step', from)
    await versions.create(`from_${from}`, 'step')
    await upgrade(`from_${from}`)
    const since = TAGS[from]
    const schema = await within(`from_${from}`, schemaOf)
    expect({ since, missing: expected.filter((line) => !schema.includes(line)) }).toEqual({ since, missing: [] })
    expect({ since, more: schema.filter((line) => !expected.includes(line)) }).toEqual({ since, more: [] })
    const late = await within(
      `from_${from}`,
      (sql) => sql`select from sessions where expire > now() + interval '28 days'`,
    )
    expect({ since, late: late.length }).toEqual({ since, late: 0 })
    const ofOthers = await within(
      `from_${from}`,
      (sql) => sql`
        select from quotes join jobs on jobs.id = job_id where agent_id is distinct from
          case when hidden_from_estate_agent = 'no' then estate_agent_id end`,
    )
    expect({ since, ofOthers: ofOthers.length }).toEqual({ since, ofOthers: 0 })
    const [tallied, counted] = await within(`from_${from}`, talliedAndCounted)
    expect(tallied.length).toBeGreaterThan(10)
    expect({ since, tallied }).toEqual({ since, tallied: counted })
  }
}, 120_000)

test('an index that a kill left half built is built again', async () => {
  await filled('half_built', 0)
  await within('half_built', (sql) => sql.unsafe('create index jobs_status_index_next on jobs (status)'))
  const superuser = versions.connect('half_built', { username: 'postgres' })
  await superuser`update pg_index set indisvalid = false where indexrelid = 'jobs_status_index_next'::regclass`
  await superuser.close({ timeout: 0 })
  await upgrade('half_built')
  expect(await within('half_built', schemaOf)).toEqual(await within('fresh', schemaOf))
})

/** Fails at the statement after so many, as if the process were killed there. */
function cutOffAfter(statements: number) {
  let left = statements
  const cutting = (connection: SQL): SQL =>
    new Proxy(connection, {
      get(target, name) {
        if (name === 'begin')
          return (work: (transaction: SQL) => Promise<void>) =>
            target.begin((transaction) => work(cutting(transaction)))
        if (name !== 'unsafe') return Reflect.get(target, name)
        return (statement: string, values?: unknown[]) => {
          if (left-- === 0) throw new Error('cut off')
          return target.unsafe(statement, values)
        }
      },
    })
  return cutting
}

test('an upgrade that is cut off again and again goes on where it was, and until it is done no backup is made', async () => {
  await filled('cut_off', 0)
  let halfway = 0
  for (let statements = 1, ended = ''; ended !== 'done'; statements++) {
    ended = await upgrade('cut_off', cutOffAfter(statements)).then(
      () => 'done',
      (error: Error) => error.message,
    )
    expect(ended).toMatch(/^(done|cut off)$/)
    const backup = await within('cut_off', migrationsOf).catch((error: Error) => error.message)
    if (typeof backup !== 'string') continue
    expect(backup).toContain('is being upgraded')
    halfway++
  }
  expect(halfway).toBeGreaterThan(10)
  expect(await within('cut_off', schemaOf)).toEqual(await within('fresh', schemaOf))
  await within('cut_off', expectSumsToBeRight)
})

test('rows written while the sums are made are counted once', async () => {
  await filled('written_to', 0)
  await within('written_to', async (sql) => {
    const commit = await underWay(
      sql,
      `update jobs set status = 'cancelled' where job_ref = 'JOB-1'`,
      `insert into job_visits (id, job_id, work_description, photos_urls) values
        (gen_random_uuid(), (select id from jobs where job_ref = 'JOB-2'), 'x', '{/photos/2}')`,
    )
    const state = { done: false, written: 0 }
    const upgraded = upgrade('written_to').finally(() => {
      state.done = true
    })
    // The triggers are not there before this has ended.
    await untilWaiting(sql)
    expect(state.done).toBe(false)
    await commit()
    const write = async (which: number) => {
      for (let turn = 0; !state.done; turn++) {
        const ref = `JOB-${((turn * 7 + which) % 399) + 2}`
        await sql`update jobs set status = 'completed' where job_ref = ${ref}`
        await sql`update quotes set status = 'approved', work_status = 'completed', amount = amount + 1
          where id = (select id from quotes where job_id = (select id from jobs where job_ref = ${ref}))`
        await sql`update job_visits set photos_urls = '{/photos/3}' where job_id = (select id from jobs where job_ref = ${ref})`
        state.written++
      }
    }
    await Promise.all([upgraded, write(0), write(100)])
    expect(state.written).toBeGreaterThan(10)
    await expectSumsToBeRight(sql)
    // One that is under way while it is counted.
    await sql`delete from tallies where "of" = 'invoices'`
    const commitLate = await underWay(sql, `delete from job_visits where photos_urls <> '{}'`)
    await sql.unsafe(COUNT_THE_REST)
    await commitLate()
    await expectSumsToBeRight(sql)
  })
})

test('changes under way while the kinds of sums were divided are summed by the new ones', async () => {
  await filled('divided', 2)
  await within('divided', async (sql) => {
    const commit = await underWay(
      sql,
      `update quotes set status = 'approved', work_status = 'completed', invoicing_status = 'invoiced'
        where id in (select id from quotes where status = 'declined' limit 5)`,
    )
    const upgraded = upgrade('divided')
    await Bun.sleep(1500)
    await commit()
    await upgraded
    await expectSumsToBeRight(sql)
  })
})

test('nobody waits behind a migration that waits for a long statement of another', async () => {
  await filled('read_for_long', 8)
  await within('read_for_long', async (sql) => {
    const endReading = await underWay(sql, 'select from jobs limit 1')
    let done = false
    const upgraded = upgrade('read_for_long').then(() => {
      done = true
    })
    await untilWaiting(sql)
    // By drizzle's migrator both would wait until the other's transaction has ended.
    await sql`select from jobs limit 1`
    await sql`update jobs set updated_at = now() where job_ref = 'JOB-1'`
    expect(done).toBe(false)
    await endReading()
    await upgraded
    expect(await schemaOf(sql)).toEqual(await within('fresh', schemaOf))
  })
})

test('a table that is always written to keeps no migration out', async () => {
  await filled('never_idle', NEWEST - LATE_MIGRATIONS)
  const writers = versions.connect('never_idle', { max: 8 })
  let done = false
  const write = async () => {
    while (!done) {
      await Bun.sleep(Math.random() * 200)
      await writers.begin(async (transaction) => {
        await transaction`lock table jobs in row exclusive mode`
        await Bun.sleep(700)
      })
    }
  }
  const writing = Array.from({ length: 8 }, write)
  await Bun.sleep(1000)
  await upgrade('never_idle').finally(() => {
    done = true
  })
  await Promise.all(writing)
  await writers.close({ timeout: 0 })
  expect(await within('never_idle', schemaOf)).toEqual(await within('fresh', schemaOf))
})
