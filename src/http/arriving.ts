import { Malformed, TooSlow } from './errors.ts'

export type ArrivalPace = {
  silence: number
  total: number
  /** Fewest bytes a second in each `window`: a byte now and then must not hold a place. */
  rate: number
  window: number
}

const BODY_PACE: ArrivalPace = { silence: 10_000, total: 60_000, rate: 0, window: 60_000 }

/** Replaces Bun's idle limit, in seconds: that one would demand 16 kB a second of a body. */
export const BODY_SECONDS = 90

/** Counts only the time of waiting for the sender. Throws TooSlow, or Malformed when the sender breaks off. */
export async function* chunksOf(request: Request, pace = BODY_PACE): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  if (!reader) return
  const waited = { all: 0, window: 0, bytes: 0 }
  try {
    for (;;) {
      const { done, value } = await nextChunk(reader.read(), pace, waited)
      if (done) return
      waited.bytes += value.byteLength
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

type Read = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>
type Waited = { all: number; window: number; bytes: number }

async function nextChunk(reading: Promise<Read>, pace: ArrivalPace, waited: Waited): Promise<Read> {
  for (let silent = 0; ; ) {
    const began = performance.now()
    const patience = Math.min(pace.silence - silent, pace.total - waited.all, pace.window - waited.window)
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(late.resolve, Math.max(0, patience), null)
    const read = await Promise.race([reading, late.promise])
      .catch(() => {
        throw new Malformed('The request did not arrive whole.')
      })
      .finally(() => clearTimeout(timer))
    const passed = performance.now() - began
    silent += passed
    waited.all += passed
    waited.window += passed
    if (read) return read
    if (silent >= pace.silence || waited.all >= pace.total) throw new TooSlow()
    if (waited.window < pace.window) continue
    if (waited.bytes < (pace.rate * pace.window) / 1000) throw new TooSlow()
    Object.assign(waited, { window: 0, bytes: 0 })
  }
}
