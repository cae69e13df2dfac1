import { Database } from 'bun:sqlite'
import { chmodSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** Thrown when another process already runs the database of this DATA_DIR; the message says what to do. */
export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(`Another Fettle is already running on ${dataDir}. Stop it first, or give this one its own DATA_DIR.`)
    this.name = 'DataDirInUse'
  }
}

/**
 * Claims a DATA_DIR (absolute path of an existing folder) for this process and returns what gives it up again.
 * Throws DataDirInUse when a living process has it.
 *
 * The claim is an exclusive transaction on an empty SQLite file, which is an operating-system lock with two
 * properties that a file with a process id in it lacks: the kernel drops it when the process dies, however it
 * dies, and a process id that is used again cannot be mistaken for it. It also excludes a second start inside
 * the same process. It is not inherited by the server, so an orphaned server can be taken over.
 */
export function claimDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'app.lock')
  makePrivate(file)
  const lock = new Database(file, { create: true, readwrite: true })
  try {
    lock.run('PRAGMA journal_mode = MEMORY')
    lock.run('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw new DataDirInUse(dataDir)
    throw error
  }
  return () => lock.close()
}

/** Whoever may read the file may lock it. Closing a file drops this process's locks on it, so one that is there is not opened. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    chmodSync(file, 0o600)
  }
}
