import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { sessionsOf } from '#src/access/own-sessions.ts'
import { needsPasskey } from '#src/access/passkey-needed.ts'
import { ownPath } from '#src/access/same-origin.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { setAway } from '#src/accounts/admin/edit.ts'
import {
  Away,
  awayRule,
  NewToken,
  newTokenRule,
  PasswordChange,
  PreferenceForm,
  passwordChangeRule,
} from '#src/accounts/input.ts'
import { passkeyPages } from '#src/accounts/passkeys/pages.tsx'
import { passkeysOf } from '#src/accounts/passkeys/queries.ts'
import { handleOf } from '#src/accounts/passkeys/questions.ts'
import { HAS_PASSKEYS, RELYING_PARTY } from '#src/accounts/passkeys/relying-party.ts'
import { changePassword } from '#src/accounts/password/password.ts'
import { endSessions } from '#src/accounts/sessions/actions.ts'
import { createToken, revokeToken } from '#src/accounts/tokens/actions.ts'
import { tokensOf } from '#src/accounts/tokens/queries.ts'
import { calendarSince, removeCalendar, renewCalendar } from '#src/appointments/calendar-link.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { awayWords } from '#src/domain/account/away.ts'
import { READ_ONLY } from '#src/domain/account/token.ts'
import { can } from '#src/domain/permissions.ts'
import { NotFound } from '#src/http/errors.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { type FormProblem, handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, isPartial, page, partials, seeOther } from '#src/http/respond/respond.tsx'
import { onceByForm } from '#src/writes/idempotency.ts'
import { ProfilePage, type ProfileProblems } from '#views/accounts/profile.tsx'
import type { PasskeysProps } from '#views/accounts/signing-in/passkeys.tsx'
import { TOKENS, Tokens, type TokensProps, tokenRevocation } from '#views/accounts/tokens.tsx'
import { calendarRemoval } from '#views/appointments/calendar-link.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { setPreference } from './preferences.ts'

export const profilePages = new Elysia({ name: 'profile-pages' })
  .use(passkeyPages)
  .use(signedIn)
  .get('/profile', ({ user, request }) => profile(authorize(user, 'changePassword'), request))
  .post('/profile/password', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'changePassword'), request)
    const again = ({ errors, ...problem }: FormProblem) => profile(user, request, { ...problem, password: errors })
    return handleForm(form, {
      back: '/profile',
      again,
      work: async () => {
        await changePassword(user, checked(PasswordChange, form.typed, passwordChangeRule))
        return seeOther(request, '/profile', { title: 'Success', text: 'Password changed successfully!' })
      },
    })
  })
  .post('/profile/sessions/end', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'manageSignIn'), request)
    return handleForm(form, {
      back: '/profile',
      work: async () => {
        await endSessions(user, textsOf(form.typed).session ?? '')
        return seeOther(request, '/profile', { title: 'Signed Out', text: 'That device has to sign in again.' })
      },
    })
  })
  .post('/profile/preferences', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'setPreferences'), request)
    const back = ownPath(form.typed.back)
    return handleForm(form, {
      back,
      work: async () => {
        const { preference, value } = checked(PreferenceForm, form.typed)
        await setPreference(user, preference, value === 'on')
        // A browser that asks for a part follows to the part.
        return isPartial(request) ? Response.redirect(back, 303) : seeOther(request, back)
      },
    })
  })
  .post('/profile/away', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'setAway'), request)
    return handleForm(form, {
      back: '/profile',
      invalid: ({ errors, ...problem }) => profile(user, request, { ...problem, away: errors }),
      work: async () => {
        const text = awayWords(await setAway(user, checked(Away, form.typed, awayRule)))
        return seeOther(request, '/profile', { title: text ? 'Away' : 'Not Away', text: text || 'You are here.' })
      },
    })
  })
  .post('/profile/tokens', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'makeToken'), request)
    const values = { name: '', expiresAt: '', access: '', ...textsOf(form.typed) }
    const scopes = values.access === 'read' ? READ_ONLY : undefined
    const again = ({ errors, ...problem }: FormProblem) =>
      profile(user, request, { ...problem, token: errors, tokens: { values } })
    return handleForm(form, {
      back: '/profile',
      again,
      work: async () => {
        const made = await onceByForm(form, async () => {
          const { name, token } = await createToken(user, checked(NewToken, { ...form.typed, scopes }, newTokenRule))
          return { name, token }
        })
        return profile(user, request, { status: 201, tokens: { made } })
      },
    })
  })
  .post('/profile/calendar', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'bookVisit'), request)
    return handleForm(form, {
      back: '/profile',
      work: async () => {
        const calendar = await onceByForm(form, () => renewCalendar(user))
        return profile(user, request, { status: 201, calendar })
      },
    })
  })
  .post('/profile/calendar/remove', async ({ user, request }) =>
    handleForm(await sentForm(authorize(user, 'bookVisit'), request), {
      back: '/profile',
      confirm: async () => calendarRemoval(),
      work: async () => {
        await removeCalendar(user)
        return seeOther(request, '/profile', {
          title: 'Link Removed',
          text: 'Calendars that used it are told no more.',
        })
      },
    }),
  )
  .post('/profile/tokens/:id/revoke', async ({ user, request, params }) =>
    handleForm(await sentForm(authorize(user, 'manageTokens'), request), {
      back: '/profile',
      confirm: async () => {
        const token = (await tokensOf(user)).find(({ id }) => id === params.id)
        if (!token) throw new NotFound()
        return tokenRevocation(token)
      },
      work: async () => {
        await revokeToken(user, params.id)
        const toast = { title: 'Token Revoked', text: 'Scripts that use it can no longer sign in.' }
        if (!isPartial(request)) return seeOther(request, '/profile', toast)
        return partials(request, { [`#${TOKENS}`]: <Tokens tokens={await tokensOf(user)} /> }, toast)
      },
    }),
  )

type Shown = ProfileProblems & {
  status?: number
  calendar?: string
  tokens?: Omit<TokensProps, 'tokens' | 'errors'>
  toast?: ToastMessage
}

async function profile(user: Actor, request: Request, { status, calendar, tokens, toast, ...problems }: Shown = {}) {
  const frame = { ...frameOf(request, user), ...(toast && { toast: { ...toast, title: 'Error' } }) }
  const props = {
    ...{
      frame,
      user,
      problems,
      tokens: { ...tokens, tokens: await tokensOf(user) },
      sessions: await sessionsOf(user),
      passkeys: await passkeysFor(user),
    },
    ...(can(user.role, 'bookVisit') && { calendar: { since: await calendarSince(user), made: calendar } }),
  }
  return page(request, <ProfilePage {...props} />, status)
}

async function passkeysFor(user: Actor): Promise<PasskeysProps | undefined> {
  if (!HAS_PASSKEYS) return undefined
  const [relyingParty, handle, isRequired] = [RELYING_PARTY.id, handleOf(user.id), needsPasskey(user)]
  return { passkeys: await passkeysOf(user.id), relyingParty, handle, isRequired }
}
