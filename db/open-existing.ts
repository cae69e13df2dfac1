import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pool } from '#db/client.ts'
import { env } from '#src/env.ts'
import { DataDirInUse, startEmbedded } from './embedded/start.ts'

/**
 * Connects without migrating, to the given database or that of a running Fettle on DATA_DIR; else starts the embedded
 * one. Returns what ends that. Throws when there is none.
 */
export async function openExistingDatabase(): Promise<() => Promise<void>> {
  if (env.DATABASE_URL) {
    await pool.choose()
    return async () => {}
  }
  if (!existsSync(join(env.DATA_DIR, 'postgres'))) throw new Error(`There is no database in ${env.DATA_DIR}.`)
  try {
    const embedded = await startEmbedded({ dataDir: env.DATA_DIR })
    return () => embedded.stop()
  } catch (error) {
    if (error instanceof DataDirInUse) return async () => {}
    throw error
  }
}
