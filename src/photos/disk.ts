import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Unavailable } from '#src/web/errors.ts'
import { incomingPath } from './incoming.ts'
import { objectName, VARIANTS, type Variant } from './object-name.ts'
import type { Storage } from './storage.ts'

/** Keeps photos in files under `root`, which is made when it is missing. */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string, variant: Variant) => {
    // The end of a UUIDv7 is random, its beginning is the time: by the end the folders fill evenly.
    const name = objectName(key, variant)
    return join(root, name.slice(34, 36), name)
  }

  return {
    put: (key, variant, bytes) => {
      const path = pathOf(key, variant)
      return orUnavailable(() => writeWhole(root, path, bytes))
    },
    read: (key, variant) => {
      const path = pathOf(key, variant)
      return orUnavailable(async () => {
        const file = Bun.file(path)
        return (await file.exists()) ? file : null
      })
    },
    remove: (key) => {
      const paths = VARIANTS.map((variant) => pathOf(key, variant))
      return orUnavailable(async () => {
        for (const path of paths) await rm(path, { force: true })
      })
    },
  }
}

/** After a power cut the file is there as a whole or not at all: synced before it gets its name, and the folder after. */
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
  if (process.platform === 'win32') return // which cannot open folders
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    console.error('Photo storage on disk:', error)
    throw new Unavailable()
  }
}
