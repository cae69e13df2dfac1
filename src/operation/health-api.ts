import { timingSafeEqual } from 'node:crypto'
import type { Server } from 'bun'
import { Elysia } from 'elysia'
import { databaseState } from '#db/connect/health.ts'
import { type Env, env } from '#src/runtime/env.ts'
import './lag.ts'
import { isStopping } from '#src/runtime/stopping.ts'

const plain = (text: string, status = 200, type = 'text/plain; charset=utf-8') =>
  new Response(text, { status, headers: { 'content-type': type, 'cache-control': 'no-store' } })

export const healthApi = new Elysia({ name: 'health-api' })
  // Without the database: restarting this process would not bring it back.
  .get('/healthz', () => plain('ok'))
  .get('/readyz', async () => {
    if (isStopping()) return plain('stopping', 503)
    const state = await databaseState()
    // A read-only database is ready: reads work, and another process could do no more.
    return plain(state, state === 'away' ? 503 : 200)
  })
  .get('/metrics', async ({ request, server }) => {
    if (!mayRead(request, server)) return plain('Not found', 404)
    const { figures } = await import('./registry.ts')
    return plain(await figures(), 200, 'text/plain; version=0.0.4; charset=utf-8')
  })

/** Requires METRICS_TOKEN; without one, a request of this machine itself that came through no proxy. */
export function mayRead(
  request: Request,
  server: Pick<Server<unknown>, 'requestIP'> | null,
  { METRICS_TOKEN, TRUST_PROXY }: Pick<Env, 'METRICS_TOKEN' | 'TRUST_PROXY'> = env,
): boolean {
  if (METRICS_TOKEN) return isSame(request.headers.get('authorization') ?? '', `Bearer ${METRICS_TOKEN}`)
  if (TRUST_PROXY || FORWARDED.some((name) => request.headers.has(name))) return false
  return LOOPBACK.test(server?.requestIP(request)?.address ?? '')
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']
const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i

const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest()
const isSame = (given: string, wanted: string) => timingSafeEqual(hashOf(given), hashOf(wanted))
