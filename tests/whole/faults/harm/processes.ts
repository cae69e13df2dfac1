import type { Fault, Size } from '#tests/whole/faults/finding.ts'
import { account, playBehindProxy, type Stand, whyNotBehindProxy } from './behind-proxy.ts'

/** How the proxy sees process a, b or c: 'UP', 'DOWN'. */
async function seenAs({ several }: Stand, n: number): Promise<string> {
  const lines = (await several.proxy.command('show stat')).split('\n')
  return lines.find((line) => line.startsWith(`fettle,${'abc'[n]},`))?.split(',')[17] ?? 'unknown'
}

async function untilUp(stand: Stand, n: number): Promise<void> {
  for (const patience = Date.now() + 60_000; (await seenAs(stand, n)) !== 'UP'; await Bun.sleep(20))
    if (Date.now() > patience) throw new Error(`Process ${n} is not up again after a minute`)
}

/** Asks each process in turn to end, waits for the next one in its place, and counts what failed meanwhile. */
async function restartAll(stand: Stand): Promise<void> {
  const { several, load, visits, note, fail } = stand
  await load.until(load.ledger.acknowledged + 20)
  const [writes, others] = [load.ledger.writes.length, visits().length]
  for (const [n, fettle] of several.fettles.entries()) {
    const code = await fettle.end('SIGTERM')
    if (code !== 0) fail(`asked to end process ${n} ended with ${code}`)
    // It may still count as up from before: until then nobody has asked its successor.
    while ((await seenAs(stand, n)) === 'UP') await Bun.sleep(20)
    await untilUp(stand, n)
  }
  await load.until(load.ledger.acknowledged + 20)
  const { requests, failed, slowest } = account(load.ledger.writes.slice(writes), visits().slice(others))
  note(`during the rolling restart: ${requests} requests, ${failed} failed, the slowest took ${Math.round(slowest)} ms`)
  if (failed) fail(`${failed} requests failed during the rolling restart`)
}

/** kill -9 of one after the other, `blows` in all. */
const killInTurn =
  (blows: number, between: number) =>
  async (stand: Stand): Promise<void> => {
    const { several, load, visits, recovers, dies, note } = stand
    const lost: number[] = []
    for (let blow = 0; blow < blows; blow++) {
      await load.until(load.ledger.acknowledged + between)
      const n = blow % several.fettles.length
      const before = [load.ledger.writes.length, visits().length] as const
      const from = performance.now()
      await several.fettles[n]!.end('SIGKILL')
      dies(from, performance.now())
      recovers()
      await load.until(load.ledger.acknowledged + between)
      await untilUp(stand, n)
      lost.push(account(load.ledger.writes.slice(before[0]), visits().slice(before[1])).failed)
    }
    note(`requests lost with each of ${blows} killed processes: ${lost.join(', ')}`)
  }

const PROCESSES = 3

/** Acts are played one after the other on the same stand; `restarts` is how often they start a process again. */
const behindHaproxy = (
  name: string,
  acts: (size: Size) => { how: string; acts: ((stand: Stand) => Promise<void>)[]; restarts: number },
): Fault => ({
  name,
  async run(size) {
    const why = await whyNotBehindProxy()
    if (why) return why
    const { how, restarts, ...scene } = acts(size)
    // As an operator has it who sets nothing; the proxy needs two seconds to see it, and a busy machine more.
    const env = { DRAIN_SECONDS: '' }
    return [await playBehindProxy({ fault: name, how, size, env, starts: PROCESSES + restarts, ...scene })]
  },
})

export const rollingRestart = behindHaproxy('rolling restart behind HAProxy', (size) => {
  const rounds = size === 'long' ? 3 : 1
  return {
    how: `three processes, each ${rounds === 1 ? 'once' : `${rounds} times`}`,
    acts: Array.from({ length: rounds }, () => restartAll),
    restarts: PROCESSES * rounds,
  }
})

export const killOneOfThree = behindHaproxy('kill -9 of one of three behind HAProxy', (size) => {
  const blows = size === 'long' ? 12 : 3
  return { how: `${blows} times, each in turn`, acts: [killInTurn(blows, size === 'long' ? 60 : 25)], restarts: blows }
})

/** Both on one stand. */
export const restartAndKill = behindHaproxy('rolling restart, then kill -9 of each, behind HAProxy', () => ({
  how: 'three processes, each once',
  acts: [restartAll, killInTurn(PROCESSES, 25)],
  restarts: 2 * PROCESSES,
}))
