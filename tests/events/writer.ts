// One of several processes whose many writers take their time between writing and committing. Prints what has committed.

import { startNumbering } from '#src/events/numbering.ts'
import { recordChanges } from '#src/events/record.ts'
import { publicTransaction } from '#src/writes/transaction.ts'

const [writers, seconds] = process.argv.slice(2).map(Number) as [number, number]
const numbering = startNumbering()
const until = performance.now() + seconds * 1000

async function write(): Promise<void> {
  while (performance.now() < until) {
    const ids = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => crypto.randomUUID())
    await publicTransaction(async (tx) => {
      await recordChanges(
        tx,
        'A writer',
        ids.map((subjectId) => ({ type: 'account.edited', subjectId })),
      )
      await Bun.sleep(Math.random() ** 4 * 200)
    })
    process.stdout.write(`${ids.join('\n')}\n`)
  }
}

console.log('ready')
await Promise.all(Array.from({ length: writers }, write))
await numbering.stop()
process.exit()
