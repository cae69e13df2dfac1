import { describe, expect, test } from 'bun:test'
import { Final, SignedOut } from '#islands/retry.ts'
import { type Put, photoSender } from '#islands/send-photo.ts'

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

  for (const status of [400, 429, 500, 503]) {
    test(`${status} may be tried again`, async () => {
      const error = await server({ puts: [status] })
        .send()
        .catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(Final)
    })
  }
})
