import { INDEXES } from '#db/connect/indexes.ts'
import { startFettle } from '#tests/whole/faults/fettle.ts'
import type { DatabaseCluster } from '#tests/whole/services/database-cluster.ts'
import type { Stand } from './behind-proxy.ts'

const INDEX = Object.keys(INDEXES).find((name) => name.startsWith('jobs_'))!

/** A switchover in the middle of building an index leaves half of it: its builder begins again by itself. */
export const isBuiltAgain =
  (cluster: DatabaseCluster) =>
  async ({ several, note }: Stand): Promise<void> => {
    await cluster.untilSynchronous()
    const validity = async () => {
      await using sql = (await cluster.primary()).connect('fettle')
      const [row] = await sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${INDEX})`
      return row ? (row.valid as boolean) : null
    }
    const until = async (wanted: boolean, seconds: number) => {
      for (const deadline = Date.now() + seconds * 1000; (await validity().catch(() => null)) !== wanted; ) {
        if (Date.now() > deadline)
          throw new Error(`After ${seconds} s ${INDEX} is not ${wanted ? 'valid' : 'half built'}`)
        await Bun.sleep(200)
      }
    }
    const before = await cluster.primary()
    const holder = before.connect('fettle')
    await holder.unsafe(`drop index ${INDEX}`)
    // The build waits for this transaction.
    const held = holder.begin(async (tx) => {
      await tx`lock table jobs in row exclusive mode`
      await tx`select pg_sleep(60)`
    })
    held.catch(() => {})
    const { PORT: _port, DATA_DIR: _folder, ...env } = several.fettles[0]!.env
    const builder = await startFettle({ env })
    try {
      await until(false, 30)
      await cluster.switchover()
      const cut = performance.now()
      await until(true, 120)
      note(`index cut off by a switchover: whole ${Math.round((performance.now() - cut) / 1000)} s later`)
    } finally {
      await builder.remove()
      await holder.close({ timeout: 0 })
    }
  }
