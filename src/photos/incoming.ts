import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '#src/runtime/env.ts'

export const PHOTO_FOLDER = join(env.DATA_DIR, 'photos')
/** Longer than any upload, in milliseconds: an older file is what a crash left. */
const LEFT_OVER = 60 * 60 * 1000

const ready = new Map<string, Promise<void>>()

export async function incomingPath(root = PHOTO_FOLDER): Promise<string> {
  const folder = join(root, 'incoming')
  if (!ready.has(folder)) ready.set(folder, prepare(folder))
  try {
    await ready.get(folder)
  } catch (error) {
    ready.delete(folder)
    throw error
  }
  return join(folder, crypto.randomUUID())
}

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => null)
    if (info && Math.abs(Date.now() - info.mtimeMs) > LEFT_OVER) await rm(path, { force: true })
  }
}
