import { beforeEach, describe, expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseOverdue } from '#db/pool/failure.ts'
import { batched } from '#db/query/batched.ts'

type Row = { key: string; version: number }
type Sent = { keys: string[]; answer(): void; fail(error: unknown): void }

let sent: Sent[]
/** What the database has: a statement reads it when it is answered. */
let versions: Map<string, number>
let find: (key: string) => Promise<Row | null>

beforeEach(() => {
  sent = []
  versions = new Map(['ada', 'bea', 'carl', 'dora'].map((key) => [key, 1]))
  find = batched<Row>({
    read: (keys) => {
      const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
      const rows = () => keys.filter((key) => versions.has(key)).map((key) => ({ key, version: versions.get(key)! }))
      sent.push({ keys, answer: () => resolve(rows()), fail: reject })
      return promise
    },
    keyOf: ({ key }) => key,
  })
})

const keys = () => sent.map((one) => one.keys)
const turn = () => Bun.sleep(0)

describe('reads of one thing by its key', () => {
  test('a lone one is sent at once', async () => {
    const found = find('ada')
    expect(keys()).toEqual([['ada']])
    sent[0]!.answer()
    expect(await found).toEqual({ key: 'ada', version: 1 })
    const again = find('bea')
    expect(keys()).toEqual([['ada'], ['bea']])
    sent[1]!.answer()
    expect((await again)?.key).toBe('bea')
  })

  test('those that come meanwhile share the next statement, and each is answered its own', async () => {
    const first = find('ada')
    const others = ['bea', 'nobody', 'carl', 'bea'].map((key) => find(key))
    expect(keys()).toEqual([['ada']])
    sent[0]!.answer()
    await first
    await turn()
    expect(keys()).toEqual([['ada'], ['bea', 'nobody', 'carl']])
    sent[1]!.answer()
    expect((await Promise.all(others)).map((row) => row?.key ?? null)).toEqual(['bea', null, 'carl', 'bea'])
  })

  test('nobody is answered from a statement that was under way before they asked', async () => {
    const before = find('ada')
    sent[0]!.answer()
    // The statement has read; its answer has not been taken yet.
    versions.set('ada', 2)
    const after = find('ada')
    expect((await before)?.version).toBe(1)
    expect(keys()).toEqual([['ada'], ['ada']])
    sent[1]!.answer()
    expect((await after)?.version).toBe(2)
  })

  test('an outage reaches all that wait for the statement, and ends with it', async () => {
    const all = Promise.allSettled(['ada', 'bea', 'carl'].map((key) => find(key)))
    const failure = new DatabaseOverdue('No answer.')
    sent[0]!.fail(failure)
    await turn()
    sent[1]!.fail(failure)
    expect(await all).toEqual(Array(3).fill({ status: 'rejected', reason: failure }))
    expect(keys()).toEqual([['ada'], ['bea', 'carl']])
    const afterwards = find('dora')
    sent[2]!.answer()
    expect((await afterwards)?.key).toBe('dora')
  })

  test('a row that cannot be read fails nobody else', async () => {
    const first = find('ada')
    const others = ['bea', 'carl', 'dora'].map((key) => find(key))
    sent[0]!.answer()
    await first
    await turn()
    const wrong = new RangeError('No such date.')
    sent[1]!.fail(wrong)
    await turn()
    expect(keys().slice(2)).toEqual([['bea'], ['carl'], ['dora']])
    sent[2]!.answer()
    sent[3]!.fail(wrong)
    sent[4]!.answer()
    const results = await Promise.allSettled(others)
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('a statement that gets no answer keeps nobody waiting but its own', async () => {
    const silent = find('ada')
    const waiting = find('bea')
    expect(keys()).toEqual([['ada']])
    while (sent.length < 2) await Bun.sleep(5)
    sent[1]!.answer()
    expect((await waiting)?.key).toBe('bea')
    const later = find('carl')
    expect(keys()).toEqual([['ada'], ['bea'], ['carl']])
    sent[2]!.answer()
    expect((await later)?.key).toBe('carl')
    sent[0]!.answer()
    expect((await silent)?.key).toBe('ada')
  })

  test('very many are several statements', async () => {
    const first = find('ada')
    const names = Array.from({ length: 1200 }, (_, n) => `somebody ${n}`)
    for (const name of names) versions.set(name, 1)
    const others = names.map((name) => find(name))
    sent[0]!.answer()
    for (let n = 1; n <= 3; n++) {
      while (sent.length <= n) await turn()
      sent[n]!.answer()
    }
    expect((await Promise.all(others)).map((row) => row?.key)).toEqual(names)
    expect(keys().map(({ length }) => length)).toEqual([1, 500, 500, 200])
    await first
  })

  test('a statement is part of nobody’s request, and each goes on in their own', async () => {
    const request = new AsyncLocalStorage<string>()
    const during: (string | undefined)[] = []
    const read = batched<string>({
      read: async (asked) => {
        during.push(request.getStore())
        await turn()
        return asked
      },
      keyOf: (found) => found,
    })
    const people = ['ada', 'bea', 'carl']
    const ends = people.map((name) => request.run(name, async () => [await read(name), request.getStore()]))
    expect(await Promise.all(ends)).toEqual(people.map((name) => [name, name]))
    expect(during).toEqual([undefined, undefined])
  })
})
