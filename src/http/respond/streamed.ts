/** To HEAD no body is made: that GET's has no length is all that is told of it. */
export const streamed = (
  request: Request,
  body: () => ReadableStream<Uint8Array>,
  headers: Record<string, string>,
): Response =>
  request.method === 'HEAD'
    ? new Response(null, { headers: { ...headers, 'transfer-encoding': 'chunked' } })
    : new Response(body(), { headers })
