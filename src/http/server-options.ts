import { isApi } from '#src/access/bearer.ts'
import { SECURITY_HEADERS } from '#src/access/same-origin.ts'
import { answerJson } from '#src/http/respond/answer-error.tsx'
import { logFailure } from '#src/runtime/log.ts'
import { Malformed } from './errors.ts'

const plain = (text: string, status: number): Response =>
  new Response(text, {
    status,
    headers: { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })

const HOST = /^([a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(:\d{0,5})?$/i

/** Bun joins two Host headers by a comma, and a proxy before us may have read the other one. */
export const isAddressed = (request: Request): boolean =>
  URL.canParse(request.url) && HOST.test(request.headers.get('host') ?? new URL(request.url).host)

const UNREADABLE = 'The address of this request cannot be read.'

export const unreadable = (request: Request): Response =>
  URL.canParse(request.url) && isApi(request)
    ? answerJson(new Malformed(UNREADABLE, { header: 'Host' }), request)
    : plain(UNREADABLE, 400)

export const SERVING = {
  // Else a second process, started by mistake, would get half of the requests.
  reusePort: false,
  // Bun's own error page shows our source.
  development: false,
  // Above our own limits, so that what is too large is refused in our words.
  maxRequestBodySize: 16_000_000,
  error(error: Error): Response {
    logFailure('unexpected', 'An answer could not be sent.', error)
    return plain('Something went wrong. Please try again.', 500)
  },
}
