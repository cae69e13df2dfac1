import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DataDirInUse } from '#db/embedded/lock.ts'
import { startEmbedded } from '#db/embedded/start.ts'
import { env } from '#src/runtime/env.ts'

/** Does not migrate. Joins a running Fettle on DATA_DIR, else starts the embedded server. Returns how to leave. */
export async function openExistingDatabase(): Promise<() => Promise<void>> {
  if (env.DATABASE_URL) return async () => {}
  if (!existsSync(join(env.DATA_DIR, 'postgres'))) throw new Error(`There is no database in ${env.DATA_DIR}.`)
  try {
    const embedded = await startEmbedded({ dataDir: env.DATA_DIR })
    return () => embedded.stop()
  } catch (error) {
    if (error instanceof DataDirInUse) return async () => {}
    throw error
  }
}
