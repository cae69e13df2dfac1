import { open, rename, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { closeDatabase } from '#db/connect/client.ts'
import { openExistingDatabase } from '#db/connect/open-existing.ts'
import { sendLogTo } from '#src/runtime/log.ts'
import { reasonOf } from '#src/runtime/reason.ts'
import { type Sink, writeBackup } from './write.ts'

// The standard output may be the backup's.
sendLogTo((line) => process.stderr.write(line), 'warn')

const { values, positionals } = parseArgs({
  options: { 'no-photos': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [path] = positionals

/** Renamed when complete: a file of that name must be a whole backup. */
async function intoFile<T>(to: string, work: (sink: Sink) => Promise<T>): Promise<T> {
  const part = `${to}.part`
  await rm(part, { force: true })
  const file = await open(part, 'wx', 0o600)
  try {
    const result = await work(async (bytes) => {
      await file.writeFile(bytes)
    })
    await file.sync()
    await rename(part, to)
    return result
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

const intoPipe: Sink = (bytes) =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
  })

if (!path) {
  console.error('Say where to: npm run backup -- FILE [--no-photos]')
  process.exit(64)
}
let code = 0
let leave: (() => Promise<void>) | undefined
try {
  if (path !== '-' && (await Bun.file(path).exists())) throw new Error(`${path} is there already.`)
  leave = await openExistingDatabase()
  const began = performance.now()
  const write = (sink: Sink) => writeBackup(sink, { photos: !values['no-photos'] })
  const { rows, photos, gone } = await (path === '-' ? write(intoPipe) : intoFile(path, write))
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const missing = gone ? ` ${gone} were removed meanwhile.` : ''
  console.error(`Backed up ${all} rows and ${photos} photos in ${seconds} s.${missing}`)
} catch (error) {
  console.error(`No backup was made: ${reasonOf(error)}`)
  code = 1
}
await closeDatabase(1)
await leave?.()
process.exit(code)
