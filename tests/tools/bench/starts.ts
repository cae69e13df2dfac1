import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { median } from './load.ts'
import { residentMegabytes, serveApp } from './server.ts'
import { judged, type Row } from './table.ts'

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
    judged('start to first answer, empty folder', median(empty), 'ms', { most: 2500 }),
    judged('start to first answer, existing database', median(existing), 'ms', { most: 600 }),
    judged('idle memory without PostgreSQL', median(memory), 'MB', { most: 100 }),
  ]
}
