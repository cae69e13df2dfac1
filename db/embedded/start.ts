import { mkdir, rm } from 'node:fs/promises'
import { findBinaries } from './binaries.ts'
import { clusterExists, createCluster } from './cluster.ts'
import { claimDataDir } from './lock.ts'
import { placesOf } from './paths.ts'
import { findRunning, launch, untilReady } from './postmaster.ts'
import { privateFolder } from './private-folder.ts'
import { serverUser, takeOwnership } from './server-user.ts'
import { supervise } from './supervisor.ts'

interface EmbeddedOptions {
  dataDir: string
  settings?: Record<string, string>
  onDeath?: (sentence: string, error?: unknown) => void
}

export interface EmbeddedServer {
  socketFolder: string
  stop(): Promise<void>
}

/** Takes over a server that an earlier run left behind. Throws DataDirInUse, or an Error with a sentence. */
export async function startEmbedded({
  dataDir,
  settings = {},
  onDeath = console.error,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  // PostgreSQL's user only passes through this folder.
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
      // A server that is shutting down never becomes ready: wait for its end.
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
