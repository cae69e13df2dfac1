import { join } from 'node:path'
import { type Daemon, startDaemon } from './daemon.ts'
import { serviceFolder } from './service-folder.ts'

export interface Haproxy extends Daemon {
  /** Sends a line to its runtime API and returns the answer: 'show stat', 'set server b/a state drain'. */
  command(line: string): Promise<string>
}

/**
 * Runs HAProxy with this configuration (its frontends, backends and defaults; the global section is made here), and
 * returns once it listens. `missingServices(['haproxy'])` tells whether it is here. Throws with its complaint.
 */
export async function startHaproxy(config: string): Promise<Haproxy> {
  const folder = serviceFolder('haproxy')
  const file = join(folder.path, 'haproxy.cfg')
  const socket = join(folder.path, 'api.sock')
  await Bun.write(
    file,
    `global\n  stats socket ${socket} mode 600 level admin\n  log stdout format raw local0\n${config}\n`,
  )
  const command = (line: string) => ask(socket, line)
  // One process without a master: what is killed is the proxy itself.
  const daemon = await startDaemon('haproxy', ['/usr/sbin/haproxy', '-db', '-f', file], folder, () =>
    command('show info'),
  )
  return { ...daemon, command }
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
