import { afterAll, beforeAll, expect, test } from 'bun:test'
import { databaseTemplate } from '#tests/support/process/child-app.ts'
import { moment, spent } from '#tests/support/spent/spent.ts'
import { aMachine } from '#tests/whole/operation/machine.ts'
import type { Answer } from './reading.ts'

let template: Awaited<ReturnType<typeof databaseTemplate>>
beforeAll(async () => {
  template = await databaseTemplate()
})
afterAll(() => template.remove())

const ADMIN = { ADMIN_EMAIL: 'ada@fettle.example', ADMIN_PASSWORD: 'secret1' }

async function signedIn(url: string) {
  const answer = await fetch(`${url}/api/local/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
  })
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  return (parameters: string) => fetch(`${url}/api/events?${parameters}`, { headers: { cookie } })
}

test('a process that stops ends those who wait at once, and lets nobody wait', async () => {
  const machine = aMachine()
  await template.copyTo(machine.dataDir)
  const { url, stop } = await machine.serve({ ...ADMIN, DRAIN_SECONDS: '5' })
  const get = await signedIn(url)
  const { next } = (await (await get('after=now')).json()) as Answer
  const waiting = Array.from({ length: 6 }, () => get(`after=${next}&wait=30`))
  // One is refused as the sixth: five wait.
  const refused = await Promise.race(waiting)
  expect(refused.status).toBe(429)
  const began = moment()
  const ended = stop()
  const answers = (await Promise.all(waiting)).filter((answer) => answer !== refused)
  expect(spent(began)).toBeLessThan(1500)
  for (const answer of answers) expect([answer.status, await answer.json()]).toEqual([200, { events: [], next }])
  const late = await get(`after=${next}&wait=30`)
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1'])
  // Without waiting it is answered as ever.
  expect((await get(`after=${next}`)).status).toBe(200)
  expect((await ended).code).toBe(0)
}, 60_000)

test('the next process numbers what a killed one committed', async () => {
  const machine = aMachine()
  await template.copyTo(machine.dataDir)
  const first = await machine.serve(ADMIN)
  const { next } = (await (await (await signedIn(first.url))('after=now')).json()) as Answer
  const sql = machine.connect()
  const ids = Array.from({ length: 2500 }, () => crypto.randomUUID())
  // As another process would write, that dies before it gives them their places.
  await sql.unsafe(
    `insert into changes (id, type, subject_id, by_name) select id::uuid, 'account.edited', id, 'Gone'
      from unnest($1::text[]) id`,
    [`{${ids.join(',')}}`],
  )
  first.child.kill('SIGKILL')
  await first.child.exited
  await sql.close().catch(() => {})
  const second = await machine.serve(ADMIN)
  const get = await signedIn(second.url)
  const told: string[] = []
  for (let cursor = next; told.length < ids.length; ) {
    const { events, next } = (await (await get(`after=${cursor}&wait=10&limit=1000`)).json()) as Answer
    if (events.length === 0) break
    told.push(...events.map(({ subject }) => subject.id))
    cursor = next
  }
  expect(told).toEqual(ids)
}, 60_000)
