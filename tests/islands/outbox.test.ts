import { describe, expect, test } from 'bun:test'
import { readAnswer } from '#islands/outbox/answer.ts'
import { isLocked, type OutboxItem, type OutboxPhoto } from '#islands/outbox/item.ts'
import { type OutboxNews, outboxSender } from '#islands/outbox/send.ts'
import { memoryOutbox } from './memory-outbox.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-11-24T09:41:00Z')

let order = 0
const anItem = (change: Partial<OutboxItem> = {}): OutboxItem => {
  order++
  const body = { text: 'On my way' }
  return {
    ...{
      key: `key${order}`,
      user: 'carl',
      order,
      lane: 'job',
      act: 'message',
      text: 'On my way',
      photos: [],
      tries: 0,
    },
    ...{
      path: '/api/jobs/job/messages',
      method: 'POST',
      body,
      recordedAt: '2026-11-24T09:41:00.000Z',
      page: '/jobs/job',
    },
    ...change,
  }
}

type Asked = { path: string; key: string | null; body: unknown; user: string | null }
type Reply = (asked: Asked) => Response | undefined

const FETTLE = () => Response.json({ name: 'Fettle', now: new Date(START).toISOString() })
const problem = (status: number, rest: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ code: 'conflict', message: 'No.', ...rest }, { status, headers })

function phone(reply: Reply = () => undefined, ahead = 0) {
  const store = memoryOutbox()
  const [asked, news]: [Asked[], OutboxNews[]] = [[], []]
  let now = START + ahead
  const fetch = async (path: string, { headers, body }: RequestInit): Promise<Response> => {
    const given = new Headers(headers)
    const one = { path, key: given.get('idempotency-key'), user: given.get('fettle-user'), body: body ?? null }
    asked.push(one)
    const answer = reply(one)
    if (answer) return answer
    if (path === '/api/ping') return FETTLE()
    const uploadURL = `https://fettle.example/objects/upload/${one.key}?signature=x`
    if (path === '/api/objects/upload')
      return Response.json({ uploadURL, path: `/objects/${one.key}`, uploaded: false })
    return Response.json({})
  }
  const sendAll = outboxSender({ store, fetch, tell: (one) => news.push(one), now: () => now })
  const sent = () => asked.filter(({ path }) => path.startsWith('/api/jobs')).map(({ key }) => key)
  return { ...{ store, asked, news, sendAll, sent }, later: (milliseconds: number) => (now += milliseconds) }
}

const photo = (id: string): OutboxPhoto => ({
  id,
  key: `of ${id}`,
  name: `${id}.jpg`,
  bytes: new ArrayBuffer(3),
  type: '',
})

describe('what the outbox sends', () => {
  test('goes in its order within a job, under its key and for its person', async () => {
    const { store, sendAll, asked, sent } = phone()
    const [one, two, other] = [anItem(), anItem(), anItem({ lane: 'other' })]
    for (const item of [two, other, one]) await store.put(item)
    await sendAll()
    expect(sent().filter((key) => key !== other.key)).toEqual([one.key, two.key])
    expect(sent()).toContain(other.key)
    expect(new Set(asked.slice(1).map(({ user }) => user))).toEqual(new Set(['carl']))
    expect([...store.items.values()].map(({ doneAt }) => doneAt)).toEqual([START, START, START])
  })

  test('names its photos, which go first under keys of their own, and by how much the clock is wrong', async () => {
    const year = 365 * 24 * HOUR
    const { store, sendAll, asked } = phone(undefined, year)
    await store.put(anItem({ photos: ['a', 'b'] }), [photo('a'), photo('b')])
    await sendAll()
    expect(asked.map(({ path, key }) => [path.split('?')[0], key]).slice(1)).toEqual([
      ['/api/objects/upload', 'of a'],
      ['/objects/upload/of%20a', null],
      ['/api/objects/upload', 'of b'],
      ['/objects/upload/of%20b', null],
      ['/api/jobs/job/messages', expect.any(String)],
    ])
    expect(JSON.parse(String(asked.at(-1)!.body))).toEqual({
      ...{ text: 'On my way', images: ['/objects/of a', '/objects/of b'] },
      ...{ recordedAt: '2026-11-24T09:41:00.000Z', clockAhead: year / 1000 },
    })
  })

  test('is the same to the byte when its answer was lost, and locked until one comes', async () => {
    let isLost = true
    const reply: Reply = ({ path }) => {
      if (path.startsWith('/api/jobs') && isLost) throw new TypeError('Failed to fetch')
      return undefined
    }
    const { store, sendAll, asked, later, sent } = phone(reply)
    const item = anItem()
    await store.put(item)
    await sendAll()
    expect(isLocked(store.items.get(item.key)!)).toBe(true)
    isLost = false
    await sendAll()
    expect(sent()).toHaveLength(1)
    later(10_000)
    await sendAll()
    const bodies = asked.filter(({ path }) => path.startsWith('/api/jobs')).map(({ body }) => body)
    expect(bodies).toEqual([bodies[0]!, bodies[0]!])
    expect(store.items.get(item.key)!.doneAt).toBe(START + 10_000)
  })

  test.each([
    ['an hour', 3600],
    ['a day, of which an hour counts', 86_400],
  ])('rests as long as the server says, %s, and no longer when the clock is put back', async (_, seconds) => {
    const wait = () => problem(429, {}, { 'retry-after': String(seconds) })
    const { store, sendAll, sent, later } = phone(({ path }) => (path === '/api/ping' ? undefined : wait()))
    await store.put(anItem())
    const sentAfter = async (milliseconds: number) => {
      later(milliseconds)
      await sendAll()
      return sent().length
    }
    expect(await sentAfter(0)).toBe(1)
    expect(await sentAfter(20_000)).toBe(1)
    expect(await sentAfter(HOUR - 21_000)).toBe(1)
    expect(await sentAfter(1000)).toBe(2)
    expect(await sentAfter(-2 * HOUR)).toBe(3)
    expect(await sentAfter(HOUR - 1000)).toBe(3)
    expect(await sentAfter(1000)).toBe(4)
  })

  test('that may have arrived a month ago is shown instead', async () => {
    const { store, sendAll, later, sent } = phone(({ path }) => (path === '/api/ping' ? undefined : problem(503)))
    const item = anItem()
    await store.put(item)
    await sendAll()
    later(29.5 * 24 * HOUR)
    await sendAll(true)
    expect(sent()).toHaveLength(1)
    expect(store.items.get(item.key)!.refused?.message).toContain('a month ago')
  })

  test('that a clock years ahead sent is shown instead too: nobody knows how long ago that was', async () => {
    const { store, sendAll, later, sent } = phone(({ path }) => (path === '/api/ping' ? undefined : problem(503)))
    const item = anItem()
    await store.put(item)
    later(3650 * 24 * HOUR)
    await sendAll()
    later(-3650 * 24 * HOUR)
    await sendAll(true)
    expect(sent()).toHaveLength(1)
    expect(store.items.get(item.key)!.refused?.message).toContain('a month ago')
  })

  test('holds the later items of its job when it is refused, and those alone', async () => {
    const first = anItem()
    const { store, sendAll, sent } = phone(({ key }) => (key === first.key ? problem(409) : undefined))
    const [second, other] = [anItem(), anItem({ lane: 'other' })]
    for (const item of [first, second, other]) await store.put(item)
    await sendAll()
    await sendAll(true)
    expect(sent().sort()).toEqual([first.key, other.key].sort())
    expect(store.items.get(first.key)!.refused).toMatchObject({ status: 409, message: 'No.' })
  })

  test('waits for the sign-in of its person', async () => {
    const { store, sendAll, news } = phone(({ path }) => (path === '/api/ping' ? undefined : problem(401)))
    const item = anItem()
    await store.put(item)
    await sendAll()
    expect(news).toContainEqual({ signedOut: 'carl' })
    expect(store.items.get(item.key)).toMatchObject({ tries: 0 })
  })

  test('arrives once and in order over a line that is cut and mended each two seconds for ten minutes', async () => {
    let [isUp, turn] = [true, 0]
    const arrived: string[] = []
    const lost: Reply = ({ path, key }) => {
      if (!isUp) throw new TypeError('Failed to fetch')
      if (path !== '/api/jobs/job/messages') return undefined
      if (!arrived.includes(key!)) arrived.push(key!)
      // Of three answers one is cut off on its way back.
      if (++turn % 3 === 0) throw new TypeError('Failed to fetch')
      return undefined
    }
    const { store, sendAll, sent, later } = phone(lost)
    const items = Array.from({ length: 10 }, (_, at) => anItem({ lane: `job ${at % 3}` }))
    for (const item of items) await store.put(item)
    for (let seconds = 0; seconds < 600; seconds += 2) {
      isUp = seconds % 4 === 0
      await sendAll()
      later(2000)
    }
    expect(arrived.toSorted()).toEqual(items.map(({ key }) => key).toSorted())
    for (const lane of [0, 1, 2]) {
      const keys = items.filter((_, at) => at % 3 === lane).map(({ key }) => key)
      expect(arrived.filter((key) => keys.includes(key))).toEqual(keys)
    }
    expect(sent().length).toBeGreaterThan(10)
    expect([...store.items.values()].every(({ doneAt }) => doneAt)).toBe(true)
  })

  test('asks for a photo anew that is gone, and does not send one again that has arrived', async () => {
    const { store, sendAll, asked } = phone(({ path, key }) => {
      if (path !== '/api/objects/upload') return undefined
      if (key === 'of gone') return problem(410, { code: 'photo_gone' })
      return Response.json({ uploadURL: 'https://fettle.example/x', path: `/objects/${key}`, uploaded: true })
    })
    await store.put(anItem({ photos: ['gone', 'b'] }), [photo('gone'), photo('b')])
    await sendAll()
    expect(asked.filter(({ path }) => path.startsWith('/x'))).toEqual([])
    const { images } = JSON.parse(String(asked.at(-1)!.body))
    expect(images).toEqual([expect.not.stringContaining('gone'), '/objects/of b'])
  })

  test('is not sent where somebody else answers, and what a worker saw fail not before a page has read it', async () => {
    const portals: Reply[] = [
      () => new Response('<h1>Welcome to the hotel'),
      () => Response.json({ name: 'Hotel' }),
      () => new Response(null, { status: 302, headers: { location: 'https://hotel.example' } }),
      () => {
        throw new TypeError('TLS')
      },
    ]
    for (const portal of portals) {
      const { store, sendAll, sent } = phone(portal)
      await store.put(anItem())
      await sendAll()
      expect(sent()).toEqual([])
    }
    const { store, sendAll, asked } = phone()
    await store.put(anItem({ form: { text: 'On my way' } }))
    await sendAll()
    expect(asked).toEqual([])
  })

  test('goes a day after it has arrived', async () => {
    const { store, sendAll, later } = phone()
    await store.put(anItem())
    await sendAll()
    later(25 * HOUR)
    await sendAll()
    expect(store.items.size).toBe(0)
  })
})

describe('an answer', () => {
  const html = (status: number) => new Response('<h1>Hotel', { status, headers: { 'content-type': 'text/html' } })
  test.each([
    ['200', Response.json({}), 'done'],
    ['that a form came before', problem(409, { code: 'already_sent' }), 'done'],
    ['401', problem(401), 'signedOut'],
    ...[408, 425, 429, 500, 502, 503, 504, 507].map(
      (status) => [String(status), problem(status), { wait: 0 }] as const,
    ),
    ['503 with a pause', problem(503, {}, { 'retry-after': '7' }), { wait: 7000 }],
    ['409 at work', problem(409, {}, { 'retry-after': '5' }), { wait: 5000 }],
    ['200 of a hotel', html(200), { wait: 0 }],
    ['403 of a hotel', html(403), { wait: 0 }],
    ['403 of a hotel in JSON', Response.json({ message: 'Pay' }, { status: 403 }), { wait: 0 }],
    ['a half one', new Response('{"id":', { headers: { 'content-type': 'application/json' } }), { wait: 0 }],
    ['413', new Response(null, { status: 413 }), { status: 413, message: expect.stringContaining('too large') }],
    ['422', problem(422, { errors: { text: 'Too long.' } }), { status: 422, message: 'No.', fields: ['Too long.'] }],
    [
      'of what another did',
      problem(409, { meanwhile: { label: 'Job Cancelled', by: 'Olivia Hart', reason: null } }),
      { status: 409, meanwhile: 'Job Cancelled, by Olivia Hart' },
    ],
  ] as const)('%s', async (_, response, answer) => {
    const read = await readAnswer(response)
    if (typeof answer === 'string') expect(read).toBe(answer)
    else expect(read).toMatchObject(answer)
  })
})
