import { addresses, pool } from '#db/client.ts'
import { isMigrated, migrate } from '#db/migrate.ts'
import { env } from '#src/env.ts'
import { log, logFailure } from '#src/operation/log.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/start.ts'
import { isDatabaseDown, sqlState } from './pool/failure.ts'
import { checkConnections } from './pool/pooler.ts'
import { refusalOf } from './pool/refusal.ts'
import type { Condition } from './pool/servers.ts'

/** How long a given database server may take to appear: in a compose file it starts beside us. */
const DATABASE_WAIT = 60_000

/**
 * Makes the database ready: starts the embedded one (and returns it) or waits for the given one, and migrates it.
 * Throws Error with a sentence when the given one cannot be used, at once if waiting would not help.
 */
export async function openDatabase(): Promise<EmbeddedServer | null> {
  const onDeath = (sentence: string, error?: unknown) => logFailure('database', sentence, error ?? 'It is gone')
  const embedded = env.DATABASE_URL ? null : await startEmbedded({ dataDir: env.DATA_DIR, onDeath })
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
  for (let told = false; ; told = true) {
    const why = await tryToMigrate()
    if (why === null) return
    if (Date.now() > deadline) throw new Error(`The database cannot be used: ${why}`)
    if (!told) log.warn('database.waiting', `${why} Waiting for it.`)
    await Bun.sleep(250)
  }
}

/** Null when it is done, a sentence when it may be tried again. Throws when trying again would not help. */
async function tryToMigrate(): Promise<string | null> {
  const conditions = await pool.choose()
  const usable = conditions[pool.server]
  if (usable && !('error' in usable) && !usable.readOnly) {
    refuse([usable], pool.server)
    try {
      if (addresses.length) await checkConnections(nameOf(pool.server))
      await migrate()
      return null
    } catch (error) {
      // A fault of ours, which nobody mends by waiting.
      if (!isDatabaseDown(error) && !sqlState(error)) throw error
      refuse([{ error }], pool.server)
    }
  } else {
    // Another of several may yet appear.
    if (conditions.every((condition, server) => refusalOf(condition, nameOf(server)))) refuse(conditions)
    if (usable && !('error' in usable))
      return (await isMigrated().catch(() => false)) ? null : 'The database can only be read.'
  }
  return 'The database gives no answer yet.'
}

function refuse(conditions: Condition[], from = 0): void {
  const sentences = conditions.map((condition, index) => refusalOf(condition, nameOf(from + index)))
  const said = sentences.filter((sentence) => sentence !== null)
  if (said.length) throw new Error(said.join('\n'))
}

const nameOf = (server: number): string => addresses[server]?.name ?? 'in DATA_DIR'
