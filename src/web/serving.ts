import { SECURITY_HEADERS } from '#src/guard/same-origin.ts'
import { logFailure } from '#src/operation/log.ts'

const plain = (text: string, status: number): Response =>
  new Response(text, {
    status,
    headers: { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })

/** A name or an address of the network, with or without a port. */
const HOST = /^([a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(:\d{0,5})?$/i

/**
 * Whether a request says in one way where it goes. Two Host headers arrive as one with a comma: a proxy before us may have
 * read the other one.
 */
export const isAddressed = (request: Request): boolean =>
  URL.canParse(request.url) && HOST.test(request.headers.get('host') ?? new URL(request.url).host)

/** The answer to a request whose address is none. */
export const unreadable = (): Response => plain('The address of this request cannot be read.', 400)

/** What Bun is told wherever the app listens. */
export const SERVING = {
  // A second process on our port would get half of the requests, by mistake more likely than on purpose.
  reusePort: false,
  // Bun's own error page shows our source.
  development: false,
  // A photo that is too large is refused by us, in words. What is larger still is nobody's photo.
  maxRequestBodySize: 16_000_000,
  // Reached only where our own answer to an error has failed.
  error(error: Error): Response {
    logFailure('unexpected', 'An answer could not be sent.', error)
    return plain('Something went wrong. Please try again.', 500)
  },
}
