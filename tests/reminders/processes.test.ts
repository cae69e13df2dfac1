import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { queuedWork } from '#db/schema.ts'
import { remindEverybody } from '#src/reminders/actions.ts'
import { takeTurn } from '#src/reminders/claim.ts'
import { peopleAfter, perhapsDue } from '#src/reminders/queries.ts'
import { ROOT } from '#tests/support/root.ts'
import { aCast } from '#tests/support/world.ts'
import { remindersSent, roundOf } from './world.ts'

const DAY = '2027-03-08'
const MANY = 100
const FIRST = '00000000-0000-0000-0000-000000000000'

/** So many contractors, each with one job that has waited. */
async function many() {
  const { agent } = await aCast()
  await db.execute(sql`insert into users (id, email, first_name, last_name, role, auth_type)
    select gen_random_uuid(), 'c' || n || '@many.example', 'C', n::text, 'contractor', 'local' from generate_series(1, ${MANY}) n`)
  await db.execute(sql`insert into jobs (id, job_ref, estate_agent_id, contractor_id, estate_agent_name, estate_agency,
      property_name, property_address, issue_description, status, waiting_on, waiting_for, waiting_since)
    select gen_random_uuid(), 'MANY-' || last_name, ${agent.id}, id, 'O', 'R', 'Rose', 'Lane', 'Broken boiler', 'assigned',
      'contractor', 'book', '2027-03-01T09:00:00Z' from users where email like '%@many.example'`)
}

/** A process that is ready to remind everybody. */
async function reminding() {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'reminding.ts'), DAY], {
    cwd: ROOT,
    env: { ...process.env },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const words = child.stdout.getReader()
  await words.read()
  return {
    begin: () => {
      child.stdin.write('begin\n')
      child.stdin.flush()
    },
    count: async () => Number(new TextDecoder().decode((await words.read()).value)),
    kill: () => {
      child.kill('SIGKILL')
      return child.exited
    },
  }
}

const addresses = async () => (await remindersSent()).map(({ contractorEmail }) => contractorEmail)

test('several processes at once tell everybody, and each once', async () => {
  await many()
  const processes = await Promise.all([reminding(), reminding()])
  for (const { begin } of processes) begin()
  const counts = await Promise.all(processes.map(({ count }) => count()))
  expect(counts.reduce((sum, count) => sum + count)).toBe(MANY)
  const told = await addresses()
  expect([told.length, new Set(told).size]).toEqual([MANY, MANY])
})

test('the next process sends the reminders that a killed one left, and none twice', async () => {
  await many()
  const killed = await reminding()
  const inOrder = [...(await perhapsDue(await peopleAfter(FIRST, roundOf(DAY)), roundOf(DAY)))]
  await db.transaction(async (tx) => {
    // It stands before one in the middle.
    await takeTurn(tx, inOrder[MANY / 2]!)
    killed.begin()
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await db.execute(waits)).length === 0) await Bun.sleep(5)
    await killed.kill()
  })
  const before = (await addresses()).length
  expect(before).toBeLessThan(MANY)
  // A transaction of the killed one may still be rolled back.
  const rest = await remindEverybody(roundOf(DAY))
  const told = await addresses()
  expect([told.length, new Set(told).size]).toEqual([MANY, MANY])
  expect(rest).toBeGreaterThanOrEqual(MANY - before - 1)
  expect(await db.$count(queuedWork)).toBe(MANY)
  expect(await remindEverybody(roundOf(DAY))).toBe(0)
})
