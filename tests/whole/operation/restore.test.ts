import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { rawClient } from '#db/connect/client.ts'
import { goneIndexes, INDEXES } from '#db/connect/indexes.ts'
import { startEmbedded } from '#db/embedded/start.ts'
import { writeBackup } from '#src/backup/write.ts'
import { databaseTemplate, temporaryFolder } from '#tests/support/process/child-app.ts'
import { ROOT } from '#tests/support/root.ts'
import { aCast, aJob, finishedQuoteWork } from '#tests/support/world.ts'
import { aMachine, type Machine } from './machine.ts'

const folder = temporaryFolder('/tmp/fettle-backups-')
let template: Awaited<ReturnType<typeof databaseTemplate>>
let backup = new Uint8Array()
let agent: string
beforeAll(async () => {
  template = await databaseTemplate()
  const cast = await aCast()
  agent = cast.agent.id
  for (const status of ['pending', 'assigned', 'completed'] as const) await aJob(cast, status)
  await finishedQuoteWork(cast)
  const parts: Uint8Array[] = []
  await writeBackup(async (bytes) => void parts.push(bytes), { photos: false })
  backup = Buffer.concat(parts)
  await Bun.write(path(), backup)
})
afterAll(async () => {
  await template.remove()
  await folder.remove()
})
const path = () => join(folder.path, 'backup.tar')

async function anEmptyMachine(): Promise<Machine> {
  const machine = aMachine()
  await template.copyTo(machine.dataDir)
  return machine
}

type Rows = ReturnType<Machine['connect']>
type Part = { name: string; as: string }

/** What holds the rows together: constraints, indexes and triggers, each with how it is. */
async function structureOf(sql: Pick<Rows, 'unsafe'>): Promise<Map<string, string>> {
  const parts: Part[] = await sql.unsafe(`
    select conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) || ' ' || convalidated as as
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexrelid::regclass::text, pg_get_indexdef(indexrelid) || ' ' || indisvalid
      from pg_index where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) || ' ' || tgenabled::text
      from pg_trigger where not tgisinternal`)
  return new Map(parts.map(({ name, as }) => [name, as]))
}

test('a restored database has the constraints, indexes and triggers of a new one, but for indexes that nothing uses', async () => {
  const expected = await structureOf(rawClient)
  for (const name of [...Object.keys(INDEXES), ...(await goneIndexes(rawClient))]) expected.delete(name)
  const machine = await anEmptyMachine()
  expect((await machine.run('src/backup/run-restore.ts', path())).code).toBe(0)
  const server = await startEmbedded({ dataDir: machine.dataDir })
  const restored = machine.connect()
  const found = await structureOf(restored)
  await restored.close()
  await server.stop()
  expect(expected.size).toBeGreaterThan(100)
  expect(Object.fromEntries([...found].sort())).toEqual(Object.fromEntries([...expected].sort()))
}, 120_000)

test('who was erased since is erased again, by the restore, or where that failed or knew nothing by the next start', async () => {
  const id = crypto.randomUUID()
  const erased = { id, kind: 'account', subjects: [agent], label: 'Former agent 7', at: '2027-03-01T09:00:00.000Z' }
  const machine = await anEmptyMachine()
  const kept = join(machine.dataDir, 'erased', `${id}.json`)
  await Bun.write(kept, '{}')
  expect(await machine.run('src/backup/run-restore.ts', path())).toEqual({
    code: 1,
    said: expect.stringMatching(/^Restored \d+ rows .+ erased by the next start.+ is damaged\.$/),
  })
  await Bun.write(kept, JSON.stringify(erased))
  const { stop } = await machine.serve()
  const restored = machine.connect()
  const [user] = await restored`select first_name as "firstName", email from users where id = ${agent}`
  expect(user).toEqual({ firstName: 'Former agent 7', email: null })
  const isDone = async () => (await restored`select done_at is not null as done from person_records`)[0].done
  while (!(await isDone())) await Bun.sleep(50)
  await restored.close()
  expect((await stop()).code).toBe(0)
}, 120_000)

/** Waits until a restore has put rows in and waits for more. */
async function untilFilling(sql: Rows): Promise<void> {
  while (true) {
    const [row] = await sql`select exists (select from pg_stat_activity
      where state = 'idle in transaction' and query like 'insert into%json_populate%') as found`.catch(() => [])
    if (row?.found) return
    await Bun.sleep(20)
  }
}

test('a restore that is killed in the middle leaves nothing, and can be done again', async () => {
  const machine = await anEmptyMachine()
  const child = Bun.spawn([process.execPath, 'src/backup/run-restore.ts', '-'], {
    cwd: ROOT,
    env: machine.env,
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  // All but the end, for which it waits.
  child.stdin.write(backup.subarray(0, backup.length - 4096))
  await child.stdin.flush()
  const left = machine.connect()
  await untilFilling(left)
  child.kill('SIGKILL')
  await child.exited
  const [row] = await left`select (select count(*)::int from jobs) as jobs, (select count(*)::int from users) as users`
  expect(row).toEqual({ jobs: 0, users: 0 })
  await left.close()
  expect(await machine.run('src/backup/run-restore.ts', path())).toEqual({
    code: 0,
    said: expect.stringMatching(/^Restored \d+ rows/),
  })
}, 120_000)
