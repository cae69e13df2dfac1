import { DrizzleQueryError } from 'drizzle-orm'
import { closeDatabase } from '#db/client.ts'
import type { EmbeddedServer } from '#db/embedded.ts'
import { openDatabase } from '#db/open.ts'
import { env } from './env.ts'
import { placesOf, reasonOf } from './web/reason.ts'

/** How long requests in flight may take to finish once the end was asked for, in milliseconds. */
const LAST_REQUESTS = 10_000

let database: Promise<EmbeddedServer | null> | undefined

/** Ends everything in the order in which it depends on each other, then the process. */
async function stop(code: number, web?: { stop(): Promise<unknown> }, delivery?: { stop(): Promise<void> }) {
  await web?.stop()
  await delivery?.stop()
  await closeDatabase()
  // It may still be starting, when something else went wrong meanwhile.
  const embedded = await database?.catch(() => null)
  await embedded?.stop()
  process.exit(code)
}

/** Fills an empty database with the demo, or makes the first administrator; prints the sign-ins that are new. */
async function firstStart(): Promise<void> {
  if (env.DEMO) {
    const { isDemo, seedDemo } = await import('#db/demo/seed.ts')
    const { DEMO_PASSWORD, signIns } = await import('#db/demo/people.ts')
    await seedDemo()
    if (await isDemo()) console.log([`Demo sign-ins (password ${DEMO_PASSWORD}):`, ...signIns()].join('\n  '))
  }
  const { ensureAdministrator } = await import('./accounts/first-admin.ts')
  const made = await ensureAdministrator()
  if (made) console.log(`First administrator: ${made.email}, password ${made.password} (shown this once)`)
}

async function start(): Promise<void> {
  // The program is read while the database starts.
  database = openDatabase()
  const [{ app }, { startDelivery }] = await Promise.all([import('./app.ts'), import('./delivery/loop.ts'), database])
  await firstStart()
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
process.on('unhandledRejection', (error) => console.error(`Unhandled rejection: ${reasonOf(error)}`))

try {
  await start()
} catch (error) {
  // Ours may have several lines; drizzle's would show what was to be written.
  console.error(error instanceof Error && !(error instanceof DrizzleQueryError) ? error.message : reasonOf(error))
  if (!env.production) console.error(placesOf(error))
  await stop(1)
}
