import type { Finding } from './port.ts'
import { type Patience, s3Caller } from './s3-call.ts'
import { S3Failure, type S3Method, type S3Settings } from './s3-failure.ts'

const PATIENCE: Patience = { timeout: 2500, waits: [] }

export async function checkS3(settings: S3Settings, patience = PATIENCE): Promise<Finding | null> {
  const call = s3Caller(settings, () => patience)
  // Processes that start together must not remove each other's.
  const name = `photos/check-${crypto.randomUUID()}`
  const text = `Written and removed at the start of Fettle, ${name}`
  const step = (method: S3Method, bytes?: Buffer) => call(method, name, bytes)
  let kept = false
  try {
    await step('PUT', Buffer.from(text))
    kept = true
    const found = await step('GET')
    if ((await found?.text()) !== text) throw new S3Failure('GET', null, 'OtherContent')
    kept = false
    await step('DELETE')
    await call('GET', `${name}-missing`).catch(notTestable)
    return null
  } catch (error) {
    if (kept) await step('DELETE').catch(() => {})
    if (!(error instanceof S3Failure)) throw error
    return { wrong: error.kind === 'wrong', sentence: error.explain(settings) }
  }
}

/** S3 answers 403 for a missing object to a key that may not list. */
function notTestable(error: unknown): never {
  if (error instanceof S3Failure && error.code === 'AccessDenied') throw new S3Failure('GET', 403, 'NoListing')
  throw error
}
