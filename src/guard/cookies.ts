import { env } from '#src/env.ts'

// Bun's cookies, as Elysia's turn a value that looks like JSON into an object.

export const readCookie = (request: Request, name: string): string | null =>
  new Bun.CookieMap(request.headers.get('cookie') ?? '').get(name)

export const cookie = (name: string, value: string, seconds: number): string =>
  new Bun.Cookie(name, value, {
    maxAge: seconds,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: env.PUBLIC_URL.startsWith('https:'),
  }).toString()
