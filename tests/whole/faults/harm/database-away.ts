import { join } from 'node:path'
import { processesIn, signalTo } from '#db/embedded/processes.ts'
import type { Fault, Finding, Size } from '#tests/whole/faults/finding.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { startPostgres } from '#tests/whole/services/postgres.ts'
import { playAbsence } from './away.ts'

const signalAll = async (folder: string, signal: NodeJS.Signals) => {
  for (const pid of await processesIn(folder)) signalTo(pid, signal)
}

const fault = 'PostgreSQL away'

const embeddedSilent = (size: Size) =>
  playAbsence({
    ...{ fault, size, how: 'the embedded one, silent' },
    leave: ({ fettle }) => signalAll(join(fettle.dataDir, 'postgres'), 'SIGSTOP'),
    comeBack: ({ fettle }) => signalAll(join(fettle.dataDir, 'postgres'), 'SIGCONT'),
  })

async function silent(size: Size): Promise<Finding> {
  await using server = await startPostgres()
  return await playAbsence({
    ...{ fault, size, how: "Debian's, silent", options: { env: { DATABASE_URL: server.url } } },
    leave: () => signalAll(server.dataDir, 'SIGSTOP'),
    comeBack: () => signalAll(server.dataDir, 'SIGCONT'),
  })
}

async function shutDown(size: Size): Promise<Finding> {
  await using server = await startPostgres()
  return await playAbsence({
    ...{ fault, size, how: "Debian's, shut down", options: { env: { DATABASE_URL: server.url } } },
    leave: () => server.stop(),
    comeBack: () => server.start(),
  })
}

/** PostgreSQL says nothing (stopped in the middle of whatever it does), or refuses connections (shut down). */
export const databaseAway: Fault = {
  name: fault,
  async run(size) {
    const isGiven = (await missingServices(['postgres'])).length === 0
    if (size === 'short') return [isGiven ? await shutDown(size) : await embeddedSilent(size)]
    const findings = [await embeddedSilent(size)]
    return isGiven ? [...findings, await silent(size), await shutDown(size)] : findings
  },
}
