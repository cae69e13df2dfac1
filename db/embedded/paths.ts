import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'

/** sun_path holds 108 bytes with its closing zero. */
const LONGEST_SOCKET = 107

/** The role and database the app works with: not the superuser, so that a hole in the app is not one in the server. */
export const EMBEDDED_ROLE = 'fettle'
export const SOCKET_NAME = '.s.PGSQL.5432'

/**
 * Where the embedded server listens, as an absolute folder path: the same for every process that is given
 * the same absolute DATA_DIR. Normally the database's own 0700 folder, which the server's user and root alone
 * can enter; a short folder under /tmp when that path is too long for a Unix socket.
 */
export function socketFolder(dataDir: string): string {
  const folder = clusterFolder(dataDir)
  if (Buffer.byteLength(join(folder, SOCKET_NAME)) <= LONGEST_SOCKET) return folder
  return `/tmp/fettle-${shortHash(dataDir)}`
}

const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres')

/** The places of one embedded server, all absolute. */
export interface Places {
  /** DATA_DIR with links resolved, so that a running server is recognised by the folder it is in. */
  dataDir: string
  /** The database's files: owned by the server's user, 0700. */
  cluster: string
  /** Folder of the socket. */
  socket: string
  socketInCluster: boolean
  /** The server's own log, written by the server, opened by the app. */
  log: string
  /** A short name for what must live under /tmp. */
  hash: string
}

/** Takes an absolute DATA_DIR that exists. */
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
