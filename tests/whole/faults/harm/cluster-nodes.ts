import type { SQL } from 'bun'
import type { DatabaseCluster } from '#tests/whole/services/database-cluster.ts'
import type { Node } from '#tests/whole/services/patroni.ts'

/** Fettle's transactions that have written, on a server that takes writes. */
const WRITING = `select count(*)::int as count from pg_stat_activity
  where usename = 'fettle' and backend_xid is not null and not pg_is_in_recovery()`

/** Looks ten times a second whether Fettle writes to two servers at once. Returns the complaints. */
export function watchPrimaries(nodes: readonly Node[]): { stop(): Promise<string[]> } {
  const complaints: string[] = []
  let ended = false
  let looks = 0
  const writingAt = async (node: Node): Promise<Date | null> => {
    const sql = node.connect()
    try {
      const asked = sql.unsafe(WRITING).then(([row]: { count: number }[]) => (row?.count ? new Date() : null))
      return await Promise.race([asked, Bun.sleep(300).then(() => null)])
    } catch {
      return null
    } finally {
      sql.close({ timeout: 0 }).catch(() => {})
    }
  }
  const all = (async () => {
    for (; !ended; await Bun.sleep(100)) {
      const writing = await Promise.all(nodes.map(writingAt))
      looks++
      if (writing.filter(Boolean).length > 1)
        complaints.push(`two servers were written to at ${writing[0]?.toISOString()}`)
    }
  })()
  return {
    stop: async () => {
      ended = true
      await all
      if (looks < 10) complaints.push('nobody looked for two primaries')
      return complaints
    },
  }
}

/** What the servers say of all jobs and their history, once each has all of it: empty when they agree. */
export async function differences({ nodes, primary, untilSynchronous }: DatabaseCluster): Promise<string[]> {
  await untilSynchronous()
  const first = await primary()
  await using leader = first.connect('fettle')
  const [{ end }] = await leader`select pg_current_wal_flush_lsn()::text as end`
  const contents = await Promise.all(
    nodes.map(async (node) => {
      await using sql = node.connect('fettle')
      await untilReplayed(sql, end)
      const [row] = await sql`select (select md5(string_agg(j::text, '' order by j.id)) from jobs j) as jobs,
        (select md5(string_agg(e::text, '' order by e.id)) from job_events e) as events`
      return { name: node.name, text: JSON.stringify(row) }
    }),
  )
  const [one, ...others] = contents
  return others.filter(({ text }) => text !== one!.text).map(({ name }) => `${name} has other jobs than ${one!.name}`)
}

async function untilReplayed(sql: SQL, end: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await Bun.sleep(50)) {
    const [{ there }] = await sql`select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${end}::pg_lsn as there`
    if (there) return
    if (Date.now() > deadline) throw new Error(`A replica has not come to ${end}.`)
  }
}
