// A small app that tests can kill: it runs the embedded database on DATA_DIR (unless told 'join', to use the one that
// another process runs) and obeys the lines it reads, answering each with one line of JSON.
import { createInterface } from 'node:readline'
import { sql } from 'drizzle-orm'
import { closeDatabase, db } from '#db/connect/client.ts'
import { migrate } from '#db/connect/migrate.ts'
import { startEmbedded } from '#db/embedded/start.ts'
import { isDatabaseDown } from '#db/pool/failure.ts'
import { env } from '#src/runtime/env.ts'

const say = (answer: unknown) => process.stdout.write(`${JSON.stringify(answer)}\n`)
const server = process.argv[2] === 'join' ? undefined : await startEmbedded({ dataDir: env.DATA_DIR })
const surprises: string[] = []
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => surprises.push(String(error)))
}

const insert = (id: number) => db.execute(sql`insert into probe (id) values (${id})`)

// A later run of the app writes other rows.
const firstId = Date.now() * 1000
let loading = false
let workers: Promise<void>[] = []
const acknowledged: number[] = []
let refused = 0

/** Writes one row after the other, half of them in transactions, and notes which ones the database confirmed. */
async function work(start: number): Promise<void> {
  for (let id = start, round = 0; loading; id += 8, round++) {
    try {
      if (round % 2) await insert(id)
      else await db.transaction((tx) => tx.execute(sql`insert into probe (id) values (${id})`))
      acknowledged.push(id)
    } catch (error) {
      if (isDatabaseDown(error)) refused++
      else surprises.push(`not recognised as away: ${String(error)} ${JSON.stringify((error as Error).cause)}`)
      await Bun.sleep(10)
    }
  }
}

const commands: Record<string, () => Promise<unknown>> = {
  ping: async () => 'pong',
  migrate: () => migrate(),
  table: () => db.execute(sql`create table if not exists probe (id bigint primary key)`),
  load: async () => {
    loading = true
    workers = Array.from({ length: 8 }, (_, index) => work(firstId + index))
  },
  progress: async () => ({ acknowledged: acknowledged.length, refused, surprises }),
  pause: async () => {
    loading = false
    await Promise.all(workers)
    return { acknowledged, refused, surprises }
  },
  rows: async () => (await db.execute<{ id: string }>(sql`select id from probe`)).map((row) => Number(row.id)),
  terminate: () =>
    db.execute(sql`select count(pg_terminate_backend(pid)) from pg_stat_activity
      where usename = current_user and pid <> pg_backend_pid()`),
  stop: async () => {
    await closeDatabase(1)
    await server?.stop()
    return surprises
  },
}

say('ready')
for await (const line of createInterface({ input: process.stdin })) {
  try {
    say((await commands[line]?.()) ?? null)
  } catch (error) {
    say({ error: String(error), down: isDatabaseDown(error) })
  }
}
