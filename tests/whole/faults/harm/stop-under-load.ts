import type { Fault } from '#tests/whole/faults/finding.ts'
import { play } from '#tests/whole/faults/scene.ts'

/** Milliseconds: what was sent just before may be behind on its way. */
const ON_ITS_WAY = 50

/** SIGTERM under load: what was begun is finished, and the end is a clean one. */
export const stopUnderLoad: Fault = {
  name: 'SIGTERM under load',
  async run(size) {
    const blows = size === 'long' ? 10 : 2
    const finding = await play({
      ...{ fault: this.name, size, how: `${blows} times, started again`, cuts: true, starts: blows + 1 },
      async act({ fettle, load, recovers, fail }) {
        for (let blow = 1; blow <= blows; blow++) {
          await load.until(load.ledger.acknowledged + 40)
          // What was sent before this was begun before it: a server that stands still leaves all of it waiting.
          const asked = performance.now()
          await fetch(`${fettle.url}/healthz`)
          const before = performance.now()
          const starts = fettle.starts()
          const code = await fettle.end('SIGTERM')
          if (code !== 0) fail(`asked to end it ended with ${code}`)
          recovers()
          while (fettle.starts() === starts) await Bun.sleep(5)
          // Those that were under way then have been answered by now, or never will be.
          for (const { life, step, status, unheard, sent, took } of load.ledger.writes)
            if (status === null && !unheard && sent < asked - ON_ITS_WAY && sent + took > before)
              fail(`${life}: ${step} was under way for ${Math.round(before - sent)} ms, and cut off`)
        }
        await load.until(load.ledger.acknowledged + 40)
      },
    })
    return [finding]
  },
}
