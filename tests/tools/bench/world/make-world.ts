import { join } from 'node:path'
import { startEmbedded } from '#db/embedded/start.ts'
import { env } from '#src/runtime/env.ts'
import { FILLING, fillWorld } from './world.ts'

// Each world needs a process of its own: a process knows one database, that of its DATA_DIR.
// Arguments: jobs, agents, contractors.

const [jobs = 0, agents = 0, contractors = 0] = process.argv.slice(2).map(Number)
const server = await startEmbedded({ dataDir: env.DATA_DIR, settings: FILLING })
const { migrate } = await import('#db/connect/migrate.ts')
const { closeDatabase } = await import('#db/connect/client.ts')
await migrate()
const { IndexBuilder } = await import('#db/connect/indexes.ts')
await new IndexBuilder().build()
const begin = performance.now()
const say = (what: string) => console.log(`  ${Math.round((performance.now() - begin) / 1000)} s: ${what}`)
const size = { jobs, agents, contractors }
await fillWorld({ socketFolder: server.socketFolder, files: join(env.DATA_DIR, 'rows'), size, say })
await closeDatabase()
await server.stop()
process.exit(0)
