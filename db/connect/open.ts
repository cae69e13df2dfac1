import { type EmbeddedServer, startEmbedded } from '#db/embedded/start.ts'
import { isDatabaseDown, sqlState } from '#db/pool/failure.ts'
import { checkConnections } from '#db/pool/pooler.ts'
import { refusalOf } from '#db/pool/refusal.ts'
import type { Condition } from '#db/pool/server-state.ts'
import { env } from '#src/runtime/env.ts'
import { log, logFailure } from '#src/runtime/log.ts'
import { pool, serverName } from './client.ts'
import { isMigrated, migrate } from './migrate.ts'

/** In milliseconds: a compose file starts the database server beside Fettle. */
const DATABASE_WAIT = 60_000

export async function openDatabase(settings?: Record<string, string>): Promise<EmbeddedServer | null> {
  const onDeath = (sentence: string, error?: unknown) => logFailure('database', sentence, error ?? 'It is gone')
  const embedded = env.DATABASE_URL ? null : await startEmbedded({ dataDir: env.DATA_DIR, settings, onDeath })
  try {
    await migrateWhenReady()
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  return embedded
}

async function migrateWhenReady(): Promise<void> {
  const deadline = Date.now() + DATABASE_WAIT
  for (let warned = false; ; warned = true) {
    const why = await tryToMigrate()
    if (why === null) return
    if (Date.now() > deadline) throw new Error(`The database cannot be used: ${why}`)
    if (!warned) log.warn('database.waiting', `${why} Waiting for it.`)
    await Bun.sleep(250)
  }
}

async function tryToMigrate(): Promise<string | null> {
  const condition = await pool.check()
  refuse(condition)
  if ('error' in condition) return 'The database gives no answer yet.'
  if (condition.readOnly) return (await isMigrated().catch(() => false)) ? null : 'The database can only be read.'
  try {
    if (env.DATABASE_URL) await checkConnections(serverName)
    await migrate()
    return null
  } catch (error) {
    if (!isDatabaseDown(error) && !sqlState(error)) throw error
    refuse({ error })
  }
  return 'The database gives no answer yet.'
}

function refuse(condition: Condition): void {
  const sentence = refusalOf(condition, serverName)
  if (sentence) throw new Error(sentence)
}
