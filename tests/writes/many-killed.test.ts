import { afterEach, expect, test } from 'bun:test'
import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, invoices, jobEvents, jobs } from '#db/schema.ts'
import { openSession } from '#src/access/session.ts'
import { forgetNotified } from '#tests/jobs/notified.ts'
import { type OtherProcess, otherProcess } from '#tests/support/process/other-process.ts'
import { aCast, aContractor, aJob } from '#tests/support/world.ts'

// A process is killed in the middle of many changes: what was done is done whole, the repeat does the rest, nothing twice.

const MANY = 60
let processes: OtherProcess[] = []
afterEach(() => Promise.all(processes.map((one) => one.kill())))

type Sent = { path: string; body: string; headers: Record<string, string> }

/** Sends it to a process that is killed when it stands before the job in the middle, and then to another. */
async function killedAndRepeated({ path, ...request }: Sent, jobId: string, done: () => Promise<number>) {
  processes = await Promise.all([otherProcess(), otherProcess()])
  const [first, second] = processes
  const send = (url: string) => fetch(url + path, { method: 'POST', redirect: 'manual', ...request })
  const cutOff = await db.transaction(async (tx) => {
    await tx.select().from(jobs).where(eq(jobs.id, jobId)).for('update')
    const answer = send(first!.url).catch(() => null)
    const [own] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    // Two processes that start also wait for each other.
    const waits = sql`select 1 from pg_stat_activity where ${own!.pid}::int = any(pg_blocking_pids(pid))`
    while ((await db.execute(waits)).length === 0) await Bun.sleep(5)
    await first!.kill()
    return answer
  })
  expect(cutOff).toBeNull()
  const before = await settled(done)
  expect(before).toBeWithin(MANY / 3, MANY)
  const answer = await send(second!.url)
  return { before, answer }
}

/** A killed process's last commit may still be at work. */
async function settled(done: () => Promise<number>): Promise<number> {
  for (;;) {
    const [row] = await db.execute<{ busy: number }>(sql`select count(*)::int as busy from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`)
    if (row!.busy === 0) return done()
    await Bun.sleep(10)
  }
}

const assigned = () => db.$count(jobs, isNotNull(jobs.contractorId))
const issued = () => db.$count(invoices)

test('assigning under one Idempotency-Key', async () => {
  const cast = await aCast()
  const jobIds = await Promise.all(Array.from({ length: MANY }, async () => (await aJob(cast)).id))
  await forgetNotified()
  await db.delete(jobEvents)
  const session = await openSession(cast.admin.id, 'test')
  const sent = {
    path: '/api/jobs/assign',
    headers: { cookie: `session=${session}`, 'content-type': 'application/json', 'idempotency-key': 'monday' },
    body: JSON.stringify({ jobIds, contractorId: cast.contractor.id }),
  }
  const other = await aContractor({ firstName: 'Dora' })
  const { answer } = await killedAndRepeated(sent, jobIds[MANY / 2]!, assigned)
  const { results } = (await answer.json()) as { results: { id: string; status: number }[] }
  expect(answer.status).toBe(200)
  expect(results.map(({ id, status }) => `${id} ${status}`)).toEqual(jobIds.map((id) => `${id} 200`))
  expect(await assigned()).toBe(MANY)
  const emails = await db.select({ jobId: emailNotifications.jobId }).from(emailNotifications)
  expect(emails.map(({ jobId }) => jobId!).sort()).toEqual(jobIds.toSorted())
  const events = await db.select({ jobId: jobEvents.jobId, event: jobEvents.event }).from(jobEvents)
  expect(events.map(({ jobId, event }) => `${jobId} ${event}`).sort()).toEqual(
    jobIds.map((id) => `${id} assigned`).sort(),
  )
  // What another request would have done under this key is not done.
  const changed = await fetch(`${processes[1]!.url}/api/jobs/assign`, {
    ...{ method: 'POST', headers: sent.headers },
    body: JSON.stringify({ jobIds, contractorId: other.id }),
  })
  expect([changed.status, await assigned(), await db.$count(emailNotifications)]).toEqual([422, MANY, MANY])
})

test('sending to invoiced by a form with one key: each visit once, the numbers without a gap', async () => {
  const cast = await aCast()
  const done = await Promise.all(Array.from({ length: MANY }, () => aJob(cast, 'completed')))
  const ids = done.map(({ visits }) => visits[0]!.id)
  const session = await openSession(cast.admin.id, 'test')
  const form = new URLSearchParams({ tab: 'visits', confirmed: 'yes', formKey: 'one-form' })
  for (const id of ids) form.append('id', id)
  const sent = {
    path: '/admin/invoices',
    headers: {
      ...{ cookie: `session=${session}`, 'content-type': 'application/x-www-form-urlencoded' },
    },
    body: form.toString(),
  }
  const { answer } = await killedAndRepeated(sent, done[MANY / 2]!.id, issued)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?tab=visits'])
  const toast = decodeURIComponent(decodeURIComponent(answer.headers.get('set-cookie') ?? ''))
  expect(toast).toContain(`${MANY} invoices were created.`)
  const made = await db.query.invoices.findMany({ orderBy: asc(invoices.invoiceNumber) })
  expect(made.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
    ids.map((_, index) => `INV-${String(index + 1).padStart(6, '0')}`),
  )
  expect(made.map(({ visitId }) => visitId!).sort()).toEqual(ids.toSorted())
})
