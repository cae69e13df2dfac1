import { serverPid } from '#tests/support/process/child-app.ts'
import type { Fault } from '#tests/whole/faults/finding.ts'
import { play } from '#tests/whole/faults/scene.ts'

/** kill -9 of the server in the middle of writes; in half of the blows its PostgreSQL dies with it. */
export const killServer: Fault = {
  name: 'kill -9 of the server',
  async run(size) {
    const blows = size === 'long' ? 10 : 2
    const between = size === 'long' ? 100 : 25
    const finding = await play({
      ...{ fault: this.name, size, cuts: true, starts: blows + 1 },
      how: `${blows} times, embedded PostgreSQL, which dies with it every other time`,
      async act({ fettle, load, recovers }) {
        for (let blow = 1; blow <= blows; blow++) {
          await load.until(load.ledger.acknowledged + between)
          const database = await serverPid(fettle.dataDir)
          fettle.kill('SIGKILL')
          if (blow % 2 === 0) process.kill(database, 'SIGKILL')
          recovers()
        }
        await load.until(load.ledger.acknowledged + between)
      },
    })
    return [finding]
  },
}
