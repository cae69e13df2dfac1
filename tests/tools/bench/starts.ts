import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { median } from './load.ts'
import { residentMegabytes, serveApp } from './server.ts'
import { number, type Row } from './table.ts'

/** Time to the first answer, on an empty folder and on one with a database, and idle memory. */
export async function measureStarts(folder: string, rounds: number): Promise<Row[]> {
  const empty: number[] = []
  const existing: number[] = []
  const memory: number[] = []
  for (let round = 0; round < rounds; round++) {
    const dataDir = await mkdtemp(join(folder, 'start-'))
    for (const times of [empty, existing]) {
      const app = await serveApp(dataDir)
      times.push(app.started)
      // Memory still shrinks after the start.
      if (times === existing) {
        await Bun.sleep(2000)
        memory.push(residentMegabytes(app.pid))
      }
      await app.stop()
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  return [
    ['start to first answer, empty folder', `${number(median(empty))} ms`, '≤ 2,500 ms'],
    ['start to first answer, existing database', `${number(median(existing))} ms`, '≤ 600 ms'],
    ['idle memory without PostgreSQL', `${number(median(memory))} MB`, '≤ 100 MB'],
  ]
}
