import { statfs } from 'node:fs/promises'
import { log } from '#src/runtime/log.ts'

const LOOK_EVERY = 5000

/** Bytes that stay free for the database. */
export const reserveOf = (size: number): number => Math.min(size / 4, Math.max(200e6, Math.min(size / 20, 2e9)))

type Look = (folder: string) => Promise<{ bsize: number; blocks: number; bavail: number }>

export function roomOn(root: string, look: Look = statfs, every = LOOK_EVERY): () => Promise<boolean> {
  let room = true
  let asked: Promise<boolean> | undefined
  let askedAt = 0

  async function ask(): Promise<boolean> {
    const disk = await look(root).catch(() => null)
    const before = room
    room = disk === null || disk.bavail * disk.bsize >= reserveOf(disk.blocks * disk.bsize)
    if (before && !room)
      log.error('storage.full', `The disk of ${root} is almost full: no photo is taken until there is room again.`)
    if (!before && room) log.info('storage.room', `The disk of ${root} has room again: photos are taken.`)
    return room
  }

  return () => {
    if (!asked || performance.now() - askedAt > every) {
      askedAt = performance.now()
      asked = ask()
    }
    return asked
  }
}
