import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Invalid, Malformed, TooLarge, WrongType } from '#src/http/errors.ts'
import { check, checked, jsonInput, judged, MAX_BODY, readForm, readJson } from '#src/http/input.ts'

const Note = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 10, error: 'Title is required' }),
  text: Type.Optional(Type.String({ maxLength: 20, error: 'Text must be text' })),
  secret: Type.Optional(Type.String({ trim: false })),
  kind: Type.Union([Type.Literal('a'), Type.Literal('b')], { default: 'a', error: 'Kind must be a or b' }),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 3 }), { error: 'Tags must be a list' })),
})

describe('what is kept', () => {
  test.each([
    ['trimmed', { title: ' \t milk \r\n' }, { title: 'milk', kind: 'a' }],
    ['not trimmed where told', { title: 'm', secret: ' s ' }, { title: 'm', secret: ' s ', kind: 'a' }],
    ['without NUL', { title: 'mi\0lk\0' }, { title: 'milk', kind: 'a' }],
    ['lone surrogates replaced', { title: '\ud800x\udc00' }, { title: '\ufffdx\ufffd', kind: 'a' }],
    ['whole pairs kept', { title: '🔧' }, { title: '🔧', kind: 'a' }],
    ['line ends as \\n', { title: 'm', text: 'a\r\nb\nc' }, { title: 'm', text: 'a\nb\nc', kind: 'a' }],
    ['empty optional left out', { title: 'm', text: '   ' }, { title: 'm', kind: 'a' }],
    ['null optional left out', { title: 'm', text: null }, { title: 'm', kind: 'a' }],
    ['unknown fields dropped', { title: 'm', role: 'admin', __proto__: { text: 'x' } }, { title: 'm', kind: 'a' }],
    ['without controls', { title: 'a\u0007b\u001b', text: 'a\rb\tc' }, { title: 'ab', text: 'a\nb\tc', kind: 'a' }],
    ['without what turns it round', { title: 'a\u202etxt\u2066' }, { title: 'atxt', kind: 'a' }],
    [
      'a password as it is',
      { title: 'm', secret: ' \u202e\u200b\r ' },
      { title: 'm', secret: ' \u202e\u200b\r ', kind: 'a' },
    ],
    ['at its longest', { title: 'x'.repeat(10) }, { title: 'x'.repeat(10), kind: 'a' }],
    ['trimmed, then measured', { title: ` ${'x'.repeat(10)} ` }, { title: 'x'.repeat(10), kind: 'a' }],
    ['a list', { title: 'm', tags: ['a', 'b'] }, { title: 'm', tags: ['a', 'b'], kind: 'a' }],
  ])('%s', (_, raw, value) => {
    expect(check(Note, raw)).toEqual({ value, errors: null, typed: raw } as never)
  })

  test('a PATCH empties what it is given empty, and leaves alone what it does not name', () => {
    const Change = Type.Partial(Note, { keepEmpty: true })
    expect(check(Change, { text: ' ' }).value).toMatchObject({ text: '' })
    expect(check(Change, { text: null }).value).toMatchObject({ text: '' })
    expect(check(Change, { title: ' ' }).errors).toEqual({ title: 'Title is required' })
  })
})

describe('what is refused, with the words of the field', () => {
  test.each([
    ['missing', {}, { title: 'Title is required' }],
    ['empty', { title: '' }, { title: 'Title is required' }],
    ['blank', { title: ' \0 ' }, { title: 'Title is required' }],
    ['of nothing to see', { title: '\u200b\ufeff\u2060' }, { title: 'Title is required' }],
    ['a list of lists', { title: 'm', tags: [['a']] }, { tags: 'Tags must be a list' }],
    ['null', { title: null }, { title: 'Title is required' }],
    ['a number', { title: 7 }, { title: 'Title is required' }],
    ['an object', { title: { $ne: '' } }, { title: 'Title is required' }],
    ['a list', { title: ['x'] }, { title: 'Title is required' }],
    ['too long', { title: 'x'.repeat(11) }, { title: 'Please use at most 10 characters' }],
    ['of no kind', { title: 'm', kind: 'c' }, { kind: 'Kind must be a or b' }],
    ['an item too long', { title: 'm', tags: ['abcd'] }, { tags: 'Please use at most 3 characters' }],
    ['an item of another type', { title: 'm', tags: [1] }, { tags: 'Tags must be a list' }],
    [
      'several at once',
      { kind: 1, text: 2 },
      { title: 'Title is required', kind: 'Kind must be a or b', text: 'Text must be text' },
    ],
  ])('%s', (_, raw, errors) => {
    expect(check(Note, raw)).toMatchObject({ value: null, errors, typed: raw } as never)
  })

  test('further rules are asked once the shape is right', () => {
    const rule = ({ title }: { title: string }) => judged(title.length, title === 'no' ? { title: 'Not this one' } : {})
    expect(check(Note, { title: 'no' }, rule)).toMatchObject({ value: null, errors: { title: 'Not this one' } })
    expect(check(Note, { title: 'yes' }, rule)).toMatchObject({ value: 3, errors: null })
  })

  test('checked throws Invalid, whose sentence is the first field’s', () => {
    expect(() => checked(Note, {})).toThrow(new Invalid({ title: 'Title is required' }))
  })

  test('no object is malformed', () => {
    for (const raw of [null, 'text', 7, [], [{ title: 'm' }], true, undefined])
      expect(() => check(Note, raw)).toThrow(Malformed)
  })
})

const post = (body: BodyInit | null, type?: string, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { ...headers, ...(type && { 'content-type': type }) },
  })

/** A body of unknown length, as chunked encoding brings it, and how much of it was read. */
function endless(piece: string) {
  const seen = { bytes: 0 }
  const body = new ReadableStream({
    pull(controller) {
      seen.bytes += piece.length
      controller.enqueue(new TextEncoder().encode(piece))
    },
  })
  return { body, seen }
}

describe('a JSON body', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('as %s', async (type) => {
    expect(await readJson(post('{"a":"£"}', type))).toEqual({ a: '£' })
  })

  test.each(['', '{', '{"a":}', 'undefined', "{'a':1}"])('%p is malformed', async (text) => {
    await expect(readJson(post(text, 'application/json'))).rejects.toThrow(Malformed)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
  ])('not as %s, which a form of another site may send', async (type) => {
    await expect(readJson(post('{}', type))).rejects.toThrow(WrongType)
  })

  test('may be absent where it is optional, and only then', async () => {
    expect(await readJson(post(null), { optional: true })).toEqual({})
    await expect(readJson(post(null))).rejects.toThrow(WrongType)
    await expect(readJson(post('{', 'application/json'), { optional: true })).rejects.toThrow(Malformed)
    await expect(readJson(post('{"a":1}', 'text/plain'), { optional: true })).rejects.toThrow(WrongType)
  })

  test('is read up to the limit, counted as it comes', async () => {
    const longest = JSON.stringify('x'.repeat(MAX_BODY - 2))
    expect(await readJson(post(longest, 'application/json'))).toHaveLength(MAX_BODY - 2)
    await expect(readJson(post(`${longest} `, 'application/json'))).rejects.toThrow(TooLarge)
    const { body, seen } = endless('x'.repeat(10_000))
    await expect(readJson(post(body, 'application/json'))).rejects.toThrow(TooLarge)
    expect(seen.bytes).toBeLessThan(3 * MAX_BODY)
  })
})

describe('a form', () => {
  const form = 'application/x-www-form-urlencoded'

  test('gives text, and a list where a name comes more than once', async () => {
    expect(await readForm(post('a=%C2%A3+1&b=2&b=3&b=4&empty=', form))).toEqual({
      a: '£ 1',
      b: ['2', '3', '4'],
      empty: '',
    })
    expect(await readForm(post('a=x%00y', form))).toEqual({ a: 'xy' })
    expect(await readForm(post('toString=1', form))).toEqual({ toString: '1' } as never)
    expect(await readForm(post(null))).toEqual({})
  })

  test('is refused as another type or when it is too large', async () => {
    await expect(readForm(post('a=1', 'text/plain'))).rejects.toThrow(WrongType)
    await expect(readForm(post(`a=${'x'.repeat(MAX_BODY)}`, form))).rejects.toThrow(TooLarge)
  })
})

describe('a list of objects', () => {
  const Row = Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 5, error: 'Name is required' }),
      count: Type.Optional(Type.Number({ error: 'Count must be a number' })),
    },
    { error: 'A row has a name' },
  )
  const Sheet = Type.Object({
    rows: Type.Optional(Type.Array(Row, { maxItems: 3, error: 'Rows must be a list of at most 3' })),
  })

  test('is tidied in each', () => {
    const rows = [
      { name: ' a\0 ', count: null, other: 1 },
      { name: 'b', count: 2 },
    ]
    expect(check(Sheet, { rows }).value).toEqual({ rows: [{ name: 'a' }, { name: 'b', count: 2 }] } as never)
    expect(check(Type.Partial(Sheet, { keepEmpty: true }), { rows: null }).value).toEqual({ rows: [] })
  })

  test.each([
    [[{ name: 'a' }, {}], { 'rows.1.name': 'Name is required' }],
    [[{ name: 'a', count: 'b' }], { 'rows.0.count': 'Count must be a number' }],
    [[{ name: 'abcdef' }], { 'rows.0.name': 'Please use at most 5 characters' }],
    [[{ name: { of: 'a' } }], { 'rows.0.name': 'Name is required' }],
    [['a'], { 'rows.0': 'A row has a name' }],
    [[[{ name: 'a' }]], { 'rows.0.name': 'Name is required' }],
    [{ name: 'a' }, { rows: 'Rows must be a list of at most 3' }],
    ['a', { rows: 'Rows must be a list of at most 3' }],
    [Array.from({ length: 4 }, () => ({ name: 'a' })), { rows: 'Rows must be a list of at most 3' }],
  ])('is refused at its field: %j', (rows, errors) => {
    expect(check(Sheet, { rows }).errors).toEqual(errors as never)
  })

  test('has no unknown field in JSON', async () => {
    const known = 'This field is not known. Known are: name, count.'
    const body = JSON.stringify({ rows: [{ name: 'a' }, { name: 'b', colour: 1 }, null, 'c'] })
    await expect(jsonInput(post(body, 'application/json'), Sheet)).rejects.toMatchObject({
      errors: { 'rows.1.colour': known, 'rows.2': 'A row has a name', 'rows.3': 'A row has a name' },
    })
  })

  test('is looked at no deeper than its schema, and no longer than it may be', () => {
    const deep = JSON.parse(`${'[{"name":'.repeat(20_000)}1${'}]'.repeat(20_000)}`)
    expect(check(Sheet, { rows: deep }).errors).toEqual({ 'rows.0.name': 'Name is required' })
    const begin = process.threadCpuUsage()
    const { errors } = check(Sheet, { rows: Array.from({ length: 33_000 }, () => ({})) })
    const computed = process.threadCpuUsage(begin).user / 1000
    expect(Object.keys(errors ?? {}).length).toBeLessThan(10)
    expect(computed).toBeLessThan(500)
  })
})

describe('a part of a body', () => {
  const Row = Type.Object({ name: Type.String({ minLength: 1, error: 'A name' }) })
  const Note = Type.Object({ row: Type.Optional(Row) })

  test('is tidied, has its errors by its name, and no unknown field in JSON', async () => {
    expect(check(Note, { row: { name: ' a\0 ', other: 1 } }).value).toEqual({ row: { name: 'a' } })
    expect(check(Note, { row: { name: ' ' } }).errors).toEqual({ 'row.name': 'A name' })
    expect(check(Note, { row: null }).value).toEqual({})
    const body = JSON.stringify({ row: { name: 'a', colour: 1 } })
    await expect(jsonInput(post(body, 'application/json'), Note)).rejects.toMatchObject({
      errors: { 'row.colour': 'This field is not known. Known are: name.' },
    })
  })
})

describe('what would take long to look at', () => {
  test('nothing is looked through that is deeper than a list', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
    expect(check(Note, { title: 'm', kind: deep, tags: deep, text: deep }).errors).toEqual({
      kind: 'Kind must be a or b',
      tags: 'Tags must be a list',
      text: 'Text must be text',
    })
  })

  test('no pattern is matched against more than may be', () => {
    const Mail = Type.Object({ mail: Type.String({ maxLength: 100, pattern: '^[^@]+@[^@]+\\.[^@]+$', error: 'Mail' }) })
    const begin = process.threadCpuUsage()
    expect(check(Mail, { mail: `a@${'a.'.repeat(48_000)}@` }).errors).toEqual({
      mail: 'Please use at most 100 characters',
    })
    expect(process.threadCpuUsage(begin).user / 1000).toBeLessThan(500)
  })

  test('a sender who breaks off has sent nothing that can be read', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('a=1')),
      pull: (controller) => controller.error(new Error('The connection was closed.')),
    })
    const request = new Request('http://localhost/', { method: 'POST', body })
    await expect(readForm(request)).rejects.toBeInstanceOf(Malformed)
  })

  test('a compressed body is refused as a type that we do not read', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const request = new Request('http://localhost/', { method: 'POST', headers, body: '{}' })
    await expect(readJson(request)).rejects.toBeInstanceOf(WrongType)
  })
})
