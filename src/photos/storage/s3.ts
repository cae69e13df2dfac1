import { Unavailable } from '#src/http/errors.ts'
import { log, logFailure } from '#src/runtime/log.ts'
import { AWAY, breaker } from './breaker.ts'
import { objectName, VARIANTS, type Variant } from './object-name.ts'
import type { Storage } from './port.ts'
import { type Patience, s3Caller } from './s3-call.ts'
import { S3Failure, type S3Method, type S3Settings } from './s3-failure.ts'

type Options = {
  patience?: Record<S3Method, Patience>
  pause?: number
}

const PATIENCE: Record<S3Method, Patience> = {
  GET: { timeout: 4000, waits: [150, 600] },
  PUT: { timeout: 8000, waits: [200, 800] },
  DELETE: { timeout: 4000, waits: [150, 600] },
}

/** In milliseconds: every attempt and wait at its longest. */
export const LONGEST_PUT = 3 * 8000 + (200 + 800) * 1.25

export function s3Storage(settings: S3Settings, { patience = PATIENCE, pause }: Options = {}): Storage {
  const call = s3Caller(settings, (method) => patience[method])
  const isAway = (error: unknown) => error instanceof S3Failure && error.kind === 'away'
  const guard = (doing: string) =>
    breaker({
      isAway,
      pause,
      onAway: () => log.warn('storage.away', `${doing} is refused at once until S3_ENDPOINT answers again.`),
      onBack: () => log.info('storage.back', `S3_ENDPOINT answers again: ${doing.toLowerCase()} goes on.`),
    })
  // Apart, as a full store can still be read.
  const [reading, writing] = [guard('Reading photos'), guard('Writing photos')]

  async function guarded(method: S3Method, key: string, variant: Variant, bytes?: Buffer): Promise<Blob | null> {
    const name = nameOf(key, variant)
    const through = method === 'GET' ? reading : writing
    try {
      return await through(() => call(method, name, bytes))
    } catch (error) {
      if (!(error instanceof S3Failure)) throw error
      logFailure('storage', error.explain(settings), error, { method, object: name })
      throw new Unavailable(AWAY)
    }
  }

  return {
    put: async (key, variant, bytes) => {
      await guarded('PUT', key, variant, bytes)
    },
    read: (key, variant) => guarded('GET', key, variant),
    remove: async (key) => {
      for (const variant of VARIANTS) await guarded('DELETE', key, variant)
    },
    hasRoom: async () => true,
  }
}

const nameOf = (key: string, variant: Variant) => `photos/${objectName(key, variant)}`
