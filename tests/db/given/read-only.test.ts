import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import { refusalOf } from '#tests/support/problem.ts'
import { moment, spent } from '#tests/support/spent/spent.ts'
import { ADMIN, startFettle } from '#tests/whole/faults/fettle.ts'
import { gather } from '#tests/whole/faults/load/cast.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { startPostgres } from '#tests/whole/services/postgres.ts'
import { startRelay } from '#tests/whole/services/relay.ts'
import { faultsOf, lost, startLoad, summary, surprises } from './load.ts'

const missing = await missingServices(['postgres'])
if (missing.length) console.log(`Left out, as these are not installed and cannot be: ${missing.join(', ')}`)

test.skipIf(missing.length > 0)(
  'while the server may only be read, reads go on and writes are told to come again; then all is as before',
  async () => {
    await using postgres = await startPostgres()
    const fettle = await startFettle({ env: { DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' } })
    await using _ = { [Symbol.asyncDispose]: () => fettle.remove() }
    await using database = new SQL(postgres.url, { max: 1 })
    const cast = await gather(fettle, { agents: 6, contractors: 1, admins: 1 })
    await using load = await startLoad(fettle, cast)
    await load.recovery(performance.now())

    const usual = load.usual()
    await postgres.makeReadOnly()
    await Bun.sleep(500)
    const began = performance.now()
    await Bun.sleep(2000)
    const [agent] = cast.agents
    const send = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
      fetch(fettle.url + path, { method: 'POST', body, redirect: 'manual', headers })
    const json = { 'content-type': 'application/json' }
    const form = { cookie: agent!.cookie, 'content-type': 'application/x-www-form-urlencoded' }

    // A sign-in is counted, so written.
    const signIn = await send('/api/local/login', JSON.stringify(ADMIN), json)
    expect([signIn.status, signIn.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refusalOf(signIn)).toEqual({
      message: 'Fettle is not available right now. Please try again in a moment.',
    })
    // A page, whole and as htmx asks for it.
    const fields = new URLSearchParams({
      ...{ estateAgentName: 'Olivia', estateAgency: 'Rightway', propertyName: 'Rose Cottage', urgency: 'low' },
      ...{ propertyAddress: '12 Mill Lane', issueDescription: 'The boiler is cold.' },
    }).toString()
    const page = await send('/create-job', fields, form)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await page.text()).toContain('Fettle is not available right now')
    const part = await send('/create-job', fields, { ...form, 'hx-request': 'true', 'hx-request-type': 'partial' })
    expect([part.status, part.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await part.text()).toContain('Fettle is not available right now')
    const ready = await fetch(`${fettle.url}/readyz`)
    expect([ready.status, await ready.text()]).toEqual([200, 'read-only'])
    const ended = performance.now()

    await postgres.makeReadOnly(false)
    const writable = moment()
    const took = await load.recovery(writable)
    await Bun.sleep(300)
    await load.stop()
    console.log(`read-only: recovered in ${Math.round(took)} ms; ${summary(load.answers)}`)

    const during = load.answers.filter(({ at, took }) => at > began && at + took < ended)
    const statuses = Object.groupBy(during, ({ kind }) => kind)
    for (const kind of ['read', 'page', 'poll'] as const) {
      expect(new Set(statuses[kind]!.map(({ status }) => status))).toEqual(new Set([200]))
    }
    expect(new Set(statuses.write!.map(({ status }) => status))).toEqual(new Set([503]))
    expect(faultsOf(load.answers, 5000 + usual)).toEqual([])
    expect(await lost(load.acknowledged, database)).toEqual([])
    expect(surprises(fettle)).toEqual([])
    expect(spent(writable, writable + took)).toBeLessThan(3000 + usual)
  },
  120_000,
)

test.skipIf(missing.length > 0)(
  'an address that leads to another server from now on: connections that still lead to the demoted one are given up',
  async () => {
    await using cleaning = new AsyncDisposableStack()
    const former = cleaning.use(await startPostgres())
    const next = cleaning.use(await startPostgres({ standbyOf: former, synchronous: true }))
    const relay = cleaning.use(await startRelay(former.port))
    const fettle = await startFettle({
      env: { DATABASE_URL: former.url.replace(`:${former.port}/`, `:${relay.port}/`), LOG_LEVEL: 'warn' },
    })
    cleaning.defer(() => fettle.remove())
    await using load = await startLoad(fettle)
    await load.recovery(performance.now())

    const usual = load.usual()
    await former.makeReadOnly()
    await Bun.sleep(1000)
    await next.promote()
    relay.lead(next.port)
    const since = moment()
    const took = await load.recovery(since)
    await Bun.sleep(500)
    await load.stop()
    console.log(`demoted: recovered in ${Math.round(took)} ms; ${summary(load.answers)}`)
    await using database = new SQL(next.url, { max: 1 })
    expect(await lost(load.acknowledged, database)).toEqual([])
    expect(faultsOf(load.answers, 5000 + usual)).toEqual([])
    expect(surprises(fettle)).toEqual([])
    expect(spent(since, since + took)).toBeLessThan(4000 + usual)
  },
  120_000,
)
