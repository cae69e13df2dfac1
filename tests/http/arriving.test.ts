import { afterAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { type ArrivalPace, chunksOf } from '#src/http/arriving.ts'
import { TooSlow } from '#src/http/errors.ts'
import { readForm, readJson } from '#src/http/input.ts'
import { answerJson, asHttpError } from '#src/http/respond/answer-error.tsx'
import { receive } from '#src/photos/receive.ts'
import { moment, spent } from '#tests/support/spent/spent.ts'

const FAST: ArrivalPace = { silence: 250, total: 1500, rate: 1000, window: 500 }
const NEVER = 60_000
/** A machine that stands still for a second is no slow sender. */
const CALM: ArrivalPace = { silence: 1500, total: NEVER, rate: 1000, window: 2000 }

/** A body that arrives in pieces of `size` bytes, one every `every` milliseconds; without `pieces` it never ends. */
function arriving(size: number, every: number, pieces = Number.POSITIVE_INFINITY): Request {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(line) {
      if (sent >= pieces) return line.close()
      if (sent++) await Bun.sleep(every)
      line.enqueue(new Uint8Array(size))
    },
  })
  return new Request('http://localhost/', { method: 'PUT', body })
}

/** How much arrived, and after how long it was given up, if it was: by the clock, and without this process's stalls. */
async function outcome(request: Request, pace: ArrivalPace) {
  const begun = moment()
  let size = 0
  const took = () => ({ took: performance.now() - begun, spent: spent(begun) })
  try {
    for await (const chunk of chunksOf(request, pace)) size += chunk.byteLength
    return { size, gaveUp: false, ...took() }
  } catch (error) {
    expect(error).toBeInstanceOf(TooSlow)
    return { size, gaveUp: true, ...took() }
  }
}

describe('a body', () => {
  test('that flows arrives, however long it takes', async () => {
    expect(await outcome(arriving(100, 10, 250), CALM)).toMatchObject({ size: 25_000, gaveUp: false })
  })

  test('that falls silent is given up after the silence', async () => {
    const { took, spent, ...what } = await outcome(arriving(10_000, 5000), FAST)
    expect(what).toEqual({ size: 10_000, gaveUp: true })
    expect(took).toBeGreaterThan(240)
    expect(spent).toBeLessThan(450)
  })

  test('that drips is given up after the window, before the total', async () => {
    const { gaveUp, took, spent } = await outcome(arriving(1, 40), { ...FAST, silence: NEVER, total: NEVER })
    expect(gaveUp).toBe(true)
    expect(took).toBeGreaterThan(490)
    expect(spent).toBeLessThan(1400)
  })

  test('that flowed and then drips is given up in the window that follows', async () => {
    const flood = arriving(5000, 5, 1)
    const drip = arriving(1, 40)
    const both = new ReadableStream<Uint8Array>({
      async start(line) {
        for (const request of [flood, drip]) for await (const chunk of request.body!) line.enqueue(chunk)
      },
    })
    const request = new Request('http://localhost/', { method: 'PUT', body: both })
    const { gaveUp, took } = await outcome(request, { ...FAST, silence: NEVER, total: NEVER })
    expect(gaveUp).toBe(true)
    expect(took).toBeGreaterThan(990)
  })

  test('that never ends is given up in all', async () => {
    const { gaveUp, took } = await outcome(arriving(1000, 20), { ...FAST, silence: NEVER, window: NEVER })
    expect(gaveUp).toBe(true)
    expect(took).toBeGreaterThan(1490)
  })

  test('is not held to a time in which it was we who were slow', async () => {
    let size = 0
    for await (const chunk of chunksOf(arriving(300, 10, 3), { ...CALM, total: 1500, window: 1500, rate: 100 })) {
      size += chunk.byteLength
      await Bun.sleep(1600)
    }
    expect(size).toBe(900)
  })

  test('of JSON and of a form is held to it too', async () => {
    const json = arriving(1, 5000)
    const form = arriving(1, 5000)
    for (const reading of [readJson(json, { pace: FAST }), readForm(form, FAST)])
      expect(await reading.catch((error: unknown) => error)).toBeInstanceOf(TooSlow)
  })
})

describe('over a socket', () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request, server) {
      server.timeout(request, 0)
      try {
        const received = await receive(request, new URL(request.url).pathname === '/calm' ? CALM : FAST)
        const { length } = await received.bytes()
        await received.discard()
        return Response.json({ length })
      } catch (error) {
        return answerJson(asHttpError(error, ''), request)
      }
    },
  })
  afterAll(() => server.stop(true))

  /** Sends so many bytes every 20 ms until `total`, and hears the answer until the connection ends. */
  const send = (bytes: number, total: number, { stopAt = total, path = '/' } = {}) =>
    new Promise<string>((resolve) => {
      const socket = connect(server.port!, '127.0.0.1')
      socket.write(`PUT ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${total}\r\n\r\n`)
      let sent = 0
      let heard = ''
      const sending = setInterval(() => {
        if (sent < stopAt) socket.write(Buffer.alloc(bytes))
        sent += bytes
      }, 20)
      socket.on('data', (data) => {
        heard += data
        if (heard.includes('length')) socket.end()
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        clearInterval(sending)
        resolve(heard)
      })
    })

  test('a body that flows is taken; one that stalls is answered and hung up on', async () => {
    expect(await send(1000, 40_000, { path: '/calm' })).toContain('{"length":40000}')
    for (const slow of [send(1000, 40_000, { stopAt: 3000 }), send(1, 40_000), send(1000, 1_000_000)]) {
      const heard = await slow
      expect(heard).toStartWith('HTTP/1.1 408 ')
      expect(heard.toLowerCase()).toContain('connection: close')
      expect(heard).toContain('"message":"This took too long to arrive. Please try again."')
    }
  })
})
