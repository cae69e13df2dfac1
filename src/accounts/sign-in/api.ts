import { Elysia } from 'elysia'
import { clientIpOf } from '#src/access/client-ip.ts'
import { deviceOf } from '#src/access/devices.ts'
import { sessionOf } from '#src/access/session.ts'
import { maybeSignedIn } from '#src/access/signed-in.ts'
import { PasswordAsked, PasswordChange, PasswordSet, passwordChangeRule, SignIn } from '#src/accounts/input.ts'
import { ownJson } from '#src/accounts/json.ts'
import { checkPassword, replacePassword } from '#src/accounts/password/password.ts'
import { ASKED, askForPassword, checkLink, ownerOfLink, setByLink } from '#src/accounts/password/set-password.ts'
import { Oneself } from '#src/accounts/schemas.ts'
import { describedUnder } from '#src/http/api-description.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { jsonInput, keepBody } from '#src/http/input.ts'
import { json, message } from '#src/http/respond/json.ts'
import { Confirmation } from '#src/http/schemas.ts'
import { onceAfter } from '#src/writes/idempotency.ts'
import { admission } from './admit.ts'
import { signIn } from './attempt.ts'

const described = describedUnder('Signing in')
const { get, post } = callsUnder('Signing in')

export const fromWhere = (request: Request, server: Parameters<typeof clientIpOf>[1]) => ({
  address: clientIpOf(request, server),
  userAgent: request.headers.get('user-agent'),
  before: sessionOf(request),
  device: deviceOf(request),
})

const open = new Elysia({ name: 'sign-in-api-open' })
  .use(maybeSignedIn)
  .post(
    '/api/local/login',
    async ({ request, server, set }) => {
      const input = await jsonInput(request, SignIn)
      const from = fromWhere(request, server)
      const token = await signIn(input, { ...from, answer: set })
      const answer = json({ message: 'Signed in' })
      for (const line of admission(token, from)) answer.headers.append('set-cookie', line)
      return answer
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
      await askForPassword(await jsonInput(request, PasswordAsked), clientIpOf(request, server))
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

const own = apiOf('sign-in-api-own', [
  get('/api/auth/user', 'getOneself', 'Who is signed in', { may: 'signedIn', answer: Oneself }, ({ user }) =>
    ownJson(user),
  ),
  post(
    '/api/change-password',
    'changePassword',
    'Changes one’s password, and ends one’s other sessions and tokens',
    {
      ...{ may: 'changePassword', body: PasswordChange, rule: passwordChangeRule, answer: Confirmation },
      access: ({ user }) => ({ ending: [user.id] }),
      prepare: ({ user, body }) => checkPassword(user, body),
    },
    ({ user, prepared }) => replacePassword(user, prepared),
    () => ({ message: 'Password changed successfully!' }),
  ),
])

export const signInApi = new Elysia({ name: 'sign-in-api' }).use(open).use(own)
