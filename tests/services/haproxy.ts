import { join } from 'node:path'
import { serviceFolder } from './service-folder.ts'

export interface Haproxy {
  /** What it said so far: its reasons, when it does not do what was meant. */
  log(): Promise<string>
  /** Sends a line to its runtime API and returns the answer: 'show stat', 'set server b/a state drain'. */
  command(line: string): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Runs HAProxy with this configuration (its frontends, backends and defaults; the global section is made here), and
 * returns once it listens. `missingServices(['haproxy'])` tells whether it is here. Throws with its complaint.
 */
export async function startHaproxy(config: string): Promise<Haproxy> {
  const folder = serviceFolder('haproxy')
  const file = join(folder.path, 'haproxy.cfg')
  const socket = join(folder.path, 'api.sock')
  const log = Bun.file(join(folder.path, 'log'))
  await Bun.write(
    file,
    `global\n  stats socket ${socket} mode 600 level admin\n  log stdout format raw local0\n${config}\n`,
  )
  // One process without a master: what is killed is the proxy itself.
  const child = Bun.spawn(['/usr/sbin/haproxy', '-db', '-f', file], {
    stdin: 'ignore',
    stdout: log,
    stderr: log,
  })
  child.unref()
  await Bun.write(join(folder.path, 'haproxy.pid'), `${child.pid}\n`)
  const proxy: Haproxy = {
    log: () => log.text(),
    command: (line) => ask(socket, line),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await child.exited
      await folder.remove()
    },
  }
  for (let tries = 0; ; tries++) {
    try {
      await proxy.command('show info')
      return proxy
    } catch (error) {
      if (child.exitCode !== null || tries > 500) {
        const complaint = await log.text()
        await proxy[Symbol.asyncDispose]()
        throw new Error(`haproxy: ${complaint}`, { cause: error })
      }
      await Bun.sleep(20)
    }
  }
}

async function ask(socket: string, line: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  await Bun.connect({
    unix: socket,
    socket: {
      open: (connection) => void connection.write(`${line}\n`),
      data: (_, bytes) => {
        answer += bytes.toString()
      },
      close: () => resolve(answer),
      error: (_, error) => reject(error),
    },
  })
  return promise
}
