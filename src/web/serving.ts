import { logFailure } from './log.ts'
import { SECURITY_HEADERS } from './security.ts'

const plain = (text: string, status: number): Response =>
  new Response(text, {
    status,
    headers: { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })

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
