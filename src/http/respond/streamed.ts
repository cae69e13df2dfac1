import { reasonOf } from '#src/runtime/reason.ts'

/** Bun prints the error that breaks a stream off, and drizzle's messages hold people's data. */
export function brokenOff(error: unknown): never {
  throw new Error(`A list broke off: ${reasonOf(error)}`)
}

/** Asks for the next chunk only when the reader has taken the last, so that memory never holds a long list. */
export const bytesOf = (chunks: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await chunks.next().catch(brokenOff)
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )

/** To HEAD no body is made: that GET's has no length is all that is told of it. */
export const streamed = (
  request: Request,
  body: () => ReadableStream<Uint8Array>,
  headers: Record<string, string>,
): Response =>
  request.method === 'HEAD'
    ? new Response(null, { headers: { ...headers, 'transfer-encoding': 'chunked' } })
    : new Response(body(), { headers })
