import { closeDatabase } from '#db/connect/client.ts'
import { openDatabase } from '#db/connect/open.ts'
import type { EmbeddedServer } from '#db/embedded/start.ts'
import { eraseAgain, finishErasure } from '#src/privacy/people/erase.ts'
import { sendLogTo } from '#src/runtime/log.ts'
import { reasonOf } from '#src/runtime/reason.ts'
import { readBackup } from './read.ts'

sendLogTo((line) => process.stderr.write(line), 'warn')

/** Tables that are made or emptied in the transaction that fills them are written once, not to the log as well. */
const UNLOGGED = { wal_level: 'minimal', max_wal_senders: '0' }

const [path] = process.argv.slice(2)
if (!path) {
  console.error('Say where from: npm run restore -- FILE')
  process.exit(64)
}
let code = 0
let restored = ''
let embedded: EmbeddedServer | null = null
try {
  if (path !== '-' && !(await Bun.file(path).exists())) throw new Error(`There is no file ${path}.`)
  embedded = await openDatabase(UNLOGGED)
  const began = performance.now()
  const { rows, photos, made } = await readBackup(path === '-' ? Bun.stdin.stream() : Bun.file(path).stream())
  restored = `Restored ${rows} rows and ${photos} photos of ${made}`
  const erased = await eraseAgain()
  for (const id of erased) await finishErasure(id)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.error(`${restored} in ${seconds} s.${erased.length ? ` ${erased.length} people were erased again.` : ''}`)
} catch (error) {
  const failed = restored ? `${restored}. Whoever was erased since is erased by the next start` : 'Nothing was restored'
  console.error(`${failed}: ${reasonOf(error)}`)
  code = 1
}
await closeDatabase(1)
await embedded?.stop()
process.exit(code)
