import type { Fault, Finding, Size } from '#tests/whole/faults/finding.ts'
import { play } from '#tests/whole/faults/scene.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { startHaproxy } from '#tests/whole/services/haproxy.ts'
import { freePort } from '#tests/whole/services/ports.ts'
import { startPostgres } from '#tests/whole/services/postgres.ts'

const proxyOf = (port: number, primary: number, standby: number): string => `
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen database
  bind 127.0.0.1:${port}
  server primary 127.0.0.1:${primary} check inter 200ms fall 2 on-marked-down shutdown-sessions
  server standby 127.0.0.1:${standby} check inter 200ms fall 2 backup
`

/** The primary dies under load, its synchronous standby is promoted, and HAProxy leads there. */
export const failOver: Fault = {
  name: 'fail-over of PostgreSQL',
  async run(size) {
    const missing = await missingServices(['postgres', 'haproxy'])
    if (missing.length) return `needs ${missing.join(' and ')}`
    return [await behindHaproxy(this.name, size)]
  },
}

const measures = (size: Size) => (size === 'long' ? ([500, 10_000] as const) : ([30, 500] as const))

async function behindHaproxy(fault: string, size: Size): Promise<Finding> {
  const [some, delay] = measures(size)
  await using primary = await startPostgres()
  await using standby = await startPostgres({ standbyOf: primary, synchronous: true })
  const port = freePort()
  await using _proxy = await startHaproxy(proxyOf(port, primary.port, standby.port))
  const url = new URL(primary.url)
  url.port = String(port)
  return await play({
    ...{ fault, size, options: { env: { DATABASE_URL: url.href } } },
    how: `HAProxy, a synchronous standby promoted after ${delay / 1000} s`,
    async act({ load, recovers }) {
      await load.until(some)
      await primary.kill9()
      await Bun.sleep(delay)
      await standby.promote()
      recovers()
      await load.until(load.ledger.acknowledged + some)
    },
  })
}
