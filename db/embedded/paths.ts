import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'

/** A Unix socket's path holds 108 bytes with its closing zero. */
const LONGEST_SOCKET = 107

/** Not the superuser, so that a hole in the app is not one in the server. */
export const EMBEDDED_ROLE = 'fettle'
export const SOCKET_NAME = '.s.PGSQL.5432'

export function socketFolder(dataDir: string): string {
  const folder = clusterFolder(dataDir)
  if (Buffer.byteLength(join(folder, SOCKET_NAME)) <= LONGEST_SOCKET) return folder
  return `/tmp/fettle-${shortHash(dataDir)}`
}

const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres')

export interface Places {
  /** Links resolved: a running server is recognised by its folder. */
  dataDir: string
  cluster: string
  socket: string
  socketInCluster: boolean
  log: string
  hash: string
}

export function placesOf(dataDir: string): Places {
  const real = realpathSync(dataDir)
  const socket = socketFolder(dataDir)
  return {
    dataDir: real,
    cluster: clusterFolder(real),
    socket,
    socketInCluster: socket === clusterFolder(dataDir),
    log: join(real, 'postgres.log'),
    hash: shortHash(dataDir),
  }
}

const shortHash = (dataDir: string): string => createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
