import { mkdtempSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

export type SmallDisk = {
  path: string
  /** Takes all the room that is left. */
  fill(): Promise<void>
  /** Gives it back. */
  makeRoom(): Promise<void>
  remove(): Promise<void>
}

// However this process ends, nothing stays mounted: the pipe closes, and the shell waits for what else is cleared up.
const CLEAR_UP = 'read -r _; sleep "$1"; umount -l "$0"; rmdir "$0"'

/** A file system of so many megabytes, in memory. Null where one cannot be mounted. */
export async function smallDisk(megabytes: number): Promise<SmallDisk | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const path = mkdtempSync('/tmp/fettle-small-')
  const { exitCode } = await Bun.$`mount -t tmpfs -o size=${megabytes}m,mode=755 tmpfs ${path}`.quiet().nothrow()
  if (exitCode !== 0) {
    await rm(path, { recursive: true })
    return null
  }
  const cleaner = Bun.spawn(['sh', '-c', CLEAR_UP, path, '12'], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    detached: true,
  })
  cleaner.unref()
  const ballast = join(path, 'ballast')
  return {
    path,
    fill: async () => {
      await mkdir(ballast, { recursive: true })
      const file = await open(join(ballast, 'all'), 'a')
      const chunk = Buffer.alloc(65_536)
      try {
        while (true) await file.write(chunk)
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error
      } finally {
        await file.close()
      }
    },
    makeRoom: () => rm(ballast, { recursive: true, force: true }),
    remove: async () => {
      cleaner.kill('SIGKILL')
      await Bun.$`umount -l ${path}`.quiet().nothrow()
      await rm(path, { recursive: true, force: true })
    },
  }
}
