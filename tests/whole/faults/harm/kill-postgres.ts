import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processesIn } from '#db/embedded/processes.ts'
import { serverPid } from '#tests/support/process/child-app.ts'
import type { Fault, Finding, Size } from '#tests/whole/faults/finding.ts'
import { play, type Stage } from '#tests/whole/faults/scene.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { startPostgres } from '#tests/whole/services/postgres.ts'

type Blow = (stage: Stage, blow: number) => Promise<void>

const rounds = (size: Size, how: string, blow: Blow, env?: Record<string, string>): Promise<Finding> => {
  const [blows, between] = size === 'long' ? [10, 100] : [2, 25]
  return play({
    ...{ fault: 'kill -9 of PostgreSQL', how: `${how}, ${blows} times`, size, options: { env } },
    async act(stage) {
      const { load, recovers } = stage
      const more = () => load.until(load.ledger.acknowledged + between)
      for (let number = 1; number <= blows; number++) {
        await more()
        await blow(stage, number)
        recovers()
      }
      await more()
    },
  })
}

/** One of the server's processes that works for a connection of ours: PostgreSQL ends all others, and recovers. */
async function killBackend(folder: string, postmaster: number): Promise<void> {
  const others = (await processesIn(folder)).filter((pid) => pid !== postmaster)
  const names = await Promise.all(others.map(async (pid) => ({ pid, name: await commandOf(pid) })))
  const backend = names.find(({ name }) => /postgres: fettle fettle/.test(name))
  if (!backend) throw new Error(`No connection's process among ${names.map(({ name }) => name).join(', ')}`)
  process.kill(backend.pid, 'SIGKILL')
}

const commandOf = (pid: number): Promise<string> =>
  Bun.file(`/proc/${pid}/cmdline`)
    .text()
    .catch(() => '')

const embedded = (size: Size) =>
  rounds(size, 'the embedded one', async ({ fettle }) => {
    process.kill(await serverPid(fettle.dataDir), 'SIGKILL')
  })

const embeddedConnection = (size: Size) =>
  rounds(size, "a connection's process of the embedded one", async ({ fettle }) =>
    killBackend(join(fettle.dataDir, 'postgres'), await serverPid(fettle.dataDir)),
  )

async function given(size: Size): Promise<Finding> {
  await using server = await startPostgres()
  const blow = async () => {
    await server.kill9()
    await Bun.sleep(100)
    await server.start()
  }
  return await rounds(size, "Debian's, started again after 100 ms", blow, { DATABASE_URL: server.url })
}

async function givenConnection(size: Size): Promise<Finding> {
  await using server = await startPostgres()
  const postmaster = async () => Number((await readFile(join(server.dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0])
  const blow = async () => killBackend(server.dataDir, await postmaster())
  return await rounds(size, "a connection's process of Debian's", blow, { DATABASE_URL: server.url })
}

/** The embedded server comes back by itself; a given one is started again by whoever looks after it. */
export const killPostgres: Fault = {
  name: 'kill -9 of PostgreSQL',
  async run(size) {
    const findings = [await embedded(size)]
    if (size === 'short') return findings
    findings.push(await embeddedConnection(size))
    if ((await missingServices(['postgres'])).length) return findings
    return [...findings, await given(size), await givenConnection(size)]
  },
}
