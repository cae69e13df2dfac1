import { startEmbedded } from '#db/embedded/start.ts'
import { env } from '#src/env.ts'

// Each world needs a process of its own: a process knows one database, that of its DATA_DIR.
// Arguments: jobs, agents, contractors.

const [jobs, agents, contractors] = process.argv.slice(2).map(Number)
const settings = { fsync: 'off', max_wal_size: '4GB', maintenance_work_mem: '512MB' }
const server = await startEmbedded({ dataDir: env.DATA_DIR, settings })
const { migrate } = await import('#db/migrate.ts')
const { closeDatabase } = await import('#db/client.ts')
await migrate()
const { IndexBuilder } = await import('#db/indexes.ts')
await new IndexBuilder().build()
const { fillWorld, openSocket } = await import('./world.ts')
const sql = openSocket(server.socketFolder)
await fillWorld(sql, { jobs: jobs ?? 0, agents: agents ?? 0, contractors: contractors ?? 0 })
await sql.close()
await closeDatabase()
await server.stop()
process.exit(0)
