import { describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { moment, spent } from '#tests/support/spent/spent.ts'
import { startFettle } from '#tests/whole/faults/fettle.ts'
import { gather } from '#tests/whole/faults/load/cast.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { startHaproxy } from '#tests/whole/services/haproxy.ts'
import { freePort } from '#tests/whole/services/ports.ts'
import { startPostgres } from '#tests/whole/services/postgres.ts'
import { faultsOf, lost, startLoad, summary, surprises } from './load.ts'

const missing = await missingServices(['postgres', 'haproxy'])
if (missing.length) console.log(`Left out, as these are not installed and cannot be: ${missing.join(', ')}`)

const ENOUGH = 50

/** What an operator puts in front: who is not the primary is not there. */
const proxied = (port: number, primary: number, standby: number) => `
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  option redispatch
  default-server check inter 200 fall 2 rise 1 on-marked-down shutdown-sessions
  server primary 127.0.0.1:${primary}
  server standby 127.0.0.1:${standby} backup`

describe.skipIf(missing.length > 0)('the primary killed under writes, its synchronous standby promoted', () => {
  test('behind HAProxy no acknowledged write is lost', async () => {
    await using cleaning = new AsyncDisposableStack()
    const primary = cleaning.use(await startPostgres({ password: 'a long secret' }))
    const standby = cleaning.use(await startPostgres({ standbyOf: primary, synchronous: true }))
    const port = freePort()
    cleaning.use(await startHaproxy(proxied(port, primary.port, standby.port)))
    const url = primary.url.replace(`:${primary.port}/`, `:${port}/`)
    const fettle = await startFettle({
      env: { DATABASE_URL: `${url}?target_session_attrs=read-write`, LOG_LEVEL: 'warn' },
    })
    cleaning.defer(() => fettle.remove())
    const people = { url: fettle.url, env: { ...fettle.env, DATABASE_URL: primary.url } }
    const cast = await gather(people, { agents: 6, contractors: 1, admins: 1 })

    await using load = await startLoad(fettle, cast)
    await load.recovery(performance.now())
    await Bun.sleep(1000)
    const usual = load.usual()
    await primary.kill9()
    const killed = performance.now()
    await Bun.sleep(1500)
    await standby.promote()
    const promoted = moment()
    const took = await load.recovery(promoted)
    // A busy machine takes longer to write enough for a loss to show.
    for (let tries = 0; tries < 100 && load.acknowledged.length <= ENOUGH; tries++) await Bun.sleep(100)
    await Bun.sleep(1000)
    await load.stop()
    console.log(
      `HAProxy: recovered ${Math.round(took)} ms after the promotion, ${Math.round(took + promoted - killed)} ms after the kill; ${summary(load.answers)}`,
    )
    await using database = new SQL(standby.url, { max: 1 })
    expect(await lost(load.acknowledged, database)).toEqual([])
    expect(faultsOf(load.answers, 8000 + usual)).toEqual([])
    expect(surprises(fettle)).toEqual([])
    expect(load.acknowledged.length).toBeGreaterThan(ENOUGH)
    expect(spent(promoted, promoted + took)).toBeLessThan(5000 + usual)
  }, 120_000)
})
