import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import { storage } from '#src/photos/storage/chosen.ts'
import { reserveOf, roomOn } from '#src/photos/storage/room.ts'
import { jpeg } from '#tests/photos/pictures.ts'
import { askForUrl, bodyOf, filesArriving, put, rowOf, upload } from '#tests/photos/uploads.ts'
import { signedInAs } from '#tests/support/app.ts'
import { captureLog } from '#tests/support/log.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aContractor } from '#tests/support/world.ts'

afterEach(() => mock.restore())

const MB = 1e6
const GB = 1e9

test('photos leave 5 % of a disk free, at least 200 MB and at most 2 GB, and of a tiny one a quarter', () => {
  expect([100 * MB, 400 * MB, 4 * GB, 10 * GB, 40 * GB, 250 * GB, 4000 * GB].map(reserveOf)).toEqual([
    ...[25 * MB, 100 * MB, 200 * MB, 500 * MB],
    ...[2 * GB, 2 * GB, 2 * GB],
  ])
})

test('a disk has room down to the reserve, is looked at now and then, and when it cannot be asked it has', async () => {
  let left = 2 * GB
  let looks = 0
  const look = async () => {
    looks++
    return { bsize: 4096, blocks: (250 * GB) / 4096, bavail: left / 4096 }
  }
  let now = performance.now()
  spyOn(performance, 'now').mockImplementation(() => now)
  const later = () => {
    now += 31
  }
  const hasRoom = roomOn('/photos', look, 30)
  using log = captureLog()
  expect(await hasRoom()).toBe(true)
  left -= 4096
  expect(await Promise.all([hasRoom(), hasRoom()])).toEqual([true, true])
  expect(looks).toBe(1)
  later()
  expect(await Promise.all([hasRoom(), hasRoom()])).toEqual([false, false])
  expect(looks).toBe(2)
  later()
  expect(await hasRoom()).toBe(false)
  left = 3 * GB
  later()
  expect(await hasRoom()).toBe(true)
  expect(log.events().map(({ event }) => event)).toEqual(['storage.full', 'storage.room'])
  expect(await roomOn('/nowhere/at/all')()).toBe(true)
  const never = roomOn('/photos', () => Promise.reject(new Error('EIO')))
  expect(await never()).toBe(true)
  expect(await roomOn('/', async () => ({ bsize: 4096, blocks: 1e9, bavail: 0 }))()).toBe(false)
})

test('while there is no room uploads are answered 507, nothing is read or kept, and all else goes on', async () => {
  const contractor = await aContractor()
  const client = await signedInAs(contractor)
  const url = await askForUrl(contractor)
  const before = await upload(contractor)
  const full = spyOn(storage, 'hasRoom').mockResolvedValue(false)
  for (const answer of [await client.post('/api/objects/upload'), await put(url, bodyOf(await jpeg()))]) {
    expect(answer.status).toBe(507)
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(await refusalOf(answer)).toEqual({
      message: 'There is no room for photos right now. Please try again later.',
    })
  }
  expect(await rowOf(url)).toMatchObject({ state: 'promised', size: null })
  expect(filesArriving()).toEqual([])
  expect((await client.get(before)).status).toBe(200)
  expect((await client.get('/api/jobs')).status).toBe(200)
  full.mockResolvedValue(true)
  expect((await put(url, bodyOf(await jpeg()))).status).toBe(200)
})
