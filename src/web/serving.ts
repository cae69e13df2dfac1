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
  // Bun's own error page shows our source.
  development: false,
  // A photo that is too large is refused by us, in words. What is larger still is nobody's photo.
  maxRequestBodySize: 16_000_000,
  // Reached only where our own answer to an error has failed.
  error(error: Error): Response {
    console.error(JSON.stringify({ level: 'error', event: 'no answer', error: `${error.name}: ${error.message}` }))
    return plain('Something went wrong. Please try again.', 500)
  },
}
