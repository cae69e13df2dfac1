import { env } from '#src/runtime/env.ts'

// Bun's cookies, as Elysia's turn a value that looks like JSON into an object.

export function readCookie(request: Request, name: string): string | null {
  const sent = request.headers.get('cookie')
  return sent?.includes(`${name}=`) ? new Bun.CookieMap(sent).get(name) : null
}

export const cookie = (name: string, value: string, seconds: number, httpOnly = true): string =>
  new Bun.Cookie(name, value, {
    maxAge: seconds,
    path: '/',
    httpOnly,
    sameSite: 'lax',
    secure: env.PUBLIC_URL.startsWith('https:'),
  }).toString()
