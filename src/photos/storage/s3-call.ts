import type { S3Client } from '@bradenmacdonald/s3-lite-client'
import { S3Failure, type S3Method, type S3Settings } from './s3-failure.ts'

export type Patience = { timeout: number; waits: readonly number[] }

type S3Call = (method: S3Method, name: string, bytes?: Buffer) => Promise<Blob | null>

const SIGNED_SECONDS = 60

async function open(settings: S3Settings): Promise<S3Client> {
  const { S3Client } = await import('@bradenmacdonald/s3-lite-client')
  return new S3Client({ ...settings, pathStyle: true })
}

/** The client only signs: its own requests have no time limit, no second attempt, and cannot be cancelled. */
export function s3Caller(settings: S3Settings, patienceFor: (method: S3Method) => Patience): S3Call {
  let client: Promise<S3Client> | undefined

  async function attempt(method: S3Method, name: string, timeout: number, bytes?: Buffer): Promise<Blob | null> {
    client ??= open(settings)
    const url = await (await client).getPresignedUrl(method, name, { expirySeconds: SIGNED_SECONDS })
    try {
      const response = await fetch(url, {
        method,
        body: bytes && new Uint8Array(bytes),
        headers: bytes ? { 'content-type': 'image/jpeg' } : {},
        signal: AbortSignal.timeout(timeout),
        // A redirect's target would not accept the signature.
        redirect: 'manual',
      })
      // Read within the time limit, so that a body that stalls is a failed attempt.
      const body = await response.blob()
      if (response.ok) return body
      throw refusalOf(method, response.status, await body.slice(0, 10_000).text())
    } catch (error) {
      // Network errors repeat the URL, and with it the signature.
      throw error instanceof S3Failure ? error : new S3Failure(method, null, codeOf(error))
    }
  }

  return async (method, name, bytes) => {
    const { timeout, waits } = patienceFor(method)
    for (let tries = 0; ; tries++) {
      try {
        return await attempt(method, name, timeout, bytes)
      } catch (error) {
        if (!(error instanceof S3Failure)) throw error
        if (error.code === 'NoSuchKey' && method !== 'PUT') return null
        const wait = waits[tries]
        if (error.kind !== 'away' || wait === undefined) throw error
        await Bun.sleep(wait * (0.75 + Math.random() / 2))
      }
    }
  }
}

function refusalOf(method: S3Method, status: number, xml: string): S3Failure {
  const [code, region] = ['Code', 'Region'].map((tag) => new RegExp(`<${tag}>([\\w-]{1,64})</${tag}>`).exec(xml)?.[1])
  const expected = region ?? /expecting '([\w-]{1,64})'/.exec(xml)?.[1]
  if (code === 'AccessDenied' && xml.includes('Request has expired'))
    return new S3Failure(method, status, 'RequestTimeTooSkewed')
  return new S3Failure(method, status, code ?? '', WRONG_REGION.test(code ?? '') ? expected : null)
}

const WRONG_REGION = /^(Authorization(HeaderMalformed|QueryParametersError)|PermanentRedirect|TemporaryRedirect)$/

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return 'no answer in time'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
