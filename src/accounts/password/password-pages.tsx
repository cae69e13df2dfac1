import { Elysia } from 'elysia'
import { clientIpOf } from '#src/access/client-ip.ts'
import { needsPasskey } from '#src/access/passkey-needed.ts'
import { maybeSignedIn } from '#src/access/signed-in.ts'
import { PasswordAsked, PasswordSet } from '#src/accounts/input.ts'
import { passkeysOf } from '#src/accounts/passkeys/queries.ts'
import { Gone } from '#src/http/errors.ts'
import { checked, readForm, textsOf } from '#src/http/input.ts'
import { handleForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { ForgotPasswordPage } from '#views/accounts/password/forgot.tsx'
import { LinkEndedPage, SetPasswordPage } from '#views/accounts/password/set.tsx'
import { ASKED, accountOfLink, askForPassword, setPassword } from './set-password.ts'

const frame = (request: Request) => frameOf(request, null)

export const passwordPages = new Elysia({ name: 'password-pages' })
  .use(maybeSignedIn)
  .get('/forgot-password', ({ request }) => page(request, <ForgotPasswordPage frame={frame(request)} />))
  .post('/forgot-password', async ({ request, server }) => {
    const typed = await readForm(request)
    const { identifier } = textsOf(typed)
    const again = (status: number, errors: Record<string, string>) =>
      page(request, <ForgotPasswordPage {...{ frame: frame(request), identifier, errors }} />, status)
    return handleForm(
      { user: null, request, typed },
      {
        back: '/forgot-password',
        invalid: ({ errors }) => again(422, errors),
        refused: ({ status, errors }) => again(status, errors),
        work: async () => {
          await askForPassword(checked(PasswordAsked, typed), clientIpOf(request, server))
          return page(request, <ForgotPasswordPage frame={frame(request)} asked={ASKED} />)
        },
      },
    )
  })
  .get('/set-password/:token', ({ request, params }) => show(request, params.token))
  .post('/set-password/:token', async ({ request, params: { token } }) => {
    const typed = await readForm(request)
    return handleForm(
      { user: null, request, typed },
      {
        back: '/login',
        invalid: ({ errors }) => show(request, token, errors),
        work: () =>
          orEnded(request, async () => {
            await setPassword(
              checked(PasswordSet, { ...typed, token, removePasskeys: typed.removePasskeys === 'yes' || undefined }),
            )
            return seeOther(request, '/login', { title: 'Password Set', text: 'You can sign in with it now.' })
          }),
      },
    )
  })

/** Opening the link changes nothing: programs that look for viruses open it too. */
const show = (request: Request, token: string, errors?: Record<string, string>): Promise<Response> =>
  orEnded(request, async () => {
    const account = await accountOfLink(token)
    const { id, username, email } = account
    const passkeys = needsPasskey(account) ? [] : (await passkeysOf(id)).map(({ name }) => name)
    const props = { frame: frame(request), token, signsInAs: username ?? email ?? '', passkeys, errors }
    return page(request, <SetPasswordPage {...props} />, errors ? 422 : 200)
  })

async function orEnded(request: Request, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Gone) return page(request, <LinkEndedPage frame={frame(request)} text={error.message} />, 410)
    throw error
  }
}
