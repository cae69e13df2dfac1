import { chownSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { isAlive, killProcessesIn, processesIn, signalTo } from '#db/embedded/processes.ts'
import { SERVER_ENVIRONMENT } from '#db/embedded/run.ts'
import { serverUser } from '#db/embedded/server-user.ts'
import { ROOT } from '#tests/support/root.ts'
import { freePort } from './ports.ts'
import type { Relay } from './relay.ts'
import { startRelay } from './relay.ts'
import { serviceFolder } from './service-folder.ts'

/** Those of ops/patroni.yml. */
const PASSWORDS = { postgres: 'another-secret', replicator: 'a-third-secret' }

/** A database server with its Patroni, as on a machine of its own. */
export interface Node {
  name: string
  port: number
  rest: number
  /** Its way to etcd. */
  etcd: Relay
  /** The way of the other nodes to its PostgreSQL and its Patroni; clients and HAProxy go straight. */
  peers: readonly Relay[]
  /** A superuser's connection straight to it. The caller closes it. */
  connect(database?: string): SQL
  /** Whether its Patroni says so. */
  isPrimary(): Promise<boolean>
  start(): Promise<void>
  /** PostgreSQL and Patroni are gone at once. */
  kill9(): Promise<void>
  /** PostgreSQL alone. */
  killPostgres(): Promise<void>
  /** Stops every process of it where it is, as a machine that hangs. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  log(): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

/** Runs ops/patroni.yml as node `number`; returns before it has a database. */
export async function startNode(number: number, etcdPort: number): Promise<Node> {
  const folder = serviceFolder('patroni')
  const user = serverUser('/nonexistent')
  if (user.uid !== undefined) chownSync(folder.path, user.uid, user.gid!)
  const [port, rest] = [freePort(), freePort()]
  const [etcd, sqlPeers, restPeers] = [await startRelay(etcdPort), await startRelay(port), await startRelay(rest)]
  const at = (name: string) => join(folder.path, name)
  const dataDir = at('data')
  const name = `db${number}`
  const text = await Bun.file(join(ROOT, 'ops/patroni.yml')).text()
  const own = text
    .replace(/(?<=^name: ).*$/m, name)
    .replace(/(?<=^ {2}hosts: ).*$/m, `[127.0.0.1:${etcd.port}]`)
    .replace('connect_address: 10.0.0.1:8008', `connect_address: 127.0.0.1:${restPeers.port}`)
    .replace('connect_address: 10.0.0.1:5432', `connect_address: 127.0.0.1:${sqlPeers.port}`)
    .replace('listen: 10.0.0.1:8008', `listen: 127.0.0.1:${rest}`)
    .replace('listen: 10.0.0.1:5432', `listen: 127.0.0.1:${port}`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replace(/(?<=data_dir: ).*$/m, dataDir)
    .replace(/(?<=pgpass: ).*$/m, at('pgpass'))
    .replace(/(?<=unix_socket_directories: ).*$/m, folder.path)
    // What is written reaches the kernel, which outlives a killed process.
    .replace(/(?=^ {4}- data-checksums$)/m, '    - no-sync\n')
    .replace(/(?=^ {4}password_encryption:)/m, '    fsync: "off"\n')
  await Bun.write(at('patroni.yml'), own)

  let child: Bun.Subprocess | undefined
  const log = Bun.file(at('log'))
  const signal = async (which: NodeJS.Signals) => {
    // Patroni first, or it would start its PostgreSQL again.
    if (child && isAlive(child.pid)) signalTo(child.pid, which)
    for (const pid of await processesIn(dataDir)) signalTo(pid, which)
  }
  const node: Node = {
    ...{ name, port, rest, etcd, peers: [sqlPeers, restPeers] },
    connect: (database = 'postgres') =>
      new SQL({
        ...{ adapter: 'postgres', hostname: '127.0.0.1', port, username: 'postgres', password: PASSWORDS.postgres },
        ...{ database, max: 1, connectionTimeout: 2 },
      }),
    isPrimary: async () => {
      const signal = AbortSignal.timeout(500)
      return (await fetch(`http://127.0.0.1:${rest}/primary`, { signal }).catch(() => null))?.ok ?? false
    },
    start: async () => {
      child = Bun.spawn(['/usr/bin/patroni', at('patroni.yml')], {
        ...{ cwd: folder.path, ...user, env: SERVER_ENVIRONMENT, stdin: 'ignore', stdout: log, stderr: log },
        detached: true,
      })
      child.unref()
      await Bun.write(at('patroni.pid'), `${child.pid}\n`)
    },
    kill9: async () => {
      child?.kill('SIGKILL')
      await child?.exited
      await killProcessesIn(dataDir)
    },
    killPostgres: () => killProcessesIn(dataDir),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    log: () => log.text(),
    [Symbol.asyncDispose]: async () => {
      await signal('SIGCONT')
      await node.kill9()
      for (const relay of [etcd, sqlPeers, restPeers]) await relay[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
  await node.start()
  if (!existsSync(at('patroni.pid'))) throw new Error('Patroni was not started.')
  return node
}
