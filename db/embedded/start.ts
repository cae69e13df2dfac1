import { mkdir, rm } from 'node:fs/promises'
import { findBinaries } from './binaries.ts'
import { clusterExists, createCluster } from './cluster.ts'
import { claimDataDir } from './lock.ts'
import { placesOf } from './paths.ts'
import { findRunning, launch, type Postmaster, shutDown, untilReady } from './postmaster.ts'
import { privateFolder } from './private-folder.ts'
import { serverUser, takeOwnership } from './server-user.ts'

export { DataDirInUse } from './lock.ts'

export interface EmbeddedOptions {
  /** Absolute path; made when it is missing. The database lies in its folder `postgres`. */
  dataDir: string
  /** PostgreSQL settings by name, such as { fsync: 'off' }. */
  settings?: Record<string, string>
  /** Told when the server died, and each time that it could not be started again. */
  onDeath?: (sentence: string, error?: unknown) => void
}

export interface EmbeddedServer {
  /** Folder of the Unix socket, the only way in. */
  socketFolder: string
  /** Shuts the server down and gives up the folder. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL on DATA_DIR for as long as this process lives or until stop(): makes the database when there is
 * none, takes over a server that an earlier run left behind, and starts it again whenever it dies.
 * Throws DataDirInUse when another process runs on that folder, Error with a sentence for everything else.
 */
export async function startEmbedded({
  dataDir,
  settings = {},
  onDeath = console.error,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  // Nobody but the app lists it; the server's user, when it is another, only passes through.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const release = claimDataDir(dataDir)
  try {
    const places = placesOf(dataDir)
    const user = serverUser(places.cluster)
    const native = await findBinaries(places, user)
    if (!(await clusterExists(places))) await createCluster(places, native, user, settings.fsync !== 'off')
    takeOwnership(places.cluster, user)
    const start = async () => {
      if (!places.socketInCluster) await privateFolder(places.socket, 0o700, user)
      const left = await findRunning(places)
      // One that is being shut down never becomes ready: it is waited for, and then a new one is started.
      if (
        left &&
        (await untilReady(places, left).then(
          () => true,
          () => false,
        ))
      )
        return left
      const server = await launch(places, native, user, settings)
      await untilReady(places, server)
      return server
    }
    const stop = supervise(await start(), start, onDeath)
    let stopped: Promise<void> | undefined
    return {
      socketFolder: places.socket,
      stop: () => {
        stopped ??= stop()
          .then(() => (places.socketInCluster ? undefined : rm(places.socket, { recursive: true, force: true })))
          .finally(release)
        return stopped
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Starts the server again whenever it dies, at first at once, then with growing pauses. Returns what ends it all. */
function supervise(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  onDeath: NonNullable<EmbeddedOptions['onDeath']>,
): () => Promise<void> {
  let server = first
  let stopping = false
  const watch = async () => {
    while (true) {
      await server.exited
      if (stopping) return
      onDeath('PostgreSQL ended unexpectedly. Starting it again.')
      for (let pause = 50; !stopping; pause = Math.min(pause * 2, 5000)) {
        try {
          server = await start()
          break
        } catch (error) {
          onDeath('PostgreSQL could not be started.', error)
          await Bun.sleep(pause)
        }
      }
      if (stopping) return
    }
  }
  const watching = watch()
  return async () => {
    stopping = true
    await shutDown(server)
    await watching
    // It may have died and been on its way up again when the end was asked for.
    await shutDown(server)
  }
}
