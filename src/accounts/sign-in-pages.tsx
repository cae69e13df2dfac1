import { Elysia } from 'elysia'
import { cookie } from '#src/web/cookies.ts'
import { type HttpError, TooMany, Unauthorized } from '#src/web/errors.ts'
import { titled } from '#src/web/failure.ts'
import { check, readForm } from '#src/web/input.ts'
import { withQuery } from '#src/web/query.ts'
import { frameOf, page, seeOther } from '#src/web/respond.tsx'
import { ownPath } from '#src/web/security.ts'
import { maybeSignedIn, SESSION_COOKIE, SESSION_SECONDS } from '#src/web/session.ts'
import { LoginPage } from '#views/accounts/login.tsx'
import { endSession, fromWhere } from './api.ts'
import { SignIn } from './input.ts'
import { signIn } from './sign-in.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Signing in and out. `next` is where the visitor was going. */
export const signInPages = new Elysia({ name: 'sign-in-pages' })
  .use(maybeSignedIn)
  .get('/login', ({ user, request, query }) => {
    const next = ownPath(query.next)
    if (user) return seeOther(request, next)
    return page(request, <LoginPage frame={frameOf(request, null)} next={next} />)
  })
  .post('/login', async ({ request, server }) => {
    const typed = await readForm(request)
    const next = ownPath(typed.next)
    const { value, errors } = check(SignIn, typed)
    const again = (status: number, problem: { errors?: Record<string, string>; failure?: string }) => {
      const props = { frame: frameOf(request, null), next, identifier: text(typed.identifier), ...problem }
      return page(request, <LoginPage {...props} />, status)
    }
    if (errors) return again(422, { errors })
    try {
      const token = await signIn(value, fromWhere(request, server))
      return seeOther(request, next, undefined, [cookie(SESSION_COOKIE, token, SESSION_SECONDS)])
    } catch (error) {
      if (!(error instanceof Unauthorized || error instanceof TooMany)) throw titled('Login Failed', error)
      return withHeaders(again(error.status, { failure: error.message }), error)
    }
  })
  // External sign-in starts here where it is set up; without it the door is our own.
  .get('/api/login', ({ request, query }) => {
    const next = ownPath(query.next)
    return seeOther(request, withQuery('/login', { next: next === '/' ? null : next }))
  })
  .get('/api/logout', async ({ request }) => {
    // Another site may lead people here by a link that they click, but not sign them out behind their backs.
    if (isFromElsewhere(request) && request.headers.get('sec-fetch-user') !== '?1') return seeOther(request, '/')
    return seeOther(request, '/', undefined, [await endSession(request)])
  })

const isFromElsewhere = (request: Request) => /^(cross|same)-site$/.test(request.headers.get('sec-fetch-site') ?? '')

function withHeaders(response: Response, error: HttpError): Response {
  for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value)
  return response
}
