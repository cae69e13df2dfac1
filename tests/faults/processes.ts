import { account, playBehindProxy, type Stand, whyNotBehindProxy } from './behind-proxy.ts'
import type { Fault } from './finding.ts'

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
  await load.until(load.ledger.acknowledged().size + 20)
  const [writes, others] = [load.ledger.writes.length, visits().length]
  for (const [n, fettle] of several.fettles.entries()) {
    const code = await fettle.end('SIGTERM')
    if (code !== 0) fail(`asked to end process ${n} ended with ${code}`)
    // It may still count as up from before: until then nobody has asked its successor.
    while ((await seenAs(stand, n)) === 'UP') await Bun.sleep(20)
    await untilUp(stand, n)
  }
  await load.until(load.ledger.acknowledged().size + 20)
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
      await load.until(load.ledger.acknowledged().size + between)
      const n = blow % several.fettles.length
      const before = [load.ledger.writes.length, visits().length] as const
      const from = performance.now()
      await several.fettles[n]!.end('SIGKILL')
      dies(from, performance.now())
      recovers()
      await load.until(load.ledger.acknowledged().size + between)
      await untilUp(stand, n)
      lost.push(account(load.ledger.writes.slice(before[0]), visits().slice(before[1])).failed)
    }
    note(`requests lost with each of ${blows} killed processes: ${lost.join(', ')}`)
  }

const START = 3

export const rollingRestart: Fault = {
  name: 'rolling restart behind HAProxy',
  async run(size) {
    const why = await whyNotBehindProxy()
    if (why) return why
    const rounds = size === 'long' ? 3 : 1
    const finding = await playBehindProxy({
      ...{ fault: this.name, how: `three processes, ${rounds} times each`, size },
      // As an operator has it who sets nothing.
      env: { DRAIN_SECONDS: '' },
      acts: Array.from({ length: rounds }, () => restartAll),
      starts: START + START * rounds,
    })
    return [finding]
  },
}

export const killOneOfThree: Fault = {
  name: 'kill -9 of one of three behind HAProxy',
  async run(size) {
    const why = await whyNotBehindProxy()
    if (why) return why
    const blows = size === 'long' ? 12 : 3
    const finding = await playBehindProxy({
      ...{ fault: this.name, how: `${blows} times, each in turn`, size },
      acts: [killInTurn(blows, size === 'long' ? 60 : 25)],
      starts: START + blows,
    })
    return [finding]
  },
}
