import { join } from 'node:path'
import { withTimeLimit } from '#db/connect/time-limit.ts'
import { ROOT } from '#tests/support/root.ts'
import { missingServices } from './debian.ts'
import { type Etcd, startEtcd } from './etcd.ts'
import { startHaproxy } from './haproxy.ts'
import { type Node, startNode } from './patroni.ts'
import { freePort } from './ports.ts'

/** PostgreSQL on two servers, run by Patroni and etcd, behind HAProxy: ops/ as it stands, with other addresses. */
export type DatabaseCluster = {
  /** For DATABASE_URL: role and database `fettle`, at whichever server is the primary. */
  url: string
  /** For DATABASE_READ_URL: the same at a replica. */
  readUrl: string
  nodes: readonly Node[]
  etcd: Etcd
  /** Waits for a primary, one of `among` when these are given, for at most a minute. */
  primary(among?: readonly Node[]): Promise<Node>
  /** Waits until a replica follows the primary synchronously. */
  untilSynchronous(): Promise<void>
  /** `patronictl switchover`. */
  switchover(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Why no cluster can be run here, or null; says so on the terminal. */
export async function whyNoCluster(): Promise<string | null> {
  const missing = await missingServices(['postgres', 'patroni', 'etcd', 'haproxy'])
  if (missing.length === 0) return null
  const why = `not installed and cannot be: ${missing.join(', ')}`
  console.log(`Left out, as these are ${why}`)
  return why
}

const PATIENCE = 60_000
const PASSWORD = 'a-fourth-secret'

export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  await using starting = new AsyncDisposableStack()
  const etcd = starting.use(await startEtcd())
  const nodes: Node[] = []
  const primary: DatabaseCluster['primary'] = (among = nodes) =>
    until('there is no primary', nodes, async () => {
      const primaries = await Promise.all(among.map(async (node) => ((await isPrimary(node)) ? node : undefined)))
      return primaries.find((node) => node !== undefined)
    })
  const untilSynchronous = async () => {
    await until('no replica follows synchronously', nodes, async () => {
      const answer = await fetch(`http://127.0.0.1:${(await primary()).rest}/cluster`).catch(() => null)
      const { members } = ((await answer?.json().catch(() => null)) ?? { members: [] }) as {
        members: { role: string }[]
      }
      return members.some(({ role }) => role === 'sync_standby') || undefined
    })
  }
  nodes.push(starting.use(await startNode(1, etcd.port)))
  const first = await primary()
  nodes.push(starting.use(await startNode(2, etcd.port)))
  await using admin = first.connect()
  await admin.unsafe(`create role fettle login password '${PASSWORD}'`)
  await admin.unsafe('create database fettle owner fettle')
  await untilSynchronous()
  const [write, read] = [freePort(), freePort()]
  starting.use(await startHaproxy(await configuration(nodes, write, read)))
  const all = starting.move()
  const at = (port: number) => `postgres://fettle:${PASSWORD}@127.0.0.1:${port}/fettle`
  return {
    ...{ url: at(write), readUrl: at(read), nodes, etcd, primary, untilSynchronous },
    switchover: async () => {
      const leader = await primary()
      // What `patronictl switchover --force` sends.
      const body = JSON.stringify({ leader: leader.name })
      const answer = await fetch(`http://127.0.0.1:${leader.rest}/switchover`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`)
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** Patroni may still say so of a PostgreSQL that has just died. */
async function isPrimary(node: Node): Promise<boolean> {
  if (!(await node.isPrimary())) return false
  const sql = node.connect()
  const asked = sql`select not pg_is_in_recovery() as writes`.then(
    ([row]) => row?.writes === true,
    () => false,
  )
  const writes = await withTimeLimit(500, asked, false)
  sql.close({ timeout: 0 }).catch(() => {})
  return writes
}

async function until<T>(complaint: string, nodes: Node[], ask: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + PATIENCE; ; await Bun.sleep(50)) {
    const found = await ask()
    if (found !== undefined) return found
    if (Date.now() < deadline) continue
    const logs = await Promise.all(nodes.map(async ({ name, log }) => `${name}: ${(await log()).slice(-2000)}`))
    throw new Error(`After a minute ${complaint}.\n${logs.join('\n')}`)
  }
}

/** ops/haproxy-database.cfg with these ports. */
async function configuration(nodes: Node[], write: number, read: number): Promise<string> {
  const text = await Bun.file(join(ROOT, 'ops/haproxy-database.cfg')).text()
  return nodes.reduce(
    (config, { name, port, rest }) =>
      config.replace(
        new RegExp(`server ${name} \\S+ check port 8008`, 'g'),
        () => `server ${name} 127.0.0.1:${port} check port ${rest}`,
      ),
    text.replaceAll('127.0.0.1:5000', `127.0.0.1:${write}`).replaceAll('127.0.0.1:5001', `127.0.0.1:${read}`),
  )
}
