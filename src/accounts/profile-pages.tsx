import { Elysia } from 'elysia'
import { Invalid, Refused, TooMany } from '#src/web/errors.ts'
import { check, readForm } from '#src/web/input.ts'
import { frameOf, page, seeOther } from '#src/web/respond.tsx'
import { may, signedIn } from '#src/web/session.ts'
import { ProfilePage } from '#views/accounts/profile.tsx'
import type { Actor } from './account.ts'
import { changePassword } from './actions.ts'
import { PasswordChange, passwordChangeRule } from './input.ts'

/** Who one is here, and one's password. */
export const profilePages = new Elysia({ name: 'profile-pages' })
  .use(signedIn)
  .get('/profile', ({ user, request }) => {
    may(user, 'changePassword')
    return page(request, <ProfilePage frame={frameOf(request, user)} user={user} />)
  })
  .post('/profile/password', async ({ user, request }) => {
    may(user, 'changePassword')
    const { value, errors } = check(PasswordChange, await readForm(request), passwordChangeRule)
    if (errors) return refused(user, request, errors, 422)
    try {
      await changePassword(user, value)
    } catch (error) {
      if (error instanceof Invalid) return refused(user, request, error.errors, 422)
      if (error instanceof Refused || error instanceof TooMany)
        return refused(user, request, { '': error.message }, error.status)
      throw error
    }
    return seeOther(request, '/profile', { title: 'Success', text: 'Password changed successfully!' })
  })

function refused(user: Actor, request: Request, errors: Record<string, string>, status: number): Response {
  const toast = {
    title: 'Error',
    text: Object.values(errors)[0] ?? 'Failed to change password',
    kind: 'destructive',
  } as const
  return page(request, <ProfilePage frame={{ ...frameOf(request, user), toast }} user={user} errors={errors} />, status)
}
