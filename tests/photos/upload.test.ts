import { afterAll, beforeAll, describe, expect, setSystemTime, spyOn, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { uploadedObjects } from '#db/schema.ts'
import { app } from '#src/app.ts'
import { MAX_PHOTO_BYTES, MAX_WAITING, UPLOAD_SECONDS } from '#src/domain/photo/photo.ts'
import { Unavailable } from '#src/http/errors.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { until } from '#tests/queue/working.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aContractor, aNobody, anAdmin, anAgent } from '#tests/support/world.ts'
import { bmp, corners, fromPhone, jpeg, jpegOf, pngClaiming, quarters } from './pictures.ts'
import { askForUrl, bodyOf, filesArriving, idOf, inPieces, put, rowOf, upload } from './uploads.ts'

const stored = async (path: string) => {
  const blob = await storage.read(idOf(path), 'photo')
  return blob && Buffer.from(await blob.arrayBuffer())
}

describe('an upload URL', () => {
  test('is given to every role', async () => {
    expect((await stranger.post('/api/objects/upload')).status).toBe(401)
    expect((await (await signedInAs(await aNobody())).post('/api/objects/upload')).status).toBe(403)
    for (const user of [await aContractor(), await anAgent(), await anAdmin()])
      expect(await askForUrl(user)).toStartWith('http://localhost/objects/upload/')
  })

  test('is not given while a disk full of photos waits for visits', async () => {
    const [greedy, modest] = [await aContractor(), await aContractor()]
    const client = await signedInAs(greedy)
    await db.insert(uploadedObjects).values(Array.from({ length: MAX_WAITING - 1 }, () => ({ userId: greedy.id })))
    expect((await client.post('/api/objects/upload')).status).toBe(200)
    const refused = await client.post('/api/objects/upload')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect(await askForUrl(modest)).toContain('/objects/upload/')
  })

  test('takes one photo, without a cookie', async () => {
    const contractor = await aContractor()
    const url = await askForUrl(contractor)
    const response = await put(url, bodyOf(await fromPhone()))
    expect(response.status).toBe(200)
    const id = idOf(url)
    const answer = await response.json()
    expect(answer).toMatchObject({ id, path: `/objects/${id}`, width: 32, height: 64 })
    const photo = await stored(url)
    expect(await rowOf(url)).toMatchObject({
      userId: contractor.id,
      state: 'stored',
      contentType: 'image/jpeg',
      size: photo!.length,
      width: 32,
      height: 64,
      visitId: null,
    })
    expect(photo!.includes('Leeds')).toBe(false)
    expect(await quarters(photo!)).toEqual(['blue', 'red', 'white', 'green'])
    expect(await storage.read(id, 'thumbnail')).not.toBeNull()
    expect(filesArriving()).toEqual([])
  })

  test('never replaces a photo', async () => {
    const url = await askForUrl(await aContractor())
    await put(url, bodyOf(await jpeg()))
    const before = await stored(url)
    expect((await put(url, bodyOf(await jpeg(bmp(9, 9, () => [0, 0, 0]))))).status).toBe(409)
    expect(await stored(url)).toEqual(before)
  })

  test('lets one of many uploads at once win, whose photo is the one that is kept', async () => {
    const url = await askForUrl(await aContractor())
    const sizes = [40, 41, 42, 43, 44, 45, 46, 47]
    const files = await Promise.all(sizes.map((size) => jpeg(corners(size, size))))
    const responses = await Promise.all(files.map((file) => put(url, bodyOf(file))))
    const refused = responses.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(sizes.length - 1)
    // While the first is being stored nobody knows whether it will be: the others may come again, and then they know.
    for (const [index, response] of responses.entries()) {
      if (response.status === 200) continue
      expect([409, 503]).toContain(response.status)
      if (response.status === 503) expect(response.headers.get('retry-after')).toBe('5')
      expect((await put(url, bodyOf(files[index]!))).status).toBe(409)
    }
    const winner = sizes[responses.findIndex(({ status }) => status === 200)]!
    expect(await rowOf(url)).toMatchObject({ width: winner, height: winner })
    expect(await new Bun.Image((await stored(url))!).metadata()).toMatchObject({ width: winner })
    expect(filesArriving()).toEqual([])
  })

  test('is refused when anything of it was changed', async () => {
    const contractor = await aContractor()
    const [url, other] = [await askForUrl(contractor), await askForUrl(contractor)]
    const changed = (change: (url: URL) => void) => {
      const copy = new URL(url)
      change(copy)
      return copy.href
    }
    const file = bodyOf(await jpeg())
    const forged = [
      changed((copy) => copy.searchParams.set('expires', '99999999999')),
      changed((copy) => copy.searchParams.set('signature', 'x'.repeat(43))),
      changed((copy) => copy.searchParams.set('signature', '')),
      changed((copy) => copy.searchParams.delete('expires')),
      changed((copy) => copy.searchParams.delete('signature')),
      changed((copy) => {
        copy.pathname = new URL(other).pathname
      }),
    ]
    for (const link of forged) expect((await put(link, file)).status).toBe(403)
    expect((await put(url.replace('?', '0?'), file)).status).toBe(404)
    expect(await rowOf(url)).toMatchObject({ state: 'promised' })
    expect(await rowOf(other)).toMatchObject({ state: 'promised' })
  })

  test('is good for fifteen minutes', async () => {
    const url = await askForUrl(await aContractor())
    const file = bodyOf(await jpeg())
    setSystemTime(Date.now() + (UPLOAD_SECONDS + 2) * 1000)
    const late = await put(url, file)
    setSystemTime()
    expect(late.status).toBe(403)
    expect(await refusalOf(late)).toEqual({ message: 'This upload link has expired. Please ask for a new one.' })
    expect((await put(url, file)).status).toBe(200)
  })
})

describe('an upload is refused, and may be tried again,', () => {
  const refusedThenTaken = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const url = await askForUrl(await aContractor())
    const response = await put(url, body, headers)
    expect(await rowOf(url)).toMatchObject({ state: 'promised', size: null })
    expect(await stored(url)).toBeNull()
    expect(filesArriving()).toEqual([])
    expect((await put(url, bodyOf(await jpeg()))).status).toBe(200)
    return { status: response.status, ...(await refusalOf(response)) }
  }

  test('when it is text in a .jpg', async () => {
    const { status, errors } = await refusedThenTaken('just text')
    expect(status).toBe(422)
    expect(errors).toHaveProperty('photo')
  })

  test('when it is a bomb', async () => {
    expect(await refusedThenTaken(bodyOf(pngClaiming(60_000, 60_000)))).toMatchObject({ status: 422 })
  })

  test('when a part is missing', async () => {
    expect(await refusedThenTaken(bodyOf((await jpeg()).subarray(0, -40)))).toMatchObject({ status: 422 })
  })

  test('when its content type is no image', async () => {
    expect(await refusedThenTaken(bodyOf(await jpeg()), { 'content-type': 'text/html' })).toMatchObject({ status: 415 })
  })

  test('when it is over 5 MB by one byte, whether it says so or not', async () => {
    const file = await jpegOf(MAX_PHOTO_BYTES + 1)
    expect(file).toHaveLength(MAX_PHOTO_BYTES + 1)
    const said = await refusedThenTaken(bodyOf(file), { 'content-length': String(file.length) })
    expect(said).toMatchObject({ status: 413, message: expect.stringContaining('is too large') })
    expect(await refusedThenTaken(inPieces(file))).toMatchObject({ status: 413 })
    expect(await refusedThenTaken(inPieces(file), { 'content-length': '100' })).toMatchObject({ status: 413 })
  })

  test('when the storage is away', async () => {
    const away = spyOn(storage, 'put').mockRejectedValueOnce(new Unavailable())
    expect(await refusedThenTaken(bodyOf(await jpeg()))).toMatchObject({ status: 503 })
    away.mockRestore()
  })
})

test('exactly 5 MB is taken, in one piece and in many', async () => {
  const file = await jpegOf(MAX_PHOTO_BYTES)
  expect(file).toHaveLength(MAX_PHOTO_BYTES)
  const contractor = await aContractor()
  for (const body of [bodyOf(file), inPieces(file), inPieces(file, 999)]) {
    expect((await put(await askForUrl(contractor), body)).status).toBe(200)
  }
})

test('a photo whose thumbnail could not be kept is taken all the same', async () => {
  const real = storage.put
  const away = spyOn(storage, 'put').mockImplementation((key, variant, bytes) =>
    variant === 'thumbnail' ? Promise.reject(new Unavailable()) : real(key, variant, bytes),
  )
  const contractor = await aContractor()
  const path = await upload(contractor, await jpeg(bmp(640, 480, () => [9, 9, 9])))
  away.mockRestore()
  const response = await (await signedInAs(contractor)).get(`${path}?w=320`)
  expect(await new Bun.Image(await response.arrayBuffer()).metadata()).toMatchObject({ width: 320, height: 240 })
})

describe('over a socket', () => {
  let base = ''
  beforeAll(() => {
    app.listen({ port: 0, hostname: '127.0.0.1' })
    base = `http://127.0.0.1:${app.server!.port}`
  })
  afterAll(() => app.stop(true))
  const overSocket = (url: string) => url.replace('http://localhost', base)

  test('6 MB without a length gets its 413', async () => {
    const url = overSocket(await askForUrl(await aContractor()))
    const headers = { 'content-type': 'image/jpeg' }
    const chunked = await fetch(url, { method: 'PUT', headers, body: inPieces(await jpegOf(6_000_000)) })
    expect(chunked.status).toBe(413)
    const announced = await fetch(url, { method: 'PUT', headers, body: bodyOf(await jpegOf(6_000_000)) })
    expect(announced.status).toBe(413)
    expect(filesArriving()).toEqual([])
  })

  test('HEAD tells a photo’s length without sending it', async () => {
    const contractor = await aContractor()
    const path = await upload(contractor)
    const headers = { cookie: `session=${(await signedInAs(contractor)).cookie}` }
    const response = await fetch(base + path, { method: 'HEAD', headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String((await rowOf(path))!.size))
    expect(await response.text()).toBe('')
  })

  test('an upload that breaks off leaves nothing, and can be sent again', async () => {
    const url = overSocket(await askForUrl(await aContractor()))
    const { pathname, search } = new URL(url)
    const file = await jpegOf(1_000_000)
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: app.server!.port!,
      socket: { data: () => {} },
    })
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\nContent-Length: ${file.length}\r\n\r\n`,
    )
    socket.write(bodyOf(file.subarray(0, 200_000)))
    await until(() => filesArriving().length === 1)
    socket.terminate()
    await until(() => filesArriving().length === 0)
    expect(await rowOf(url)).toMatchObject({ state: 'promised' })
    expect(
      (await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: bodyOf(file) })).status,
    ).toBe(200)
  })
})
