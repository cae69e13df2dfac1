import { Elysia } from 'elysia'
import { onceByForm, SENT_ALREADY } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/permission.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { Invalid, NotFound, Refused, TooMany } from '#src/web/errors.ts'
import { check, checked, readForm } from '#src/web/input.ts'
import { frameOf, isPartial, page, partials, seeOther } from '#src/web/respond.tsx'
import { ProfilePage, type ProfileProblems } from '#views/accounts/profile.tsx'
import { TOKENS, Tokens, type TokensProps, tokenRevocation } from '#views/accounts/tokens.tsx'
import { ConfirmPage } from '#views/ui/confirm-page.tsx'
import type { Actor } from './account.ts'
import { changePassword } from './actions.ts'
import { NewToken, newTokenRule, PasswordChange, passwordChangeRule } from './input.ts'
import { createToken, revokeToken } from './tokens/actions.ts'
import { tokensOf } from './tokens/queries.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Who one is here, one's password, and one's tokens. */
export const profilePages = new Elysia({ name: 'profile-pages' })
  .use(signedIn)
  .get('/profile', ({ user, request }) => {
    may(user, 'changePassword')
    return profile(user, request)
  })
  .post('/profile/password', async ({ user, request }) => {
    may(user, 'changePassword')
    const { value, errors } = check(PasswordChange, await readForm(request), passwordChangeRule)
    if (errors) return again(user, request, { password: errors }, 422)
    try {
      await changePassword(user, value)
    } catch (error) {
      const { errors, status } = refusalOf(error)
      return again(user, request, { password: errors }, status)
    }
    return seeOther(request, '/profile', { title: 'Success', text: 'Password changed successfully!' })
  })
  .post('/profile/tokens', async ({ user, request }) => {
    may(user, 'makeToken')
    const typed = await readForm(request)
    const values = { name: text(typed.name), expiresAt: text(typed.expiresAt) }
    try {
      const { result: made, changed } = await onceByForm({ user, request, typed }, async () => {
        const { name, token } = await createToken(user, checked(NewToken, typed, newTokenRule))
        return { name, token }
      })
      if (changed) throw new Refused(SENT_ALREADY)
      return await profile(user, request, { status: 201, tokens: { made } })
    } catch (error) {
      const { errors, status } = refusalOf(error)
      return again(user, request, { token: errors }, status, values)
    }
  })
  .post('/profile/tokens/:id/revoke', async ({ user, request, params }) => {
    may(user, 'manageTokens')
    if ((await readForm(request)).confirmed !== 'yes') {
      const token = (await tokensOf(user)).find(({ id }) => id === params.id)
      if (!token) throw new NotFound()
      return page(request, <ConfirmPage frame={frameOf(request, user)} {...tokenRevocation(token)} back="/profile" />)
    }
    await revokeToken(user, params.id)
    const toast = { title: 'Token Revoked', text: 'Scripts that use it can no longer sign in.' }
    if (!isPartial(request)) return seeOther(request, '/profile', toast)
    return partials(request, { [`#${TOKENS}`]: <Tokens tokens={await tokensOf(user)} /> }, toast)
  })

type Shown = {
  status?: number
  problems?: ProfileProblems
  tokens?: Omit<TokensProps, 'tokens' | 'errors'>
  toast?: { title: string; text: string; kind: 'destructive' }
}

async function profile(user: Actor, request: Request, { status, problems, tokens, toast }: Shown = {}) {
  const frame = { ...frameOf(request, user), ...(toast && { toast }) }
  const props = { frame, user, problems, tokens: { ...tokens, tokens: await tokensOf(user) } }
  return page(request, <ProfilePage {...props} />, status)
}

/** The page with what was refused of a form, and what had been typed of a token. */
function again(
  user: Actor,
  request: Request,
  problems: ProfileProblems,
  status: number,
  values?: TokensProps['values'],
): Promise<Response> {
  const said = Object.values(problems).flatMap((errors) => Object.values(errors))
  const toast = { title: 'Error', text: said[0] ?? 'Something went wrong', kind: 'destructive' } as const
  return profile(user, request, { status, problems, tokens: { values }, toast })
}

/** What a form is told of an error. Throws on what is no refusal. */
function refusalOf(error: unknown): { errors: Record<string, string>; status: number } {
  if (error instanceof Invalid) return { errors: error.errors, status: 422 }
  if (error instanceof Refused || error instanceof TooMany)
    return { errors: { '': error.message }, status: error.status }
  throw error
}
