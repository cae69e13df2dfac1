import { expect, test } from 'bun:test'
import { broken } from '#tests/whole/faults/finding.ts'
import { whyNotBehindProxy } from '#tests/whole/faults/harm/behind-proxy.ts'
import { clusterFaults } from '#tests/whole/faults/harm/cluster.ts'
import { whyNoCluster } from '#tests/whole/services/database-cluster.ts'

const why = (await whyNoCluster()) ?? (await whyNotBehindProxy())
if (why) console.log(`Left out: ${why}`)

test.skipIf(why !== null)(
  'on a PostgreSQL run by Patroni a switchover, the death and the isolation of the primary lose and double nothing',
  async () => {
    const findings = await clusterFaults.run('short')
    if (typeof findings === 'string') throw new Error(findings)
    for (const { notes } of findings) console.log(notes.join('\n'))
    expect(findings.flatMap(broken)).toEqual([])
    for (const { found, acknowledged, recoveries } of findings) {
      expect(found).toBe(acknowledged)
      expect(recoveries).toHaveLength(3)
    }
  },
  300_000,
)
