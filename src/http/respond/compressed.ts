import { brotliCompressSync, constants } from 'node:zlib'
import { chooseEncoding } from './negotiate.ts'
import { type Body, madeOnce } from './recent-bodies.ts'

type Answer = { status?: number; headers: Record<string, string> & { vary: string } }

/** `wish` is for what is told once: brotli 5 makes a sixth fewer bytes in six times the time. */
export function compressed(
  request: Request,
  body: Body,
  { status, headers }: Answer,
  wish: 'quick' | 'small' = 'quick',
): Response {
  const [sent, encoding] = compress(body, request.headers.get('accept-encoding'), wish)
  return new Response(sent, { status, headers: encoding ? { ...headers, 'content-encoding': encoding } : headers })
}

const WORTH_COMPRESSING = 1000

/** zstd 3 costs a quarter of brotli 4 for the same size. */
const PREFERRED = { quick: ['zstd', 'br', 'gzip'], small: ['br', 'zstd', 'gzip'] } as const
const BROTLI = { quick: 4, small: 5 } as const

function compress(body: Body, accepted: string | null, wish: 'quick' | 'small'): [BodyInit, string | null] {
  if (body.length < WORTH_COMPRESSING) return [body, null]
  const encoding = chooseEncoding(accepted, PREFERRED[wish])
  if (encoding === 'identity') return [body, null]
  return [madeOnce(body, `${encoding} ${wish}`, () => encode[encoding](body, wish)), encoding]
}

const encode = {
  zstd: (body: Body) => new Uint8Array(Bun.zstdCompressSync(body, { level: 3 })),
  br: (body: Body, wish: 'quick' | 'small') =>
    new Uint8Array(brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI[wish] } })),
  gzip: (body: Body) => Bun.gzipSync(body, { level: 1 }),
} as const
