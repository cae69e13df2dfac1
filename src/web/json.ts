/** A JSON answer, never cached by anybody else. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })

/** 200 with a sentence: what a DELETE and other changes without a result answer. */
export const said = (message: string, more: Record<string, unknown> = {}): Response => json({ message, ...more })

/** A readable answer under an ETag: 304 without a body when the caller has it already. */
export function unlessKnown(
  request: Request,
  tag: string,
  answer: () => Promise<Response>,
): Response | Promise<Response> {
  const etag = `"${tag}"`
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
  return answer().then((response) => {
    response.headers.set('etag', etag)
    response.headers.set('cache-control', 'private, no-cache')
    return response
  })
}
