import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { applyMigrations } from '#db/connect/apply-migrations.ts'
import { startEmbedded } from '#db/embedded/start.ts'
import { env } from '#src/runtime/env.ts'
import { sendLogTo } from '#src/runtime/log.ts'
import { ROOT } from '#tests/support/root.ts'
import { type Migrated, WaitWatch } from '#tests/tools/bench/waits.ts'
import { FILLING, fillRows, openSocket, settle } from './world.ts'

// A world as the first version made it, and each migration since, timed, with how long others waited meanwhile. Prints
// JSON lines. Arguments: jobs, agents, contractors.

const [jobs = 0, agents = 0, contractors = 0] = process.argv.slice(2).map(Number)
sendLogTo((line) => process.stderr.write(line), 'warn')
const migrations = readMigrationFiles({ migrationsFolder: join(ROOT, 'db/migrations') })
type Journal = { entries: { tag: string }[] }
const journal = (await Bun.file(join(ROOT, 'db/migrations/meta/_journal.json')).json()) as Journal

/** Brings the database to where it was after the first `count` migrations. */
async function migrateTo(socketFolder: string, count: number): Promise<void> {
  const client = openSocket(socketFolder, { max: 1 })
  const connection = await client.reserve()
  await applyMigrations(connection, migrations.slice(0, count))
  connection.release()
  await client.close()
}

const filling = await startEmbedded({ dataDir: env.DATA_DIR, settings: FILLING })
await migrateTo(filling.socketFolder, 1)
const sql = openSocket(filling.socketFolder)
const size = { jobs, agents, contractors }
await fillRows({ socketFolder: filling.socketFolder, files: join(env.DATA_DIR, 'rows'), size, say: () => {} }, sql)
await settle(filling.socketFolder, sql)
await filling.stop()

// As an operator's server is.
const server = await startEmbedded({ dataDir: env.DATA_DIR })
const watch = new WaitWatch(server.socketFolder)
await watch.begin()

async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
  await watch.take()
  const begin = performance.now()
  await work()
  const seconds = (performance.now() - begin) / 1000
  const measured: Migrated = { what, seconds, waits: await watch.take() }
  console.log(JSON.stringify(measured))
}

for (const [index, { tag }] of journal.entries.entries())
  if (index > 0) await measure(`migration ${tag}`, () => migrateTo(server.socketFolder, index + 1))
const { IndexBuilder } = await import('#db/connect/indexes.ts')
await measure('indexes, while everybody goes on', () => new IndexBuilder().build())
await watch.end()
const { closeDatabase } = await import('#db/connect/client.ts')
await closeDatabase()
await server.stop()
process.exit(0)
