import { expect, test } from 'bun:test'
import { broken } from '#tests/whole/faults/finding.ts'
import { whyNotBehindProxy } from '#tests/whole/faults/harm/behind-proxy.ts'
import { restartAndKill } from '#tests/whole/faults/harm/processes.ts'

const why = await whyNotBehindProxy()
if (why) console.log(`Left out: ${why}`)

test.skipIf(why !== null)(
  'a rolling restart under load drops no request; killing one after the other loses nothing that was acknowledged',
  async () => {
    const findings = await restartAndKill.run('short')
    if (typeof findings === 'string') throw new Error(findings)
    for (const { notes } of findings) console.log(notes.join('\n'))
    expect(findings.flatMap(broken)).toEqual([])
  },
  300_000,
)
