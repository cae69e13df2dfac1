import { access, constants, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { logFailure } from '#src/operation/log.ts'
import { incomingPath } from '#src/photos/incoming.ts'
import { Unavailable } from '#src/web/errors.ts'
import { AWAY } from './breaker.ts'
import { explainDisk, isWrongFolder } from './disk-failure.ts'
import { objectName, VARIANTS, type Variant } from './object-name.ts'
import type { Finding, Storage } from './port.ts'
import { roomOn } from './room.ts'

export function diskStorage(root: string): Storage {
  const pathOf = (key: string, variant: Variant) => {
    // A UUIDv7 begins with the time and ends at random: by the end the folders fill evenly.
    const name = objectName(key, variant)
    return join(root, name.slice(34, 36), name)
  }

  async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof TypeError) throw error
      logFailure('storage', explainDisk(error, root), error)
      throw new Unavailable(AWAY)
    }
  }

  return {
    put: (key, variant, bytes) => orUnavailable(() => writeWhole(root, pathOf(key, variant), bytes)),
    read: (key, variant) =>
      orUnavailable(async () => {
        const path = pathOf(key, variant)
        return (await isThere(path)) ? Bun.file(path) : null
      }),
    remove: (key) =>
      orUnavailable(async () => {
        for (const variant of VARIANTS) await rm(pathOf(key, variant), { force: true })
      }),
    hasRoom: roomOn(root),
  }
}

export async function checkDisk(root: string): Promise<Finding | null> {
  try {
    const path = await incomingPath(root)
    try {
      await write(path, Buffer.from('Written and removed at the start of Fettle'))
    } finally {
      await rm(path, { force: true })
    }
    return null
  } catch (error) {
    return { wrong: isWrongFolder(error), sentence: `DATA_DIR: ${explainDisk(error, root)}` }
  }
}

/** Throws unless the answer is certain: a disk that is away has not lost its photos. */
async function isThere(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/** Synced before it gets its name, and the folder after: a power cut leaves a whole file or none. */
async function writeWhole(root: string, path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const part = await incomingPath(root)
  try {
    await write(part, bytes)
    await rename(part, path)
    await syncFolder(folder)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function write(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // Windows cannot open folders.
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
