import { closeDatabase, isDatabaseDown } from '#db/client.ts'
import { type EmbeddedServer, startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { env } from './env.ts'

/** How long requests in flight may take to finish once the end was asked for, in milliseconds. */
const LAST_REQUESTS = 10_000
/** How long a given database server may take to appear: in a compose file it starts beside us. */
const DATABASE_WAIT = 60_000

let embedded: EmbeddedServer | undefined

async function openDatabase(): Promise<void> {
  if (!env.DATABASE_URL) embedded = await startEmbedded({ dataDir: env.DATA_DIR })
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

/** Ends everything in the order in which it depends on each other, then the process. */
async function stop(code: number, web?: { stop(): Promise<unknown> }, delivery?: { stop(): Promise<void> }) {
  await web?.stop()
  await delivery?.stop()
  await closeDatabase()
  await embedded?.stop()
  process.exit(code)
}

async function start(): Promise<void> {
  // The program is read while the database starts.
  const [{ app }, { startDelivery }] = await Promise.all([
    import('./app.ts'),
    import('./delivery/loop.ts'),
    openDatabase(),
  ])
  app.listen({ port: env.PORT, hostname: env.HOST })
  const delivery = startDelivery()
  console.log(`Fettle is ready on ${env.PUBLIC_URL}`)

  const web = {
    stop: async () => {
      const patience = setTimeout(() => app.server?.stop(true), LAST_REQUESTS)
      await app.server?.stop()
      clearTimeout(patience)
    },
  }
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1) // asked twice
      stopping = true
      void stop(0, web, delivery)
    })
  }
}

// A promise that nobody waits for must not end everybody's requests.
process.on('unhandledRejection', (error) => console.error('Unhandled rejection:', error))

try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (!env.production && error instanceof Error) console.error(error.stack)
  await stop(1)
}
