import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { serverUser } from '#db/embedded/server-user.ts'
import { type Daemon, startDaemon } from './daemon.ts'
import { freePort, untilListening } from './ports.ts'
import type { Postgres } from './postgres.ts'
import { serviceFolder } from './service-folder.ts'

export interface Pgbouncer extends Daemon {
  /** For DATABASE_URL: role and database `fettle` by way of it. */
  url: string
}

/**
 * Runs PgBouncer in front of a server with these of its settings (`pool_mode`, `ignore_startup_parameters`), and
 * returns once it listens. `missingServices(['pgbouncer'])` tells whether it is here. Throws with its complaint.
 */
export async function startPgbouncer(server: Postgres, settings: Record<string, string>): Promise<Pgbouncer> {
  const folder = serviceFolder('pgbouncer')
  // It does not run as root.
  const user = serverUser('/nonexistent')
  if (user.uid !== undefined) chownSync(folder.path, user.uid, user.gid!)
  const port = freePort()
  const at = (name: string) => join(folder.path, name)
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: at('users'),
    ...settings,
  }
  await Bun.write(at('users'), `"fettle" "${server.password ?? ''}"\n`)
  await Bun.write(
    at('ini'),
    [
      '[databases]',
      `fettle = host=127.0.0.1 port=${server.port}`,
      '[pgbouncer]',
      ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  )
  const program = ['/usr/sbin/pgbouncer', at('ini')]
  const daemon = await startDaemon('pgbouncer', program, folder, () => untilListening(port, 0), user)
  return { ...daemon, url: `postgres://fettle:${encodeURIComponent(server.password ?? '')}@127.0.0.1:${port}/fettle` }
}
