import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { s3Storage } from '#src/photos/storage/s3.ts'
import { bmp, jpeg } from '#tests/photos/pictures.ts'
import { askForUrl, bodyOf, put, rowOf, upload } from '#tests/photos/uploads.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aContractor } from '#tests/support/world.ts'
import { type Radosgw, startRadosgw } from '#tests/whole/services/radosgw.ts'
import { CALM, HASTE, keepPhotosIn, noS3, PAUSE, settingsOf, skipPause } from './s3-world.ts'

const MEGABYTE = 1_000_000

// A Ceph that is full does not refuse to write: it leaves it without an answer until there is room.
describe.skipIf(noS3)('an S3 whose disks are full', () => {
  let rgw: Radosgw
  beforeAll(async () => {
    rgw = await startRadosgw({ bytes: 16 * MEGABYTE })
  })
  afterAll(() => rgw.stop())

  test('takes no photo, shows those it has, and takes them again when there is room', async () => {
    const bucket = await rgw.makeBucket()
    const patience = { ...CALM }
    const giveBack = keepPhotosIn(s3Storage(settingsOf(rgw, bucket), { patience, pause: PAUSE }))
    const contractor = await aContractor()
    const client = await signedInAs(contractor)
    const file = await jpeg(bmp(400, 300, (x, y) => [x % 256, y % 256, 9]))
    const photo = await upload(contractor, file)
    const url = await askForUrl(contractor)

    await fill(rgw, bucket)
    Object.assign(patience, HASTE)
    const refused = await put(url, bodyOf(file))
    Object.assign(patience, CALM)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await rowOf(url)).toMatchObject({ state: 'promised', size: null })
    expect((await client.get(photo)).status).toBe(200)
    expect((await client.get(`${photo}?w=320`)).status).toBe(200)

    await rgw.makeRoom()
    await takesWrites(rgw, bucket)
    skipPause()
    expect((await put(url, bodyOf(file))).status).toBe(200)
    expect((await client.get(url.replace('/upload', '').replace(/^http:..localhost|\?.*/g, ''))).status).toBe(200)
    giveBack()
  })
})

const write = async (rgw: Radosgw, bucket: string, name: string, size: number, patience = 1000) => {
  const url = await rgw.client(bucket).getPresignedUrl('PUT', name, { expirySeconds: 60 })
  const answer = await fetch(url, {
    method: 'PUT',
    body: new Uint8Array(size),
    signal: AbortSignal.timeout(patience),
  }).catch(() => null)
  return answer?.ok ?? false
}

/** Writes until it is no longer answered: the store notices within a few seconds that it is full. */
async function fill(rgw: Radosgw, bucket: string): Promise<void> {
  for (let count = 0; count < 17; count++) await write(rgw, bucket, `filler${count}`, MEGABYTE)
  for (let tries = 0; await write(rgw, bucket, 'last', 1000, 3000); tries++) {
    if (tries === 100) throw new Error('The store does not get full')
    await Bun.sleep(100)
  }
}

async function takesWrites(rgw: Radosgw, bucket: string): Promise<void> {
  for (let tries = 0; !(await write(rgw, bucket, 'first', 1000)); tries++) {
    if (tries === 60) throw new Error('The store stays full')
  }
}
