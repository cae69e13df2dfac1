import { access, constants, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Unavailable } from '#src/http/errors.ts'
import { incomingPath } from '#src/photos/incoming.ts'
import { logFailure } from '#src/runtime/log.ts'
import { writeSynced, writeWhole } from '#src/runtime/write-whole.ts'
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
    put: (key, variant, bytes) =>
      orUnavailable(async () => {
        const path = pathOf(key, variant)
        await writeWhole(await incomingPath(root), path, bytes)
      }),
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
      await writeSynced(path, Buffer.from('Written and removed at the start of Fettle'))
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
