import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, queuedWork } from '#db/schema.ts'
import { queueEmail } from '#src/emails/actions.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { enqueue } from '#src/queue/enqueue.ts'
import { claim } from '#src/queue/queue.ts'
import { content } from '#tests/emails/letters.ts'
import { signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { moment, spent } from '#tests/support/spent/spent.ts'
import { aCast, aContractor, aJob, anAdmin } from '#tests/support/world.ts'
import { finish, postpone } from './working.ts'

const ROUND = 5
const [A, B, C] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
const put = (owner: string, count: number) => {
  const subjects = Array.from({ length: count }, () => Bun.randomUUIDv7())
  return db.transaction((tx) => enqueue(tx, 'email', subjects, owner))
}

/** Whose work a worker takes, round by round, until nothing is ready. */
async function rounds(limit = 1000): Promise<string[][]> {
  const all: string[][] = []
  while (all.length < limit) {
    const { claims } = await claim('email', ROUND, 60_000, [])
    if (claims.length === 0) break
    all.push(claims.map(({ owner }) => owner))
    for (const claimed of claims) await finish(claimed)
  }
  return all
}
const roundOf = (all: string[][], owner: string) => all.findIndex((owners) => owners.includes(owner))

test('two hundred e-mails that one administrator causes hold another’s up by no more than a round', async () => {
  const cast = await aCast()
  const [ada, contractor] = [await anAdmin(), await aContractor()]
  await db.execute(sql`insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, waiting_on, waiting_for, waiting_since)
    select gen_random_uuid(), 'JOB-' || lpad((900000 + n)::text, 6, '0'), ${cast.agent.id}, 'O', 'R', 'Rose', 'Lane', 'Broken', 'admin', 'assign', now()
    from generate_series(1, 200) n`)
  const jobIds = (await db.execute<{ id: string }>(sql`select id from jobs`)).map(({ id }) => id)
  const single = await aJob(cast, 'pending')
  await db.delete(queuedWork)
  const bulk = await (await signedInAs(cast.admin)).post('/api/jobs/assign', { jobIds, contractorId: contractor.id })
  expect(bulk.status).toBe(200)
  expect(await db.$count(queuedWork)).toBe(200)
  const one = await (await signedInAs(ada)).post(`/api/jobs/${single.id}/assign`, { contractorId: contractor.id })
  expect(one.status).toBe(200)
  expect(roundOf(await rounds(3), ada.id)).toBeLessThanOrEqual(1)
}, 60_000)

test('each person has a turn before anybody has the next, also beside several floods', async () => {
  await put(A, 300)
  await put(B, 300)
  await put(C, 3)
  const all = await rounds()
  const last = all.findLastIndex((owners) => owners.includes(C))
  expect(last).toBeLessThanOrEqual(2)
  expect(all.flat()).toHaveLength(603)
})

test.each(['reminder', 'certificates_due', 'month_figures', 'invoices_late'] as const)(
  'many of %s hold up no link to set a password',
  async (routine) => {
    const email = { jobId: null, to: 'carl@plumbing.example', content: content() }
    await db.transaction(async (tx) => {
      for (let one = 0; one < 20; one++) await queueEmail(tx, { ...email, emailType: routine })
    })
    await db.transaction((tx) => queueEmail(tx, { ...email, emailType: 'password_link' }))
    await rounds(2)
    const kind = { kind: emailNotifications.emailType }
    const isQueued = eq(queuedWork.subject, emailNotifications.id)
    const waiting = await db.select(kind).from(emailNotifications).innerJoin(queuedWork, isQueued)
    expect(new Set(waiting.map((one) => one.kind))).toEqual(new Set([routine]))
  },
)

test('one person’s work keeps its order', async () => {
  await put(A, 20)
  const wanted = (await db.select().from(queuedWork).orderBy(queuedWork.id)).map(({ subject }) => subject)
  const got: string[] = []
  for (
    let { claims } = await claim('email', 3, 60_000, []);
    claims.length;
    { claims } = await claim('email', 3, 60_000, [])
  ) {
    got.push(...claims.map(({ subject }) => subject))
    for (const claimed of claims) await finish(claimed)
  }
  expect(got).toEqual(wanted)
})

test('hundreds that failed together and are due again hold nobody up either', async () => {
  await put(A, 300)
  const { claims } = await claim('email', 300, 60_000, [])
  for (const claimed of claims) await postpone(claimed, 0, 'try again')
  await db.update(queuedWork).set({ runAt: sql`now() - interval '1 second'` })
  await put(B, 1)
  expect(roundOf(await rounds(), B)).toBeLessThanOrEqual(1)
})

test('work put back by a server that is away keeps its place', async () => {
  await put(A, 10)
  const { claims } = await claim('email', 1, 60_000, [])
  await postpone(claims[0]!, null, 'away')
  expect((await claim('email', 1, 60_000, [])).claims[0]!.subject).toBe(claims[0]!.subject)
})

test('work without a turn, of an earlier version, is delivered', async () => {
  await db.insert(queuedWork).values({ kind: 'email', subject: Bun.randomUUIDv7() })
  expect(await rounds()).toHaveLength(1)
})

test('a claim among a hundred thousand that wait reads by the index of turns', async () => {
  for (let part = 0; part < 5; part++)
    await db.execute(sql`insert into outbox (kind, subject, owner, turn)
      select 'email', gen_random_uuid(), ${A}::uuid, ${part}::int * 20000 + n from generate_series(1, 20000) n`)
  await countTables()
  await put(B, 1)
  const plan = (await db.execute(sql`explain select id, turn from outbox
    where turn is not null and kind = 'email' and run_at <= now() order by turn, id limit 5`)) as Record<
    string,
    string
  >[]
  expect(plan.flatMap(Object.values).join('\n')).toContain('outbox_ready_index')
  const began = moment()
  expect(roundOf(await rounds(2), B)).toBeLessThanOrEqual(1)
  // Of 100,000 rows, sorted, each claim would take a second.
  expect(spent(began)).toBeLessThan(2000)
}, 60_000)

test('an e-mail that a worker writes on somebody’s behalf has that person’s turn', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'assigned')
  await db.delete(queuedWork)
  await (await signedInAs(cast.agent)).post(`/api/jobs/${job.id}/messages`, { text: 'Hello' })
  const { notifyOfMessages } = await import('#src/messages/notify.ts')
  for (const claimed of (await claim('messages', 5, 60_000, [])).claims) await notifyOfMessages(claimed.subject)
  const owners = (await db.select().from(queuedWork).where(eq(queuedWork.kind, 'email'))).map(({ owner }) => owner)
  expect(new Set(owners)).toEqual(new Set([cast.agent.id]))
  await assignJob(cast.admin, job.id, (await aContractor()).id)
  expect(await db.$count(emailNotifications)).toBeGreaterThan(2)
})
