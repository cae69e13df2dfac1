import { S3Client } from '@bradenmacdonald/s3-lite-client'
import { Unavailable } from '#src/web/errors.ts'
import { objectName, VARIANTS, type Variant } from './object-name.ts'
import type { Storage } from './storage.ts'

export type S3Settings = { endPoint: string; region: string; bucket: string; accessKey: string; secretKey: string }
/** How patient a call is: each attempt's limit, and the waits between attempts, in milliseconds. */
export type Patience = { timeout: number; waits: readonly number[] }

/** Three attempts, thirteen seconds at most: less than a database transaction may stand idle. */
const PATIENCE: Patience = { timeout: 4000, waits: [150, 600] }
/** A signature lives only for the attempt it is made for. */
const SIGNED_SECONDS = 60

/**
 * Keeps photos in an S3 bucket, addressed by path. The client only signs: its own requests know neither
 * a time limit nor a second attempt, and cannot be cancelled.
 */
export function s3Storage(settings: S3Settings, patience: Patience = PATIENCE): Storage {
  const client = new S3Client({ ...settings, pathStyle: true })

  async function attempt(method: Method, name: string, bytes?: Buffer): Promise<Answer> {
    const url = await client.getPresignedUrl(method, name, { expirySeconds: SIGNED_SECONDS })
    const response = await fetch(url, {
      method,
      body: bytes && new Uint8Array(bytes),
      headers: bytes ? { 'content-type': 'image/jpeg' } : {},
      signal: AbortSignal.timeout(patience.timeout),
      redirect: 'error',
    })
    // Read whole, within the time limit: a body that stalls halfway is an attempt that failed, not half a photo.
    return { status: response.status, body: await response.blob() }
  }

  async function call(method: Method, key: string, variant: Variant, bytes?: Buffer): Promise<Answer> {
    const name = `photos/${objectName(key, variant)}`
    let failure = ''
    for (const wait of [...patience.waits, null]) {
      try {
        const answer = await attempt(method, name, bytes)
        if (answer.status < 300 || answer.status === 404) return answer
        // Of the answer no more than its code: the rest may repeat what was signed.
        failure = `${answer.status} ${/<Code>(\w+)<\/Code>/.exec(await answer.body.text())?.[1] ?? ''}`
        if (answer.status < 500 && answer.status !== 429 && answer.status !== 408) break
      } catch (error) {
        failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      }
      // The random part keeps those that failed together from coming back together.
      if (wait !== null) await Bun.sleep(wait * (0.75 + Math.random() / 2))
    }
    console.error(`Photo storage on S3: ${method} ${name}: ${failure}`)
    throw new Unavailable()
  }

  return {
    put: async (key, variant, bytes) => {
      const { status } = await call('PUT', key, variant, bytes)
      // A bucket that is not there also answers 404: what was to be kept has not been.
      if (status !== 404) return
      console.error(`Photo storage on S3: no bucket ${settings.bucket}`)
      throw new Unavailable()
    },
    read: async (key, variant) => {
      const { status, body } = await call('GET', key, variant)
      return status === 404 ? null : body
    },
    remove: async (key) => {
      for (const variant of VARIANTS) await call('DELETE', key, variant)
    },
  }
}

type Method = 'GET' | 'PUT' | 'DELETE'
type Answer = { status: number; body: Blob }
