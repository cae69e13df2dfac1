import { afterEach, describe, expect, jest, test } from 'bun:test'
import { type Put, patienceFor, photoSender, putByXhr, SILENCE } from '#islands/photos/send-photo.ts'
import { Final, SignedOut } from '#islands/retry.ts'
import { MAX_PHOTO_BYTES, UPLOAD_PACE } from '#src/domain/photo/photo.ts'

const ID = '0198a1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'
const photo = new Blob(['jpeg'], { type: 'image/jpeg' })

/** The server: answers each call in turn with the next of the statuses. */
function server({ asks = [200], puts = [200], text = '' }: { asks?: number[]; puts?: number[]; text?: string }) {
  const urls: string[] = []
  let asked = 0
  const fetch = (async () => {
    const status = asks[Math.min(asked, asks.length - 1)]!
    asked += 1
    const uploadURL = `https://fettle.example/objects/upload/${ID}?expires=${asked}&signature=x`
    return Response.json({ uploadURL }, { status })
  }) as unknown as typeof globalThis.fetch
  const put: Put = async (url) => {
    const status = puts[Math.min(urls.length, puts.length - 1)]!
    urls.push(url)
    if (status === 0) throw new Error('No connection')
    return { status, text }
  }
  return { send: photoSender(photo, { name: 'roof.jpg', fetch, put }), urls, asked: () => asked }
}

describe('photoSender', () => {
  test('sends to a path of this site and returns the stored path', async () => {
    const { send, urls } = server({})
    expect(await send()).toBe(`/objects/${ID}`)
    expect(urls).toEqual([`/objects/upload/${ID}?expires=1&signature=x`])
  })

  test('uses its URL again, so that a photo whose answer got lost is there once', async () => {
    const { send, urls, asked } = server({ puts: [0, 409] })
    expect(send()).rejects.toThrow('No connection')
    await Bun.sleep(0)
    expect(await send()).toBe(`/objects/${ID}`)
    expect(new Set(urls).size).toBe(1)
    expect(asked()).toBe(1)
  })

  test('asks for another URL when the time of the first is over', async () => {
    const { send, urls, asked } = server({ puts: [403, 200] })
    expect(send()).rejects.toThrow('403')
    await Bun.sleep(0)
    await send()
    expect(new Set(urls).size).toBe(2)
    expect(asked()).toBe(2)
  })

  const refusals: [number, string, string][] = [
    [413, '', 'File roof.jpg is too large'],
    [422, '{"message":"HEIC photos cannot be read here."}', 'HEIC photos cannot be read here.'],
    [415, '<html>', 'File roof.jpg is not a photo'],
  ]
  for (const [status, text, message] of refusals) {
    test(`${status} is final: ${message}`, async () => {
      const error = await server({ puts: [status], text })
        .send()
        .catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Final)
      expect(error).toHaveProperty('message', message)
    })
  }

  test('a session that has ended is told as such', async () => {
    expect(
      await server({ asks: [401] })
        .send()
        .catch((error: unknown) => error),
    ).toBeInstanceOf(SignedOut)
  })

  for (const status of [400, 408, 429, 500, 503, 507]) {
    test(`${status} may be tried again`, async () => {
      const error = await server({ puts: [status] })
        .send()
        .catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(Final)
    })
  }
})

describe('the browser', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'))

  /** A browser's request that tells of progress so many times, every 20 ms, and then answers, or stands still. */
  function browser(progress: number, status: number | null) {
    class Request {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {}
      status = 0
      responseText = ''
      onload?: () => void
      onabort?: () => void
      onloadend?: () => void
      #told?: ReturnType<typeof setInterval>
      open() {}
      setRequestHeader() {}
      abort() {
        clearInterval(this.#told)
        this.onabort?.()
        this.onloadend?.()
      }
      send() {
        let loaded = 0
        this.#told = setInterval(() => {
          if (loaded < progress) return this.upload.onprogress?.({ loaded: ++loaded, total: progress })
          clearInterval(this.#told)
          if (status === null) return
          this.upload.onload?.()
          this.status = status
          this.onload?.()
          this.onloadend?.()
        }, 20)
      }
    }
    Object.assign(globalThis, { XMLHttpRequest: Request })
  }

  test('goes on as long as there is progress', async () => {
    browser(30, 200)
    expect(await putByXhr('/objects/upload/1', photo, { silence: 200 })).toEqual({ status: 200, text: '' })
  })

  test('says when all is sent, before the answer', async () => {
    browser(2, 200)
    const log: string[] = []
    await putByXhr('/objects/upload/1', photo, { silence: 200, onSent: () => void log.push('sent') })
    log.push('answered')
    expect(log).toEqual(['sent', 'answered'])
  })

  test('gives up what stands still', async () => {
    browser(2, null)
    const begun = performance.now()
    expect(await putByXhr('/objects/upload/1', photo, { silence: 100 }).catch(String)).toContain('No connection')
    expect(performance.now() - begun).toBeGreaterThan(130)
  })

  test('gives up a line after 20 seconds of silence, and bears the slowest that the server bears after some tries', async () => {
    jest.useFakeTimers()
    try {
      browser(0, null)
      const size = 350_000
      const fetch = (async () => Response.json({ uploadURL: `https://f.example/objects/upload/${ID}` })) as unknown
      const send = photoSender(new Blob([new Uint8Array(size)]), { name: 'a', fetch: fetch as typeof globalThis.fetch })
      const silences: number[] = []
      for (let attempt = 0; attempt < 10; attempt++) {
        const begun = Date.now()
        const ended = send().catch(() => silences.push(Date.now() - begun))
        while (silences.length === attempt) {
          for (let turn = 0; turn < 20; turn++) await Promise.resolve()
          jest.advanceTimersByTime(1000)
        }
        await ended
      }
      expect(silences.map((one) => Math.round(one / 1000)).slice(0, 4)).toEqual([20, 40, 60, 80])
      expect(silences.at(-1)! / 1000).toBeCloseTo(patienceFor(new Blob([new Uint8Array(size)])) / 1000, -1)
      expect(silences.at(-1)!).toBeGreaterThan((size / UPLOAD_PACE.rate) * 1000 + UPLOAD_PACE.silence)
    } finally {
      jest.useRealTimers()
    }
  })

  test('gives up an address that is never answered', async () => {
    jest.useFakeTimers()
    try {
      const fetch = ((_: string, { signal }: RequestInit) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('No answer')))
        })) as unknown as typeof globalThis.fetch
      const failed = photoSender(photo, { name: 'a', fetch })().catch(String)
      jest.advanceTimersByTime(SILENCE)
      expect(await failed).toContain('No answer')
    } finally {
      jest.useRealTimers()
    }
  })

  test('does not give up for good before the server does', () => {
    for (const size of [1, 100_000, 350_000, MAX_PHOTO_BYTES]) {
      const slowest = Math.min(UPLOAD_PACE.total, (size / UPLOAD_PACE.rate) * 1000)
      expect(patienceFor(new Blob([new Uint8Array(size)]))).toBeGreaterThan(slowest)
      expect(patienceFor(new Blob([new Uint8Array(size)]))).toBeGreaterThan(UPLOAD_PACE.silence)
    }
  })
})
