import { chownSync, copyFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SQL } from 'bun'
import { killProcessesIn, processesIn, signalTo } from '#db/embedded/processes.ts'
import { run, SERVER_ENVIRONMENT } from '#db/embedded/run.ts'
import { serverUser } from '#db/embedded/server-user.ts'
import { freePort } from './ports.ts'
import { serviceFolder } from './service-folder.ts'

// PostgreSQL as an operator runs it: over TCP, Debian's programs. `missingServices(['postgres'])` tells whether they are here.

const DEBIAN = '/usr/lib/postgresql/15/bin'

export interface PostgresOptions {
  /** Folder of `postgres` and `initdb`; Debian's 15 when left out. */
  programs?: string
  /** Accept TLS only, with this certificate. */
  tls?: { cert: string; key: string }
  /** Ask TCP connections of `fettle` for this password (scram-sha-256); without one everybody is trusted. */
  password?: string
  /** Copy that server and follow it. */
  standbyOf?: Postgres
  /** With standbyOf: the primary confirms a commit only when this standby has it. */
  synchronous?: boolean
  /** PostgreSQL settings by name. */
  settings?: Record<string, string>
}

export interface Postgres {
  port: number
  dataDir: string
  /** For DATABASE_URL: role `fettle`, who owns the database `fettle`, on 127.0.0.1. */
  url: string
  password?: string
  /** The superuser's connection, over the Unix socket. */
  admin: SQL
  /** Runs it again on the same port after stop or kill9. */
  start(): Promise<void>
  /** Ends it in order (`fast`: connections are cut); data stays. */
  stop(): Promise<void>
  /** Every process of it is gone at once. */
  kill9(): Promise<void>
  /** Stops every process of it where it is, as a machine that hangs: connections stay, and nothing is answered. */
  freeze(): Promise<void>
  /** Makes a standby a primary. Returns once it takes writes. */
  promote(): Promise<void>
  /** default_transaction_read_only, for sessions that exist as well. */
  makeReadOnly(on?: boolean): Promise<void>
  /** Ends every connection of `fettle`; returns how many there were. */
  terminateAll(): Promise<number>
  /** Ends it and removes everything of it. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a server on a free port of 127.0.0.1. It is gone when it is disposed of, or when the tests have ended. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const programs = options.programs ?? DEBIAN
  const folder = serviceFolder('postgres')
  const user = serverUser('/nonexistent')
  const dataDir = join(folder.path, 'data')
  const port = freePort()
  if (user.uid !== undefined) chownSync(folder.path, user.uid, user.gid!)
  const command = async (name: string, ...args: string[]) => {
    const { ok, output } = await run([join(programs, name), ...args], folder.path, user)
    if (!ok) throw new Error(`${name}: ${output}`)
  }

  const { standbyOf } = options
  const password = standbyOf?.password ?? options.password
  if (standbyOf) {
    const socket = `host=${standbyOf.dataDir} port=${standbyOf.port} user=postgres application_name=standby`
    await command('pg_basebackup', '-D', dataDir, '-d', socket, '-R', '-X', 'stream', '-c', 'fast')
  } else {
    await command(
      'initdb',
      '-D',
      dataDir,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '-k',
      '--no-sync',
    )
  }
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: dataDir,
    // What is written reaches the kernel: enough to outlive a killed process, which is all a test can do to it.
    fsync: 'off',
    ...options.settings,
  }
  if (options.tls) {
    for (const [file, from] of [
      ['server.crt', options.tls.cert],
      ['server.key', options.tls.key],
    ] as const) {
      copyFileSync(from, join(dataDir, file))
      if (user.uid !== undefined) chownSync(join(dataDir, file), user.uid, user.gid!)
    }
    settings.ssl = 'on'
  }
  if (!standbyOf) {
    const entry = `${options.tls ? 'hostssl' : 'host'} all all 127.0.0.1/32 ${password ? 'scram-sha-256' : 'trust'}`
    await Bun.write(join(dataDir, 'pg_hba.conf'), `local all all trust\nlocal replication all trust\n${entry}\n`)
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  await appendFile(join(dataDir, 'postgresql.conf'), `\n${lines.join('\n')}\n`)

  const admin = new SQL({
    adapter: 'postgres',
    path: join(dataDir, `.s.PGSQL.${port}`),
    username: 'postgres',
    database: 'postgres',
    max: 2,
    connectionTimeout: 2,
  })
  let child: Bun.Subprocess | undefined
  const server: Postgres = {
    port,
    dataDir,
    url: `postgres://fettle${password ? `:${encodeURIComponent(password)}` : ''}@127.0.0.1:${port}/fettle`,
    password,
    admin,
    start: async () => {
      const log = Bun.file(join(folder.path, 'log'))
      child = Bun.spawn([join(programs, 'postgres'), '-D', dataDir], {
        cwd: dataDir,
        ...user,
        env: SERVER_ENVIRONMENT,
        stdin: 'ignore',
        stdout: log,
        stderr: log,
        detached: true,
      })
      child.unref()
      for (let tries = 0; ; tries++) {
        try {
          await admin`select 1`
          return
        } catch (error) {
          if (child.exitCode !== null || tries > 3000)
            throw new Error(`postgres: ${await log.text()}`, { cause: error })
          await Bun.sleep(20)
        }
      }
    },
    stop: async () => {
      if (!child) return
      signalTo(child.pid, 'SIGINT')
      await child.exited
    },
    kill9: async () => {
      child?.kill('SIGKILL')
      await killProcessesIn(dataDir)
      await child?.exited
    },
    freeze: async () => {
      for (const pid of await processesIn(dataDir)) signalTo(pid, 'SIGSTOP')
    },
    promote: async () => {
      await admin`select pg_promote(true)`
    },
    makeReadOnly: async (on = true) => {
      await admin.unsafe(`alter system set default_transaction_read_only = ${on ? 'on' : 'off'}`)
      await admin`select pg_reload_conf()`
    },
    terminateAll: async () =>
      (await admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'fettle'`).length,
    [Symbol.asyncDispose]: async () => {
      await admin.close({ timeout: 0 })
      await server.kill9()
      await folder.remove()
    },
  }

  try {
    await server.start()
    if (standbyOf && options.synchronous) await waitForStandby(standbyOf)
    if (!standbyOf) {
      await admin.unsafe(`create role fettle login${password ? ` password '${password}'` : ''}`)
      await admin.unsafe('create database fettle owner fettle')
    }
    return server
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
}

async function waitForStandby(primary: Postgres): Promise<void> {
  await primary.admin.unsafe(`alter system set synchronous_standby_names = 'standby'`)
  await primary.admin`select pg_reload_conf()`
  for (let tries = 0; ; tries++) {
    const [row] = await primary.admin`select sync_state from pg_stat_replication where application_name = 'standby'`
    if (row?.sync_state === 'sync') return
    if (tries > 3000) throw new Error('The standby does not follow.')
    await Bun.sleep(20)
  }
}
