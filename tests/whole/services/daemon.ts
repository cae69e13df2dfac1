import { join } from 'node:path'
import type { serviceFolder } from './service-folder.ts'

export interface Daemon {
  /** What it printed so far: its reasons, when it does not do what was meant. */
  log(): Promise<string>
  /** Kills it and removes its folder. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Runs a server that stays in the foreground, as one process, and returns once `ready` resolves. Throws with what it
 * printed when it ends before, or is not ready within a minute.
 */
export async function startDaemon(
  name: string,
  command: string[],
  folder: ReturnType<typeof serviceFolder>,
  ready: () => Promise<unknown>,
  user: { uid?: number; gid?: number } = {},
): Promise<Daemon> {
  const log = Bun.file(join(folder.path, 'log'))
  const child = Bun.spawn(command, { cwd: folder.path, ...user, stdin: 'ignore', stdout: log, stderr: log })
  child.unref()
  await Bun.write(join(folder.path, `${name}.pid`), `${child.pid}\n`)
  const daemon: Daemon = {
    log: () => log.text(),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await child.exited
      await folder.remove()
    },
  }
  for (let tries = 0; ; tries++) {
    try {
      await ready()
      return daemon
    } catch (error) {
      if (child.exitCode !== null || tries > 3000) {
        const complaint = await daemon.log()
        await daemon[Symbol.asyncDispose]()
        throw new Error(`${name}: ${complaint}`, { cause: error })
      }
      await Bun.sleep(20)
    }
  }
}
