import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { serverUser } from '#db/embedded/server-user.ts'
import { freePort } from './ports.ts'
import type { Postgres } from './postgres.ts'
import { serviceFolder } from './service-folder.ts'

export interface Pgbouncer {
  /** For DATABASE_URL: role and database `fettle` by way of it. */
  url: string
  [Symbol.asyncDispose](): Promise<void>
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
  const log = Bun.file(at('log'))
  const child = Bun.spawn(['/usr/sbin/pgbouncer', at('ini')], {
    cwd: folder.path,
    ...user,
    stdin: 'ignore',
    stdout: log,
    stderr: log,
  })
  child.unref()
  await Bun.write(at('pgbouncer.pid'), `${child.pid}\n`)
  const pooler: Pgbouncer = {
    url: `postgres://fettle:${encodeURIComponent(server.password ?? '')}@127.0.0.1:${port}/fettle`,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await child.exited
      await folder.remove()
    },
  }
  for (let tries = 0; ; tries++) {
    try {
      const line = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
      line.end()
      return pooler
    } catch (error) {
      if (child.exitCode !== null || tries > 500) {
        const complaint = await log.text()
        await pooler[Symbol.asyncDispose]()
        throw new Error(`pgbouncer: ${complaint}`, { cause: error })
      }
      await Bun.sleep(20)
    }
  }
}
