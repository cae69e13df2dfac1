import { closeDatabase } from '#db/client.ts'
import { openDatabase } from '#db/open.ts'
import { dayOf } from '#src/dates.ts'
import { applyRetention, dueForRemoval } from './retention.ts'

// `bun run retention`: removes now what the daily task removes. With `--dry-run` it tells what that would be, and removes
// nothing.

const rest = process.argv.slice(2)
const isDry = rest.includes('--dry-run')
if (rest.some((word) => word !== '--dry-run')) {
  console.error('Usage: bun run retention [--dry-run]')
  process.exit(64)
}

const embedded = await openDatabase()
const due = await dueForRemoval()
const removed = isDry ? null : await applyRetention()
console.log(isDry ? 'Would be removed (nothing has been changed):' : 'Removed:')
for (const { name, count, oldest } of due) {
  const figure = removed ? (removed.find((one) => one.name === name)?.count ?? 0) : count
  console.log(`  ${String(figure).padStart(8)}  ${name}${oldest ? `, the oldest of ${dayOf(oldest)}` : ''}`)
}
await closeDatabase()
await embedded?.stop()
process.exit(0)
