import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Counter, Gauge, Registry } from 'prom-client'
import { pool, replica } from '#db/connect/client.ts'
import { withTimeLimit } from '#db/connect/time-limit.ts'
import { databaseMetrics } from '#db/query/metrics.ts'
import { queueMetrics } from '#src/queue/metrics.ts'
import { env } from '#src/runtime/env.ts'
import { addProcessMetrics } from './process-metrics.ts'
import { addRequestMetrics, durationLines } from './request-metrics.ts'

/** In milliseconds: a scrape must not wait for a dead database. */
const PATIENCE = 1000

const registry = new Registry()
const ofDatabase = new Registry()

const gauge = (name: string, help: string, { labelNames = [] as string[], of = registry } = {}) =>
  new Gauge({ name: `fettle_${name}`, help, labelNames, registers: [of] })

const { version } = JSON.parse(readFileSync(join(import.meta.dir, '../../package.json'), 'utf8')) as { version: string }
addRequestMetrics(registry)
addProcessMetrics(registry)
gauge('build_info', 'Always 1; the labels say what runs.', { labelNames: ['version', 'bun'] }).set(
  { version, bun: Bun.version },
  1,
)
gauge('database_pool_size', 'Connections that this process may open.').set(env.DATABASE_POOL)
const pending = gauge('database_pending', 'Statements of this process that have no answer yet.')
const waiting = gauge('database_waiting', 'Transactions of this process that wait for their turn.')
const up = gauge('database_up', '1 when the database gave its figures within a second.')

new Counter({
  name: 'fettle_database_list_reads_total',
  help: 'Reads of lists where there is a replica, by who answered them: it, or the primary in its place.',
  labelNames: ['server'],
  registers: [registry],
  collect() {
    this.reset()
    for (const server of ['replica', 'primary'] as const) this.inc({ server }, replica?.reads[server] ?? 0)
  },
})

const of = ofDatabase
const readOnly = gauge('database_read_only', '1 while the database refuses to write, as a standby does.', { of })
const probe = gauge('database_probe_seconds', 'How long a connection of the pool and a trivial answer took.', { of })
const connections = gauge('database_connections', 'Connections by state, of all processes on this database.', {
  labelNames: ['state'],
  of,
})
const depth = gauge('outbox_depth', 'E-mails to send and photos to remove, of all processes together.', { of })
const oldest = gauge('outbox_oldest_seconds', 'How long the oldest of them has waited.', { of })
const failed = gauge('emails_failed', 'E-mails that were given up and wait for an administrator.', { of })

const counted = async (): Promise<string> => `${await registry.metrics()}\n${durationLines().join('\n')}\n`

export async function figures(): Promise<string> {
  const { load } = pool
  const asked = Promise.all([databaseMetrics(), queueMetrics()]).catch(() => null)
  const found = await withTimeLimit(PATIENCE, asked, null)
  const [database, queue] = found ?? []
  up.set(database ? 1 : 0)
  pending.set(load.pending)
  waiting.set(load.waiting)
  if (!database || !queue) return counted()
  readOnly.set(database.readOnly ? 1 : 0)
  probe.set(database.probe)
  for (const [state, count] of Object.entries(database.connections)) connections.set({ state }, count)
  depth.set(queue.depth)
  oldest.set(queue.oldestSeconds)
  failed.set(queue.failed)
  return `${await counted()}\n${await ofDatabase.metrics()}`
}
