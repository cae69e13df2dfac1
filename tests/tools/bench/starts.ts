import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { missingServices } from '#tests/whole/services/debian.ts'
import { startPostgres } from '#tests/whole/services/postgres.ts'
import { median } from './load.ts'
import { residentMegabytes, serve, serveApp } from './server.ts'
import { judged, type Row } from './table.ts'

/** With Debian's PostgreSQL, which runs already and was migrated by the start before the first. */
async function startsWithServer(dataDir: string, rounds: number): Promise<number[]> {
  await using server = await startPostgres()
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const app = await serve('src/server.ts', dataDir, undefined, { DATABASE_URL: server.url })
    times.push(app.started)
    await app.stop()
  }
  return times.slice(1)
}

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
  const given = (await missingServices(['postgres'])).length
    ? []
    : await startsWithServer(await mkdtemp(join(folder, 'start-')), rounds)
  return [
    ...(given.length
      ? [judged('start to first answer, PostgreSQL elsewhere', median(given), 'ms', { most: 300 })]
      : []),
    judged('start to first answer, empty folder', median(empty), 'ms', { most: 2500 }),
    judged('start to first answer, existing database', median(existing), 'ms', { most: 600 }),
    judged('idle memory without PostgreSQL', median(memory), 'MB', { most: 100 }),
  ]
}
