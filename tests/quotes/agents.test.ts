import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { db, openAlone, rawClient } from '#db/connect/client.ts'
import { stepsOf } from '#db/connect/migration-steps.ts'
import { jobs, quotes } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { handOver } from '#src/jobs/assignment/hand-over.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { approveQuote, declineQuote } from '#src/quotes/actions.ts'
import { ownQuotes } from '#src/quotes/lists.ts'
import { ROOT } from '#tests/support/root.ts'
import { aCast, aJob, anAgent, quoteWork } from '#tests/support/world.ts'

// A quote has the agent who reads it, as its job has them: wherever the actions lead, and whatever else is written.

const LOOKED_UP = sql`
  select quotes.id, agent_id, case when hidden_from_estate_agent = 'no' then estate_agent_id end as looked_up
  from quotes join jobs on jobs.id = job_id`

async function expectRight(): Promise<void> {
  const rows = await db.execute<{ id: string; agent_id: string | null; looked_up: string | null }>(LOOKED_UP)
  expect(rows.map(({ id, agent_id }) => [id, agent_id])).toEqual(rows.map(({ id, looked_up }) => [id, looked_up]))
}

const readBy = async (agent: Actor) => {
  const list = ownQuotes(agent, {})
  const ids = (await list.read(null, 50)).map(({ id }) => id)
  expect(await list.count()).toBe(ids.length)
  return ids.sort()
}

/** Begins a transaction of another; ends it when it is called. */
async function underWay(statement: string): Promise<() => Promise<void>> {
  const client = openAlone()
  const open = await client.reserve()
  await open`begin`
  await open.unsafe(statement)
  return async () => {
    await open`commit`
    open.release()
    await client.close({ timeout: 0 })
  }
}

/** Expects it to wait until `others` is done. */
async function waitsFor(work: PromiseLike<unknown>, others: () => Promise<void>): Promise<void> {
  let done = false
  const doing = (async () => {
    await work
    done = true
  })()
  const isWaiting = async () =>
    (await rawClient`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`).length > 0
  while (!(await isWaiting())) await Bun.sleep(10)
  expect(done).toBe(false)
  await others()
  await doing
}

test('wherever the actions lead: handed over, deleted by the agent, opened again', async () => {
  const [cast, other] = [await aCast(), await anAgent()]
  const asked = await aJob(cast, 'quote_pending')
  const { quote } = await quoteWork(cast)
  const lost = await aJob(cast, 'quote_pending')
  await declineQuote(cast.agent, lost.quotes[0]!.id)
  await expectRight()
  const ids = [asked.quotes[0]!.id, quote.id, lost.quotes[0]!.id]
  expect(await readBy(cast.agent)).toEqual(ids.toSorted())

  await handOver(cast.admin, cast.agent.id, other.id)
  await expectRight()
  expect(await readBy(other)).toEqual(ids.slice(0, 2).toSorted())
  expect(await readBy(cast.agent)).toEqual([ids[2]!])
  await approveQuote(other, ids[0]!)
  await expectRight()

  await deleteJob(cast.agent, lost.id)
  await expectRight()
  expect(await readBy(cast.agent)).toEqual([])
  await reopenJob(cast.admin, lost.id, { reason: 'It leaks again', keepContractor: false })
  await expectRight()
  expect(await readBy(cast.agent)).toEqual([ids[2]!])
})

test('nobody can write another: it is the job’s, also of a quote that is moved', async () => {
  const [cast, other] = [await aCast(), await anAgent()]
  const [asked, others] = [await aJob(cast, 'quote_pending'), await aJob({ ...cast, agent: other }, 'completed')]
  await db.update(quotes).set({ agentId: other.id })
  await expectRight()
  await db.update(quotes).set({ jobId: others.id })
  await expectRight()
  expect(await readBy(other)).toEqual([asked.quotes[0]!.id])
  await db.update(jobs).set({ estateAgentId: null }).where(eq(jobs.id, others.id))
  await expectRight()
  expect(await readBy(other)).toEqual([])
  await db.execute(sql`insert into quotes (id, job_id, description, amount, agent_id)
    values (gen_random_uuid(), ${asked.id}, 'A tap.', 10, ${other.id})`)
  await expectRight()
})

test('a quote and a change of its job’s agent that are written at once wait for each other', async () => {
  const [cast, other] = [await aCast(), await anAgent()]
  const job = await aJob(cast, 'completed')
  const insert = `insert into quotes (id, job_id, description, amount, status)
    values (gen_random_uuid(), '${job.id}', 'A tap.', 10, 'declined')`
  const give = (agent: Actor) => `update jobs set estate_agent_id = '${agent.id}' where id = '${job.id}'`
  await waitsFor(rawClient.unsafe(give(other)), await underWay(insert))
  await expectRight()
  await waitsFor(rawClient.unsafe(insert), await underWay(give(cast.agent)))
  await expectRight()
  expect(await readBy(cast.agent)).toHaveLength(2)
})

test('quotes of earlier versions get their agent, also while a job is hidden', async () => {
  const cast = await aCast()
  const made = [await aJob(cast, 'quote_pending'), await aJob(cast, 'quote_pending')]
  const forget = () =>
    rawClient.begin(async (connection) => {
      await connection.unsafe('alter table quotes disable trigger user')
      await connection.unsafe('update quotes set agent_id = null')
      await connection.unsafe('alter table quotes enable trigger user')
    })
  await forget()
  const hide = ({ id }: { id: string }) => `update jobs set hidden_from_estate_agent = 'yes' where id = '${id}'`
  const migrations = readMigrationFiles({ migrationsFolder: join(ROOT, 'db/migrations') })
  const [fill] = migrations.flatMap((migration) => stepsOf(migration.sql).fills)
  await waitsFor(rawClient.unsafe(fill!), await underWay(hide(made[0]!)))
  await expectRight()
  expect(await readBy(cast.agent)).toEqual([made[1]!.quotes[0]!.id])
  await forget()
  await waitsFor(rawClient.unsafe(hide(made[1]!)), await underWay(fill!))
  await expectRight()
  expect(await readBy(cast.agent)).toEqual([])
})
