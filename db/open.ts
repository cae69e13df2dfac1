import { isDatabaseDown } from '#db/client.ts'
import { type EmbeddedServer, startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { env } from '#src/env.ts'

/** How long a given database server may take to appear: in a compose file it starts beside us. */
const DATABASE_WAIT = 60_000

/** Makes the database ready: starts the embedded one (and returns it) or waits for the given one, and migrates it. */
export async function openDatabase(): Promise<EmbeddedServer | null> {
  const embedded = env.DATABASE_URL ? null : await startEmbedded({ dataDir: env.DATA_DIR })
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
    try {
      return await migrate()
    } catch (error) {
      if (!isDatabaseDown(error) || Date.now() > deadline) throw error
      if (!told) console.error('The database gives no answer yet. Waiting for it.')
      await Bun.sleep(250)
    }
  }
}
