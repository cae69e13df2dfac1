import { parseArgs } from 'node:util'
import { clusterFaults } from '#tests/whole/faults/harm/cluster.ts'
import { databaseAway } from '#tests/whole/faults/harm/database-away.ts'
import { diskFull } from '#tests/whole/faults/harm/disk-full.ts'
import { failOver } from '#tests/whole/faults/harm/fail-over.ts'
import { killPostgres } from '#tests/whole/faults/harm/kill-postgres.ts'
import { killServer } from '#tests/whole/faults/harm/kill-server.ts'
import { mailAway } from '#tests/whole/faults/harm/mail-away.ts'
import { killOneOfThree, rollingRestart } from '#tests/whole/faults/harm/processes.ts'
import { stopUnderLoad } from '#tests/whole/faults/harm/stop-under-load.ts'
import { storageAway } from '#tests/whole/faults/harm/storage-away.ts'
import { broken, type Fault, heading, row } from './finding.ts'

// Does harm to a Fettle under load, one fault after the other, and prints what was acknowledged and what was found
// afterwards. Ends with 1 when a promise was broken. Named faults alone are run: `npm run faults -- kill mail`, where a part
// of the name is enough; --short takes seconds instead of minutes.

const FAULTS: Fault[] = [
  killServer,
  killPostgres,
  databaseAway,
  failOver,
  storageAway,
  mailAway,
  diskFull,
  stopUnderLoad,
  rollingRestart,
  killOneOfThree,
  clusterFaults,
]

const { values, positionals } = parseArgs({ options: { short: { type: 'boolean' } }, allowPositionals: true })
const chosen = positionals.length
  ? FAULTS.filter(({ name }) => positionals.some((part) => name.includes(part)))
  : FAULTS
if (chosen.length === 0) {
  console.error(`There is no such fault. There are:\n${FAULTS.map(({ name }) => `  ${name}`).join('\n')}`)
  process.exit(2)
}

let kept = true
console.log(heading())
for (const fault of chosen) {
  const findings = await fault.run(values.short ? 'short' : 'long').catch((error: unknown) => {
    kept = false
    return `did not come to its end: ${error instanceof Error ? error.message : error}`
  })
  if (typeof findings === 'string') {
    console.log(`${fault.name}: ${findings}`)
    continue
  }
  for (const finding of findings) {
    console.log(row(finding))
    for (const note of finding.notes) console.log(`    ${note}`)
    const wrong = broken(finding)
    for (const what of wrong.slice(0, 20)) console.log(`    ${what}`)
    if (wrong.length > 20) console.log(`    and ${wrong.length - 20} more`)
    if (wrong.length) kept = false
  }
}
process.exit(kept ? 0 : 1)
