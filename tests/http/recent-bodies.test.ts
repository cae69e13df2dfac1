import { expect, spyOn, test } from 'bun:test'
import { compressed } from '#src/http/respond/compressed.ts'
import { madeOnce } from '#src/http/respond/recent-bodies.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('what is made of a body that recurs is made once, of text and of bytes', () => {
  const made: string[] = []
  const make = (body: string | Uint8Array<ArrayBuffer>, what: string) =>
    madeOnce(body, what, () => made.push(`${what} of ${body.length}`) && { what, size: body.length })
  const text = `recurs ${crypto.randomUUID()}`
  expect(make(text, 'tag')).toBe(make(`${text}`, 'tag'))
  expect(make(bytes(text), 'zstd')).toBe(make(bytes(text), 'zstd'))
  expect(make(bytes(text), 'br')).not.toBe(make(bytes(text), 'zstd'))
  make(bytes(`${text}.`), 'zstd')
  expect(made.slice().sort()).toEqual(['br of 43', 'tag of 43', 'zstd of 43', 'zstd of 44'])
})

test('bodies whose hashes are the same are told apart', () => {
  const hash = spyOn(Bun, 'hash').mockReturnValue(7n)
  const one = `one ${crypto.randomUUID()}`
  const other = `two ${crypto.randomUUID()}`
  try {
    const made = [one, other, bytes(one), bytes(other), one].map((body) => madeOnce(body, 'what', () => ({ body })))
    expect(made.map(({ body }) => body)).toEqual([one, other, bytes(one), bytes(other), one])
  } finally {
    hash.mockRestore()
  }
})

test('an answer that recurs is read whole each time, also at once and after others came between', async () => {
  const page = bytes(`<p>${crypto.randomUUID().repeat(100)}</p>`)
  const ask = (encoding: string) =>
    compressed(new Request('http://a/', { headers: { 'accept-encoding': encoding } }), page.slice(), {
      headers: { vary: 'Accept-Encoding' },
    })
  const read = async (encoding: string) => new Uint8Array(await ask(encoding).arrayBuffer())
  const first = await read('zstd')
  expect(new Uint8Array(Bun.zstdDecompressSync(first))).toEqual(page)
  expect(await Promise.all(['zstd', 'zstd', 'gzip', 'zstd'].map(read))).toEqual([
    first,
    first,
    await read('gzip'),
    first,
  ])
  // More than is kept of bodies.
  for (let n = 0; n < 40; n++) madeOnce(bytes(`${n}${'x'.repeat(200_000)}`), 'zstd', () => n)
  expect(await read('zstd')).toEqual(first)
  expect(new Uint8Array(Bun.gunzipSync(await read('gzip')))).toEqual(page)
})
