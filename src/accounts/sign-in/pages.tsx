import { Elysia } from 'elysia'
import { deviceCookie, deviceOf } from '#src/access/devices.ts'
import { ownPath } from '#src/access/same-origin.ts'
import { endSession } from '#src/access/session.ts'
import { maybeSignedIn } from '#src/access/signed-in.ts'
import { external } from '#src/accounts/external/chosen.ts'
import { problemNamed, type SignInProblem } from '#src/accounts/external/problem.ts'
import type { ExternalAnswer, ExternalSignIn } from '#src/accounts/external/sign-in.ts'
import { SignIn } from '#src/accounts/input.ts'
import { askToSignIn } from '#src/accounts/passkeys/questions.ts'
import { HAS_PASSKEYS, RELYING_PARTY } from '#src/accounts/passkeys/relying-party.ts'
import { passkeySetupPages } from '#src/accounts/passkeys/setup-pages.tsx'
import { PasskeyRefused, signInByPasskey } from '#src/accounts/passkeys/sign-in.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { describedUnder, Nothing } from '#src/http/api-description.ts'
import { FORGET_PREFETCHED } from '#src/http/cache/prefetched.ts'
import { NotFound } from '#src/http/errors.ts'
import { checked, readForm, textsOf } from '#src/http/input.ts'
import { text as textParameter } from '#src/http/parameters.ts'
import { handleForm } from '#src/http/respond/handle-form.tsx'
import { json } from '#src/http/respond/json.ts'
import { frameOf, page, seeOther, withHeaders } from '#src/http/respond/respond.tsx'
import { LoginPage } from '#views/accounts/login.tsx'
import { ONE_PASSKEY } from '#views/accounts/signing-in/passkeys.tsx'
import { admission, type From } from './admit.ts'
import { fromWhere } from './api.ts'
import { signIn } from './attempt.ts'

const described = describedUnder('Signing in')
const NEXT = { next: textParameter('A path of Fettle.') }
const FROM_PROVIDER = { code: textParameter('As the provider sends it.'), state: textParameter('Likewise.') }
const BY_HTMX = { ...Nothing, description: 'To htmx, with `HX-Redirect`.' }
const LEADS_ON = { answers: { 200: BY_HTMX, 303: Nothing }, headers: ['Location', 'Set-Cookie'] } as const

const FAILED = 'Login Failed'
const passkeys = HAS_PASSKEYS ? { id: RELYING_PARTY.id } : undefined
const text = (value: unknown) => (typeof value === 'string' ? value : '')

const loginPath = (next: string, problem: SignInProblem | null = null) =>
  withQuery('/login', { problem, next: next === '/' ? null : next })

export const signInPagesWith = (external: ExternalSignIn | null) =>
  new Elysia({ name: 'sign-in-pages' })
    .use(passkeySetupPages)
    .onStart(() => void external?.greet())
    .use(maybeSignedIn)
    .get('/login', ({ user, request, query }) => {
      const next = ownPath(query.next)
      const problem = problemNamed(query.problem)
      const { status, sentence } = (problem && external?.told(problem)) || { status: 200, sentence: undefined }
      if (user)
        return seeOther(request, next, sentence ? { title: FAILED, text: sentence, kind: 'destructive' } : undefined)
      const props = { frame: frameOf(request, null), next, failure: sentence, external: external?.name, passkeys }
      return page(request, <LoginPage {...props} />, status)
    })
    .post('/login', async ({ request, server, set }) => {
      const typed = await readForm(request)
      const next = ownPath(typed.next)
      const again = (status: number, problem: { errors?: Record<string, string>; failure?: string }) => {
        const known = { identifier: text(typed.identifier), external: external?.name, passkeys }
        return page(request, <LoginPage frame={frameOf(request, null)} {...{ next, ...known, ...problem }} />, status)
      }
      const form = { user: null, request, typed }
      return handleForm(form, {
        failed: FAILED,
        back: '/login',
        invalid: ({ errors }) => again(422, { errors }),
        refused: ({ status, toast }) => again(status, { failure: toast.text }),
        work: async () => {
          const from = fromWhere(request, server)
          const token = await signIn(checked(SignIn, typed), { ...from, answer: set })
          return seeOther(request, next, undefined, admission(token, from))
        },
      })
    })
    .get('/login/passkey/question', ({ half, request }) => {
      if (!HAS_PASSKEYS) throw new NotFound()
      const device = deviceOf(request)
      return json(askToSignIn(device, half !== null), 200, { 'set-cookie': deviceCookie(device) })
    })
    .post('/login/passkey', async ({ request, server }) => {
      const typed = await readForm(request)
      const { answer: sent, next: to, identifier } = textsOf(typed)
      const next = ownPath(to)
      return handleForm(
        { user: null, request, typed },
        {
          failed: FAILED,
          back: '/login',
          work: async () => {
            const from = fromWhere(request, server)
            try {
              const { token, isAlone } = await signInByPasskey(sent, from)
              return seeOther(request, next, isAlone ? ONE_PASSKEY : undefined, admission(token, from))
            } catch (error) {
              if (!(error instanceof PasskeyRefused)) throw error
              const known = { identifier, next, external: external?.name, failure: error.message }
              const passkeys = { id: RELYING_PARTY.id, unknown: error.unknown }
              const status = sent ? error.status : 422
              return page(request, <LoginPage frame={frameOf(request, null)} {...known} passkeys={passkeys} />, status)
            }
          },
        },
      )
    })
    .get(
      '/api/login',
      async ({ user, request, query }) => {
        const next = ownPath(query.next)
        if (!external) return seeOther(request, loginPath(next))
        // Another site must not replace somebody's session by leading them here.
        if (user) return seeOther(request, next)
        return answer(request, await external.begin(request, next))
      },
      described('openSignIn', 'Leads a browser to the sign-in, then on', {
        by: 'everybody',
        query: NEXT,
        ...LEADS_ON,
      }),
    )
    .get(
      '/api/callback',
      async ({ request, server }) => {
        if (!external) throw new NotFound()
        const from = fromWhere(request, server)
        return answer(request, await external.finish(request, from), from)
      },
      described('finishSignIn', 'Where an external provider leads a browser back to', {
        by: 'everybody',
        query: FROM_PROVIDER,
        refusals: [404],
        ...LEADS_ON,
      }),
    )
    .get(
      '/api/logout',
      async ({ request }) => {
        // Another site's link may sign out the person who clicks it; a script or an image of another site may not.
        if (isFromElsewhere(request) && request.headers.get('sec-fetch-user') !== '?1') return seeOther(request, '/')
        const signedOut = seeOther(request, '/', undefined, [await endSession(request)])
        return withHeaders(signedOut, FORGET_PREFETCHED)
      },
      described('signOut', 'Ends the session and leads a browser home', { by: 'everybody', ...LEADS_ON }),
    )

function answer(request: Request, outcome: ExternalAnswer, from?: From): Response {
  const { next, cookies } = outcome
  if (outcome.problem) return seeOther(request, loginPath(next, outcome.problem), undefined, cookies)
  if ('location' in outcome) return seeOther(request, outcome.location, undefined, cookies)
  return seeOther(request, next, undefined, [...cookies, ...admission(outcome.token, from)])
}

const isFromElsewhere = (request: Request) => /^(cross|same)-site$/.test(request.headers.get('sec-fetch-site') ?? '')

export const signInPages = signInPagesWith(external)
