import { closeDatabase } from '#db/connect/client.ts'
import { openExistingDatabase } from '#db/connect/open-existing.ts'
import { dayOf } from '#src/domain/dates.ts'
import { sendLogTo } from '#src/runtime/log.ts'
import { reasonOf } from '#src/runtime/reason.ts'
import { applyRetention, dueForRemoval } from './apply.ts'

const words = process.argv.slice(2)
const isDry = words.includes('--dry-run')
if (words.some((word) => word !== '--dry-run')) {
  console.error('Usage: npm run retention -- [--dry-run]')
  process.exit(64)
}
sendLogTo((line) => process.stderr.write(line), 'warn')

try {
  const leave = await openExistingDatabase()
  const due = await dueForRemoval()
  const removed = isDry ? null : await applyRetention()
  console.log(isDry ? 'Would be removed (nothing has been changed):' : 'Removed:')
  for (const { name, count, oldest } of due) {
    const figure = removed ? removed.find((one) => one.name === name)?.count : count
    console.log(`${String(figure ?? 0).padStart(8)} ${name}${oldest ? `, the oldest of ${dayOf(oldest)}` : ''}`)
  }
  await closeDatabase()
  await leave()
} catch (error) {
  console.error(reasonOf(error))
  process.exit(1)
}
process.exit(0)
