import { HttpError, Malformed } from '#src/http/errors.ts'

export const etagOf = (body: unknown): string => tagOf(JSON.stringify(body))

export const tagOf = (text: string): string =>
  `"${new Bun.CryptoHasher('sha256').update(text).digest('base64url').slice(0, 27)}"`

const LONGEST = 4000
const TAG = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"'
const TAGS = new RegExp(`^${TAG}(?:[ \\t]*,[ \\t]*${TAG})*$`)

export function ifMatchOf(request: Request): string[] | '*' | null {
  const header = request.headers.get('if-match')?.trim()
  if (header === undefined || header === '*') return header ?? null
  if (header.length > LONGEST || !TAGS.test(header))
    throw new Malformed('If-Match must be * or ETags in quotation marks.', { header: 'If-Match' })
  // A proxy that compresses answers makes their ETags weak.
  return [...header.matchAll(new RegExp(TAG, 'g'))].map(([tag]) => tag.replace(/^W\//, ''))
}

export function refuseUnmatched(tags: string[] | '*', body: unknown): void {
  if (tags !== '*' && !tags.includes(etagOf(body)))
    throw new HttpError(412, 'This has changed since you read it. Please read it again.', {}, 'precondition_failed')
}
