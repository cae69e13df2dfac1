import type { Server } from 'bun'
import { env } from '#src/env.ts'

/** The client's address. Behind a proxy (TRUST_PROXY=1) it is what that proxy, the last in the line, has seen. */
export function addressOf(request: Request, server: Server<unknown> | null): string {
  const forwarded = env.TRUST_PROXY && request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return forwarded || server?.requestIP(request)?.address || 'local'
}
