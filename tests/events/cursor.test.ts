import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { EVENT_TYPE_NAMES, EVENT_TYPES } from '#src/domain/event/event.ts'
import { CursorExpired, readPlace, writePlace } from '#src/events/cursor.ts'
import { eventsFrom, headSeq } from '#src/events/queries.ts'
import { removeOldEvents } from '#src/events/removal.ts'
import { assignJob, createJob } from '#src/jobs/actions.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob, jobInput } from '#tests/support/world.ts'
import { aReader, numberAll, typesOf } from './reading.ts'

const cast = castOfEachTest()

test('a cursor is read as it was written', () => {
  for (const place of [
    { epoch: 0, seq: 0, tag: '' },
    { epoch: 2 ** 40 - 1, seq: 123_456_789_012, tag: '0d9f6f0f5a3e' },
  ])
    expect(readPlace(writePlace(place))).toEqual(place)
})

test('every type of event has a label', () => {
  expect(EVENT_TYPE_NAMES.length).toBeGreaterThan(50)
  expect(EVENT_TYPE_NAMES.filter((type) => !EVENT_TYPES[type] || !/^[a-z]+\.[a-zA-Z]+$/.test(type))).toEqual([])
})

test('events are read page by page, of some types only, and from the oldest on', async () => {
  const reader = await aReader(cast.agent)
  const job = await aJob(cast, 'assigned')
  for (const text of ['One', 'Two', 'Three']) await writeMessage(cast.agent, job.id, { text })
  await numberAll()
  const first = await reader.get({ after: reader.cursor(), limit: '2' })
  expect(typesOf(first.events)).toEqual(['job.created', 'job.assigned'])
  const second = await reader.get({ after: first.next, limit: '2' })
  const third = await reader.get({ after: second.next, limit: '2' })
  expect([second.events.length, third.events.length]).toEqual([2, 1])
  expect(await reader.get({ after: third.next })).toEqual({ events: [], next: third.next })
  const written = await reader.get({ after: reader.cursor(), types: 'message.written,quote.revised' })
  expect(written).toEqual({ events: [...second.events, ...third.events], next: third.next })
  const all = await reader.get({ limit: '1000' })
  expect(all.events.map(({ id }) => id)).toEqual([...first.events, ...written.events].map(({ id }) => id))
  const byPages: string[] = []
  let cursor = (await reader.get({ limit: '1' })).next
  for (let next = ''; next !== cursor; ) {
    if (next) cursor = next
    const page = await reader.get({ after: cursor, limit: '1' })
    byPages.push(...page.events.map(({ id }) => id))
    next = page.next
  }
  expect(byPages).toEqual(all.events.slice(1).map(({ id }) => id))
})

test('HEAD has the headers of GET', async () => {
  const { client } = await aReader(cast.agent)
  const [get, head] = [await client.get('/api/events'), await client.send('/api/events', { method: 'HEAD' })]
  expect([head.status, head.headers.get('content-type')]).toEqual([200, get.headers.get('content-type')])
  expect(await head.text()).toBe('')
})

test.each([
  ['after=yesterday', 'after'],
  ['after=0.1.zz', 'after'],
  ['after=0.zzzzzzzzzzzzzzz.', 'after'],
  ['wait=31', 'wait'],
  ['wait=-1', 'wait'],
  ['wait=1.5', 'wait'],
  ['limit=0', 'limit'],
  ['limit=1001', 'limit'],
  ['limit=ten', 'limit'],
  ['types=job.exploded', 'types'],
  ['since=now', 'since'],
])('%s is refused by name', async (query, name) => {
  const { client } = await aReader(cast.agent)
  const answer = await client.get(`/api/events?${query}`)
  expect(answer.status).toBe(400)
  expect(Object.keys(((await answer.json()) as { errors: object }).errors)).toEqual([name])
})

describe('a cursor ends', () => {
  const statusOf = async (reader: Awaited<ReturnType<typeof aReader>>, cursor: string) => {
    const answer = await reader.client.get(`/api/events?after=${cursor}`)
    const body = (await answer.json()) as { code?: string; message?: string }
    return { status: answer.status, said: body.message }
  }
  const expired = { status: 410, said: new CursorExpired().message }

  test('when what came after it was removed, and not before', async () => {
    const reader = await aReader(cast.agent)
    const start = reader.cursor()
    await createJob(cast.agent, jobInput())
    const [created] = await reader.news()
    const afterFirst = reader.cursor()
    await createJob(cast.agent, jobInput())
    await reader.news()
    await db.execute(sql`update changes set at = now() - interval '91 days'
      where seq <= (select seq from changes where id = ${created!.id})`)
    expect(await removeOldEvents()).toBeGreaterThan(0)
    expect(await removeOldEvents()).toBe(0)
    expect(await statusOf(reader, start)).toEqual(expired)
    // Nothing after this one has been removed.
    expect(typesOf((await reader.get({ after: afterFirst })).events)).toEqual(['job.created'])
    expect(typesOf((await reader.get({})).events)).toEqual(['job.created'])
    expect((await eventsFrom(0, 10_000)).every(({ id }) => id !== created!.id)).toBe(true)
  })

  test('when a restore began another epoch', async () => {
    const reader = await aReader(cast.agent)
    const row = sql`insert into settings (name, counter) values ('changes_epoch', 12345)
      on conflict (name) do update set counter = excluded.counter`
    await db.execute(row)
    try {
      expect(await statusOf(reader, reader.cursor())).toEqual(expired)
      const { next } = await reader.get({ after: 'now' })
      expect((await statusOf(reader, next)).status).toBe(200)
    } finally {
      await db.execute(sql`delete from settings where name = 'changes_epoch'`)
    }
  })

  test('when the server that gave its place died with it, and another event has that place', async () => {
    const job = await aJob(cast, 'pending')
    const reader = await aReader(cast.agent)
    await assignJob(cast.admin, job.id, cast.contractor.id)
    const lost = await reader.news()
    const cursor = reader.cursor()
    const head = await headSeq()
    // A new primary that never heard of the last event.
    await db.execute(sql`delete from changes where id = ${lost.at(-1)!.id}`)
    expect(await headSeq()).toBe(head - 1)
    expect(await statusOf(reader, cursor)).toEqual(expired)
    await createJob(cast.agent, jobInput())
    await numberAll()
    expect(await headSeq()).toBe(head)
    expect(await statusOf(reader, cursor)).toEqual(expired)
  })
})

test('places are never given again, also when all events were removed', async () => {
  await createJob(cast.agent, jobInput())
  await numberAll()
  const head = await headSeq()
  await db.execute(sql`update changes set at = now() - interval '91 days'`)
  await removeOldEvents()
  expect(await eventsFrom(0, 10)).toEqual([])
  expect(await headSeq()).toBe(head)
  await createJob(cast.agent, jobInput())
  await numberAll()
  expect((await eventsFrom(0, 10)).map(({ seq }) => seq)).toEqual([head + 1])
})
