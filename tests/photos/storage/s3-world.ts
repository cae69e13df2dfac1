import { spyOn } from 'bun:test'
import { storage } from '#src/photos/storage/chosen.ts'
import type { Storage } from '#src/photos/storage/port.ts'
import type { Patience } from '#src/photos/storage/s3-call.ts'
import type { S3Method, S3Settings } from '#src/photos/storage/s3-failure.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { type Radosgw, startRadosgw } from '#tests/whole/services/radosgw.ts'

/** Whether an S3 server can be had here; said once where it cannot. */
export const noS3 = (await missingServices(['radosgw'])).length > 0
if (noS3) console.log('Left out: tests on S3, which need Debian’s radosgw.')

const patience = (timeout: number): Record<S3Method, Patience> => ({
  GET: { timeout, waits: [5, 10] },
  PUT: { timeout, waits: [5, 10] },
  DELETE: { timeout, waits: [5, 10] },
})
/** For calls whose every attempt is in vain. */
export const HASTE = patience(300)
/** For calls that come to a silence, and then to an answer: longer than a busy machine stands still. */
export const SOME_TIME = patience(1500)
/** For all others: what does not come about is not made again because the machine is busy. */
export const CALM = patience(10_000)

/** For how long an S3 server that is away is asked nothing: until `skipPause`. */
export const PAUSE = 60_000
const now = performance.now.bind(performance)
let ahead = 0
export function skipPause(): void {
  ahead += PAUSE
  spyOn(performance, 'now').mockImplementation(() => now() + ahead)
}

export const settingsOf = (rgw: Radosgw, bucket: string): S3Settings => ({
  endPoint: rgw.endpoint,
  region: rgw.region,
  bucket,
  accessKey: rgw.accessKey,
  secretKey: rgw.secretKey,
})

/** An S3 server with a bucket for photos. */
export async function anS3() {
  const rgw = await startRadosgw()
  const bucket = await rgw.makeBucket()
  const settings = settingsOf(rgw, bucket)
  const client = rgw.client(bucket)
  const names = async () => {
    const found: string[] = []
    for await (const { key } of client.listObjects()) found.push(key)
    return found.sort()
  }
  return { rgw, bucket, settings, client, names, stop: () => rgw.stop() }
}

/** Has the app keep its photos elsewhere until the function it returns is called. */
export function keepPhotosIn(other: Storage): () => void {
  const before = { ...storage }
  Object.assign(storage, other)
  return () => Object.assign(storage, before)
}
