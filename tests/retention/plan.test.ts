import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { db, rawClient } from '#db/connect/client.ts'
import { openSession } from '#src/access/session.ts'
import { applyRetention, dueForRemoval, removeShortLived } from '#src/retention/apply.ts'
import { ACCOUNTS, EVENTS, JOBS, RECORDS, SHORT_LIVED } from '#src/retention/rules.ts'
import { createWebhook } from '#src/webhooks/actions.ts'
import { sendTest } from '#src/webhooks/send.ts'
import { numberAll } from '#tests/events/reading.ts'
import { anEmail } from '#tests/queue/working.ts'
import { ROOT } from '#tests/support/root.ts'
import { aCast, aJob, anAgent, finishedQuoteWork } from '#tests/support/world.ts'
import { longUntouched } from './old.ts'

/** Every row of every table, as a fingerprint. */
async function everything(): Promise<Record<string, string>> {
  const tables: { name: string }[] =
    await rawClient`select tablename as name from pg_tables where schemaname = 'public'`
  const prints: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = (await rawClient.unsafe(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from "${name}" t`,
    )) as { print: string }[]
    prints[name] = row!.print
  }
  return prints
}

/** Some of every kind that has been kept long enough, and some that has not. */
async function aLongLife() {
  const cast = await aCast()
  const old = sql`now() - interval '9 years'`
  await db.execute(
    sql`insert into bulk_actions (id, kind, actor_name, done, refused, created_at) values (gen_random_uuid(), 'cancel', 'Ada', 2, 0, ${old})`,
  )
  const jobs = [await aJob(cast, 'completed'), await aJob(cast, 'completed'), await aJob(cast, 'pending')]
  for (const { id } of jobs.slice(0, 2)) await longUntouched(id)
  // Long unchanged, but not the work that came of it.
  const { parent, work } = await finishedQuoteWork(cast)
  await longUntouched(parent.id)
  await db.execute(sql`update jobs set updated_at = now() where id = ${work.id}`)
  // All of it long unchanged: it counts as one.
  const done = await finishedQuoteWork(cast)
  await longUntouched(done.parent.id)
  await db.execute(sql`insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, status, updated_at)
    select gen_random_uuid(), 'OLD-' || n, ${cast.agent.id}, 'O', 'R', 'Rose', 'Lane', 'Broken boiler', 'cancelled', ${old} from generate_series(1, 430) n`)

  // One has a job that goes as well, one a job in hand, which stays; the third has something of everything.
  const [leaving, staying, rich] = [await aCast(), await aCast(), await anAgent()]
  await longUntouched((await aJob(leaving, 'completed')).id)
  await longUntouched((await aJob(staying, 'in_progress')).id)
  await openSession(rich.id, 'test')
  await db.execute(sql`update sessions set expire = now() - interval '1 day' where user_id = ${rich.id}`)
  const gone = [leaving.contractor.id, staying.contractor.id, rich.id]
  for (const id of gone) await db.execute(sql`update users set deleted_at = ${old} where id = ${id}`)

  for (const [user, days] of [
    [rich.id, 40],
    [cast.agent.id, 31],
    [cast.agent.id, 29],
    [cast.admin.id, -5],
  ] as const) {
    await db.execute(sql`insert into api_tokens (id, user_id, name, token_hash, expires_at)
      values (gen_random_uuid(), ${user}, 'T', ${crypto.randomUUID()}, now() - ${days} * interval '1 day')`)
  }
  await db.execute(
    sql`insert into api_tokens (id, user_id, name, token_hash, created_at) values (gen_random_uuid(), ${cast.agent.id}, 'T', 'for ever', ${old})`,
  )
  for (const days of [31, 29]) {
    await db.execute(sql`insert into links (id, purpose, token_hash, user_id, expires_at) values
      (gen_random_uuid(), 'set_password', ${crypto.randomUUID()}, ${cast.agent.id}, now() - ${days} * interval '1 day')`)
  }
  for (const days of [29, 31, 300]) {
    await db.execute(sql`insert into idempotency_keys (user_id, key_hash, request_hash, created_at)
      values (${cast.agent.id}, ${crypto.randomUUID()}, 'x', now() - ${days} * interval '1 day')`)
  }
  await db.execute(sql`delete from rate_limits`)
  await db.execute(
    sql`insert into rate_limits values ('a', 1, now() - interval '1 s'), ('b', 1, now() + interval '1 hour')`,
  )
  await db.execute(
    sql`insert into sign_in_failures (identifier_hash, address, created_at) values ('a', 'x', ${old}), ('b', 'x', now())`,
  )
  await db.execute(sql`insert into sign_in_addresses (user_id, address_hash, last_used_at)
    values (${cast.agent.id}, 'old', now() - interval '31 days'), (${cast.agent.id}, 'new', now() - interval '29 days')`)
  await db.execute(
    sql`insert into spent_challenges values ('a', now() - interval '1 s'), ('b', now() + interval '1 minute')`,
  )
  await db.execute(sql`insert into sign_in_devices (user_id, device_hash, last_used_at)
    values (${cast.agent.id}, 'old', now() - interval '91 days'), (${cast.agent.id}, 'new', now() - interval '89 days')`)
  await db.execute(sql`insert into reminders (user_id, job_id, told_on)
    select ${cast.admin.id}, id, current_date - case when id = ${jobs[2]!.id} then 29 else 31 end
    from jobs where id in (${jobs[1]!.id}, ${jobs[2]!.id})`)
  await numberAll()
  await db.execute(sql`update changes set at = now() - interval '91 days'
    where id in (select id from changes order by seq limit 2)`)
  const webhook = await createWebhook(cast.admin, { name: 'Accounting', url: 'https://8.8.8.8/' })
  for (const days of [31, 29]) {
    const { id } = await sendTest(cast.admin, webhook.id)
    await db.execute(
      sql`update webhook_deliveries set created_at = now() - ${days} * interval '1 day' where id = ${id}`,
    )
  }
  for (const years of [4, 2])
    await db.execute(sql`insert into complaints (id, name, email, text, form_hash, closed_at) values
      (gen_random_uuid(), 'T', 'T', 'T', ${years}, now() - ${years} * interval '1 year')`)
  await db.execute(sql`insert into figure_changes (kind, "from", until, created_at) select 'raised', '2026-03-01', '2026-03-01',
    now() - interval '25 hours'`)
  const email = await anEmail()
  await db.execute(sql`update email_notifications set created_at = now() - interval '4 years' where id = ${email}`)
}

const EXPECTED = {
  'idempotency keys': 2,
  'rate limits': 1,
  'changes of figures': 1,
  'answered questions for passkeys': 1,
  'e-mail notifications': 1,
  complaints: 1,
  'what was done at once': 1,
  sessions: 1,
  'failed sign-ins': 1,
  'sign-in addresses': 1,
  'sign-in devices': 1,
  reminders: 1,
  'expired API tokens': 2,
  'expired links': 1,
  'deliveries to webhooks': 1,
  jobs: 434,
  accounts: 2,
  events: 2,
}

test('a dry run changes nothing, and says exactly what is then removed', async () => {
  await aLongLife()
  const before = await everything()
  const due = await dueForRemoval()
  expect(await everything()).toEqual(before)
  expect(Object.fromEntries(due.map(({ name, count }) => [name, count]))).toEqual(EXPECTED)
  const years = (name: string) =>
    (Date.now() - due.find((one) => one.name === name)!.oldest!.getTime()) / 31_557_600_000
  expect(years('jobs')).toBeCloseTo(9, 1)
  expect(years('e-mail notifications')).toBeCloseTo(4, 1)

  const removed = await applyRetention()
  expect(Object.fromEntries(removed.map(({ name, count }) => [name, count]))).toEqual(EXPECTED)
  const after = await everything()
  const left = (table: string) => Number(after[table]!.split(' ')[0])
  const had = (table: string) => Number(before[table]!.split(' ')[0])
  // The one quote_work job goes with its parent.
  expect(had('jobs') - left('jobs')).toBe(EXPECTED.jobs + 1)
  expect(had('users') - left('users')).toBe(EXPECTED.accounts)
  expect(had('api_tokens') - left('api_tokens')).toBe(EXPECTED['expired API tokens'])
  expect([left('idempotency_keys'), left('rate_limits'), left('sign_in_failures'), left('sessions')]).toEqual([
    1, 1, 1, 0,
  ])
  expect((await dueForRemoval()).filter(({ count }) => count > 0)).toEqual([])
  expect((await dueForRemoval()).every(({ oldest }) => oldest === null)).toBe(true)
}, 60_000)

test('the planner knows how many rows are due: of a time in a parameter it assumes a third of the table, and reads all', () => {
  const dialect = new PgDialect({ casing: 'snake_case' })
  for (const { name, old } of [...SHORT_LIVED, ...RECORDS, JOBS, ACCOUNTS, EVENTS])
    expect({ name, parameters: dialect.sqlToQuery(old).params }).toEqual({ name, parameters: [] })
})

test('rows that follow a job are found by indexes, however large their table is', async () => {
  // Of a table without rows any index is as good as another, as soon as the planner knows that it has none.
  const cast = await aCast()
  for (let made = 0; made < 20; made++) await aJob(cast, 'quote_pending')
  await db.execute(sql`analyze`)
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_mergejoin = off`)
    return (await tx.execute(sql`explain select count(*) from jobs where ${JOBS.old}`)) as Record<string, string>[]
  })
  const text = plan.flatMap(Object.values).join('\n')
  expect(text).toContain('Index Scan using jobs_updated_index')
  expect(text).not.toMatch(/Seq Scan|hashed/)
  // Nine tables for a job, and as many for its quote work.
  expect(text.match(/Index Cond: \(\(?job_id = /g)!.length).toBeGreaterThanOrEqual(18)
})

test('short-lived rows are removed by themselves, and nothing else', async () => {
  await aLongLife()
  await removeShortLived()
  const due = Object.fromEntries((await dueForRemoval()).map(({ name, count }) => [name, count]))
  const gone = ['idempotency keys', 'rate limits', 'changes of figures', 'answered questions for passkeys']
  expect(due).toEqual({ ...EXPECTED, ...Object.fromEntries(gone.map((name) => [name, 0])) })
}, 60_000)

test('the command tells what it would remove, and removes it only when it is no dry run', async () => {
  const email = await anEmail()
  await db.execute(sql`update email_notifications set created_at = '2019-03-04T12:00:00Z' where id = ${email}`)
  const before = await everything()
  const run = async (...words: string[]) => {
    const script = join(ROOT, 'src/retention/command.ts')
    const child = Bun.spawn([process.execPath, script, ...words], { env: process.env, stderr: 'pipe' })
    const [out, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    return { code: await child.exited, out, complaint }
  }
  const line = '       1 e-mail notifications, the oldest of 04/03/2019\n'
  const dry = await run('--dry-run')
  expect(dry).toMatchObject({ code: 0, complaint: '' })
  expect(dry.out).toStartWith('Would be removed (nothing has been changed):\n       0 idempotency keys\n')
  expect(dry.out).toContain(line)
  expect(await everything()).toEqual(before)
  expect(await run('--dryrun')).toMatchObject({ code: 64, complaint: 'Usage: npm run retention -- [--dry-run]\n' })
  expect(await everything()).toEqual(before)
  const real = await run()
  expect([real.code, real.out.startsWith('Removed:\n'), real.out.includes(line)]).toEqual([0, true, true])
  expect(await db.execute(sql`select 1 from email_notifications`)).toHaveLength(0)
}, 60_000)
