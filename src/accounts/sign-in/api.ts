import { Elysia } from 'elysia'
import { addressOf } from '#src/access/address.ts'
import { authorize } from '#src/access/authorize.ts'
import { sessionCookie, sessionOf } from '#src/access/session.ts'
import { maybeSignedIn, signedIn } from '#src/access/signed-in.ts'
import { Oneself } from '#src/accounts/answers.ts'
import { PasswordAsked, PasswordChange, PasswordSet, passwordChangeRule, SignIn } from '#src/accounts/input.ts'
import { ownJson } from '#src/accounts/json.ts'
import { type CheckedPassword, checkPassword, replacePassword } from '#src/accounts/password/password.ts'
import { ASKED, askForPassword, checkLink, ownerOfLink, setByLink } from '#src/accounts/password/set-password.ts'
import { Confirmation } from '#src/http/answers.ts'
import { describedUnder } from '#src/http/described.ts'
import { jsonInput, keepBody } from '#src/http/input.ts'
import { json, jsonWithEtag, message } from '#src/http/respond/json.ts'
import { onceAfter } from '#src/writes/idempotency.ts'
import { signIn } from './attempt.ts'

const described = describedUnder('Signing in')

export const fromWhere = (request: Request, server: Parameters<typeof addressOf>[1]) => ({
  address: addressOf(request, server),
  userAgent: request.headers.get('user-agent'),
  before: sessionOf(request),
})

const open = new Elysia({ name: 'sign-in-api-open' })
  .use(maybeSignedIn)
  .post(
    '/api/local/login',
    async ({ request, server, set }) => {
      const input = await jsonInput(request, SignIn)
      const token = await signIn(input, { ...fromWhere(request, server), answer: set })
      return json({ message: 'Signed in' }, 200, { 'set-cookie': sessionCookie(token) })
    },
    described('signIn', 'Signs in by e-mail or username and sets the session’s cookie', {
      by: 'everybody',
      body: SignIn,
      headers: ['Set-Cookie'],
      once: false,
      refusals: [401],
      answers: { 200: Confirmation },
    }),
  )
  .post(
    '/api/password-reset',
    async ({ request, server }) => {
      await askForPassword(await jsonInput(request, PasswordAsked), addressOf(request, server))
      return message(ASKED)
    },
    described(
      'askForPassword',
      'Sends a link to set a password, if an account has this e-mail or username; answers the same if not',
      { by: 'everybody', body: PasswordAsked, once: false, answers: { 200: Confirmation } },
    ),
  )
  .post(
    '/api/password-reset/set',
    async ({ request }) => {
      await keepBody(request)
      const input = await jsonInput(request, PasswordSet)
      // Nobody is signed in: whose link it is keeps the answer, which a repeat with the same secret gets.
      const id = await ownerOfLink(input.token)
      const sender = { user: { id }, request, access: { ending: [id] } }
      const check = () => checkLink(input)
      return onceAfter(sender, check, setByLink, () => message('The password has been set.'))
    },
    described(
      'setPassword',
      'Sets the password by the secret at the end of that link, once, and ends the account’s sessions and tokens',
      { by: 'everybody', body: PasswordSet, once: true, refusals: [410], answers: { 200: Confirmation } },
    ),
  )

const own = new Elysia({ name: 'sign-in-api-own' })
  .use(signedIn)
  .get(
    '/api/auth/user',
    ({ user, request }) => jsonWithEtag(request, ownJson(user)),
    described('getOneself', 'Who is signed in', { by: 'signedIn', answers: { 200: Oneself } }),
  )
  .post(
    '/api/change-password',
    async ({ user, request }) => {
      authorize(user, 'changePassword')
      const check = async () =>
        checkPassword(user, await jsonInput(request, PasswordChange, { rule: passwordChangeRule }))
      const change = (checked: CheckedPassword) => replacePassword(user, checked)
      return onceAfter({ user, request, access: { ending: [user.id] } }, check, change, () =>
        message('Password changed successfully!'),
      )
    },
    described('changePassword', 'Changes one’s password, and ends one’s other sessions and tokens', {
      by: 'changePassword',
      body: PasswordChange,
      answers: { 200: Confirmation },
    }),
  )

export const signInApi = new Elysia({ name: 'sign-in-api' }).use(open).use(own)
