import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { idempotencyKeys, jobs } from '#db/schema.ts'
import { openSession } from '#src/access/session.ts'
import { type OtherProcess, otherProcess } from '#tests/support/process/other-process.ts'
import { anAgent, jobInput } from '#tests/support/world.ts'

// The same request comes to several processes, and processes and connections end in the middle of it.

type Answer = { status: number; text: string; replayed: string | null }

/** Raises a job under a key, at whichever process. Null when the connection broke off before an answer. */
async function raise(url: string, session: string, key: string): Promise<Answer | null> {
  try {
    const answer = await fetch(`${url}/api/jobs`, {
      method: 'POST',
      headers: { cookie: `session=${session}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(jobInput({ propertyName: `House ${key}` })),
    })
    return { status: answer.status, text: await answer.text(), replayed: answer.headers.get('idempotency-replayed') }
  } catch {
    return null
  }
}

/** This process's connections to the database, as PostgreSQL's array. */
async function ownConnections(): Promise<string> {
  const pids = Array.from({ length: 40 }, () =>
    db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid, pg_sleep(0.02)`),
  )
  return `{${[...new Set((await Promise.all(pids)).map(([row]) => row!.pid))].join()}}`
}

/** Waits until nothing is at work in the database but this question: a killed process's commit may still be. */
async function settled(): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ busy: number }>(sql`select count(*)::int as busy from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`)
    if (row!.busy === 0) return
    await Bun.sleep(10)
  }
}

const properties = async () => (await db.select({ name: jobs.propertyName }).from(jobs)).map(({ name }) => name).sort()

describe('several processes', () => {
  let processes: OtherProcess[] = []
  beforeAll(async () => {
    processes = await Promise.all([otherProcess(), otherProcess(), otherProcess()])
  })
  afterAll(() => Promise.all(processes.map((one) => one.kill())))

  test('that get one request fifty times do it once, and answer alike', async () => {
    const session = await openSession((await anAgent()).id, 'test')
    for (let round = 0; round < 5; round++) {
      const calls = Array.from({ length: 50 }, (_, index) =>
        raise(processes[index % 3]!.url, session, `round-${round}`),
      )
      const answers = await Promise.all(calls)
      expect(new Set(answers.map((answer) => `${answer?.status} ${answer?.text}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(201)
      expect(answers.filter((answer) => answer?.replayed === null)).toHaveLength(1)
      expect(await db.$count(jobs)).toBe(round + 1)
    }
  })

  test('whose connections to the database are cut again and again do each request once in the end', async () => {
    const session = await openSession((await anAgent()).id, 'test')
    const keys = Array.from({ length: 150 }, (_, index) => `cut-${index}`)
    const own = await ownConnections()
    const cut = async () => {
      for (let cuts = 0; cuts < 25; cuts++) {
        await Bun.sleep(80)
        await db.execute(sql`select pg_terminate_backend(pid) from (select pid from pg_stat_activity
          where backend_type = 'client backend' and pid <> all (${own}::int[]) order by random() limit 6) chosen`)
      }
    }
    const outcomes: number[] = []
    const seen = new Map<string, Set<string>>()
    const insist = async (key: string, index: number) => {
      for (let tries = 0; tries < 200; tries++) {
        const answer = await raise(processes[(index + tries) % 3]!.url, session, key)
        outcomes.push(answer?.status ?? 0)
        if (answer?.status === 201) return void seen.set(key, (seen.get(key) ?? new Set()).add(answer.text))
        expect([503, 409, undefined]).toContain(answer?.status)
        await Bun.sleep(10)
      }
      throw new Error(`${key} never succeeded`)
    }
    // Each is insisted on twice over, by senders who know nothing of each other.
    await Promise.all([cut(), ...keys.flatMap((key, index) => [insist(key, index), insist(key, index + 1)])])
    expect(await properties()).toEqual(keys.map((key) => `House ${key}`).sort())
    for (const answers of seen.values()) expect(answers.size).toBe(1)
    // It did cut requests off.
    expect(outcomes.filter((status) => status === 503).length).toBeGreaterThan(5)
  }, 60_000)
})

test('while the first request takes too long its repeats are told to come again, and get its answer then', async () => {
  const session = await openSession((await anAgent()).id, 'test')
  const [patient, impatient] = await Promise.all([otherProcess(), otherProcess({ DATABASE_STATEMENT_TIMEOUT: '1' })])
  let first: Promise<Answer | null> = Promise.resolve(null)
  await db.transaction(async (tx) => {
    // Nobody can write a job, so the first request stands in the middle.
    await tx.execute(sql`lock table jobs in share mode`)
    first = raise(patient.url, session, 'slow')
    const waiting = sql`select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`
    while ((await db.execute(waiting))[0]!.count < 1) await Bun.sleep(10)
    const repeats = await Promise.all(Array.from({ length: 2 }, () => raise(impatient.url, session, 'slow')))
    for (const repeat of repeats) {
      expect(repeat?.status).toBe(409)
      expect(JSON.parse(repeat!.text).message).toContain('still at work')
    }
  })
  const answer = await first
  expect(answer).toMatchObject({ status: 201, replayed: null })
  expect(await raise(impatient.url, session, 'slow')).toEqual({ status: 201, text: answer!.text, replayed: 'true' })
  expect(await properties()).toEqual(['House slow'])
  await Promise.all([patient.kill(), impatient.kill()])
})

test('a process that is killed in the middle leaves each request done and answered, or not done', async () => {
  const session = await openSession((await anAgent()).id, 'test')
  const lost: string[] = []
  for (let round = 0; round < 5; round++) {
    const [doomed, survivor] = await Promise.all([otherProcess(), otherProcess()])
    const keys = Array.from({ length: 60 }, (_, index) => `kill-${round}-${index}`)
    const answers = new Map<string, string>()
    const sending = keys.map(async (key) => {
      const answer = await raise(doomed.url, session, key)
      if (answer) answers.set(key, answer.text)
      // In the midst of them, whatever each is doing then.
      if (answers.size === 10 + round * 8) await doomed.kill()
    })
    await Promise.all(sending)
    await doomed.kill()
    await settled()
    const done = new Set(
      await db
        .select({ name: jobs.propertyName })
        .from(jobs)
        .then((rows) => rows.map((r) => r.name)),
    )
    for (const key of keys) {
      if (answers.has(key)) continue
      lost.push(done.has(`House ${key}`) ? 'its answer' : 'itself')
    }
    const again = await Promise.all(keys.map((key) => raise(survivor.url, session, key)))
    keys.forEach((key, index) => {
      expect(again[index]?.status).toBe(201)
      if (answers.has(key)) expect(again[index]).toMatchObject({ text: answers.get(key), replayed: 'true' })
      expect(again[index]?.replayed).toBe(done.has(`House ${key}`) ? 'true' : null)
    })
    await survivor.kill()
  }
  const wanted = Array.from({ length: 5 * 60 }, (_, at) => `House kill-${Math.floor(at / 60)}-${at % 60}`)
  expect(await properties()).toEqual(wanted.sort())
  expect(await db.$count(idempotencyKeys)).toBe(wanted.length)
  // It did happen in the middle.
  expect(lost.length).toBeGreaterThan(50)
}, 120_000)
