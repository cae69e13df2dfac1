import { Database } from 'bun:sqlite'
import { chmodSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(`Another Fettle is already running on ${dataDir}. Stop it first, or give this one its own DATA_DIR.`)
    this.name = 'DataDirInUse'
  }
}

/** A SQLite lock ends with the process, excludes a second start in it, and is not inherited by the server. */
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

/** Readers of the file could lock it. An existing file is not opened: closing it would drop this process's locks. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    chmodSync(file, 0o600)
  }
}
