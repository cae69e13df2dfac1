import { DrizzleQueryError } from 'drizzle-orm'
import { closeDatabase } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { openDatabase } from '#db/connect/open.ts'
import type { EmbeddedServer } from '#db/embedded/start.ts'
import { schedule } from '#src/queue/schedule.ts'
import { env, WrongEnvironment } from '#src/runtime/env.ts'
import { log, logFailure } from '#src/runtime/log.ts'
import { reasonOf, stackOf } from '#src/runtime/reason.ts'
import { beginStopping, isStopping } from '#src/runtime/stopping.ts'
import { checkStorage } from './photos/storage/chosen.ts'

const LAST_REQUESTS = 30_000
/** Signals within a second are one: terminal and supervisor signal npm's process and this one. */
const SAME_SIGNAL = 1000

/** In milliseconds, after the start. */
const SETTLED = 500

type Part = { stop(): Promise<unknown> }

let database: Promise<EmbeddedServer | null> | undefined
let filling: Promise<void> | undefined
let web: Part | undefined
let delivery: Part | undefined
let numbering: Part | undefined
let indexes: Part | undefined

async function stop(code: number): Promise<never> {
  await indexes?.stop()
  await web?.stop()
  await delivery?.stop()
  await numbering?.stop()
  const embedded = env.DATABASE_URL ? null : await database?.catch(() => null)
  await closeDatabase()
  await embedded?.stop()
  process.exit(code)
}

async function leave(signal: string): Promise<void> {
  log.info('stop', `${signal}: stopping.`)
  if (web) await Bun.sleep(env.DRAIN_SECONDS * 1000)
  // An incomplete demo would stay so: only an empty database is filled.
  await filling?.catch(() => {})
  await stop(0)
}

// Signals are heard before anything starts that must be stopped.
let signalled = 0
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isStopping() && performance.now() - signalled > SAME_SIGNAL) process.exit(1) // A second signal.
    if (isStopping()) return
    signalled = performance.now()
    beginStopping()
    void leave(signal)
  })
}

// One forgotten promise must not end everybody's requests.
process.on('unhandledRejection', (error) => logFailure('unexpected', 'Nobody waited for this.', error))

async function firstStart(): Promise<void> {
  const { eraseAgain } = await import('./privacy/people/erase.ts')
  await eraseAgain()
  const { isDemo, warnOfPublicPasswords } = await import('#db/demo/public-passwords.ts')
  if (env.production) await warnOfPublicPasswords()
  const { warnOfMail } = await import('#src/emails/mailer.ts')
  warnOfMail()
  if (env.DEMO) {
    const { seedDemo } = await import('#db/demo/seed.ts')
    const { DEMO_PASSWORD, signIns } = await import('#db/demo/people.ts')
    await seedDemo()
    if (await isDemo()) console.log([`Demo sign-ins (password ${DEMO_PASSWORD}):`, ...signIns()].join('\n  '))
  }
  const { ensureAdministrator } = await import('./accounts/sign-in/first-admin.ts')
  const made = await ensureAdministrator()
  if (made) console.log(`First administrator: ${made.email}, password ${made.password} (shown this once)`)
}

async function start(): Promise<void> {
  database = openDatabase()
  const filled = Promise.all([database, checkStorage()]).then(() => {
    if (isStopping()) return
    filling = firstStart()
    return filling
  })
  const [{ app }, { startDelivery }, { startNumbering }] = await Promise.all([
    import('./app.ts'),
    import('#src/background/loop.ts'),
    import('./events/numbering.ts'),
    import('#src/http/first-load/assets.ts').then(({ prepareAssets }) => prepareAssets()),
    filled,
  ])
  if (isStopping()) return
  listen(() => app.listen({ port: env.PORT, hostname: env.HOST }))
  web = {
    stop: async () => {
      const patience = setTimeout(() => app.server?.stop(true), LAST_REQUESTS)
      await app.server?.stop()
      clearTimeout(patience)
    },
  }
  delivery = startDelivery()
  numbering = startNumbering()
  indexes = buildIndexes()
  log.info('ready', `Fettle is ready on ${env.PUBLIC_URL}`, { pid: process.pid })
  setTimeout(giveBack, SETTLED).unref()
}

function giveBack(): void {
  Bun.gc(true)
  Bun.shrink()
}

function buildIndexes(): Part {
  const builder = new IndexBuilder()
  const task = schedule({ name: 'Building indexes', everyMs: 24 * 3600 * 1000, run: () => builder.build() })
  return {
    stop: async () => {
      const stopped = task.stop()
      await builder.stop()
      await stopped
    },
  }
}

function listen(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new Error(`Port ${env.PORT} is taken: another program listens on it. Stop it, or set PORT.`, { cause: error })
  }
}

try {
  await start()
} catch (error) {
  if (!isStopping()) {
    // Our messages may have several lines; drizzle's would show parameters.
    console.error(error instanceof Error && !(error instanceof DrizzleQueryError) ? error.message : reasonOf(error))
    const wrongSetting = error instanceof WrongEnvironment
    if (!env.production && !wrongSetting) console.error(stackOf(error))
    await filling?.catch(() => {})
    await stop(wrongSetting ? 78 : 1)
  }
}
