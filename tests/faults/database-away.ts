import { join } from 'node:path'
import { processesIn, signalTo } from '#db/embedded/processes.ts'
import { missingServices } from '#tests/services/debian.ts'
import { startPostgres } from '#tests/services/postgres.ts'
import { playAbsence } from './away.ts'
import type { Fault } from './finding.ts'

const signalAll = async (folder: string, signal: NodeJS.Signals) => {
  for (const pid of await processesIn(folder)) signalTo(pid, signal)
}

/** PostgreSQL says nothing (stopped in the middle of whatever it does), or refuses connections (shut down). */
export const databaseAway: Fault = {
  name: 'PostgreSQL away',
  async run(size) {
    const common = { fault: this.name, size }
    const findings = [
      await playAbsence({
        ...{ ...common, how: 'the embedded one, silent' },
        leave: ({ fettle }) => signalAll(join(fettle.dataDir, 'postgres'), 'SIGSTOP'),
        comeBack: ({ fettle }) => signalAll(join(fettle.dataDir, 'postgres'), 'SIGCONT'),
      }),
    ]
    if ((await missingServices(['postgres'])).length) return findings
    await using silent = await startPostgres()
    findings.push(
      await playAbsence({
        ...{ ...common, how: "Debian's, silent", options: { env: { DATABASE_URL: silent.url } } },
        leave: () => signalAll(silent.dataDir, 'SIGSTOP'),
        comeBack: () => signalAll(silent.dataDir, 'SIGCONT'),
      }),
    )
    await using stopped = await startPostgres()
    findings.push(
      await playAbsence({
        ...{ ...common, how: "Debian's, shut down", options: { env: { DATABASE_URL: stopped.url } } },
        leave: () => stopped.stop(),
        comeBack: () => stopped.start(),
      }),
    )
    return findings
  },
}
