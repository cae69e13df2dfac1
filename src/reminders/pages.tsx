import { Elysia } from 'elysia'
import { addressOf } from '#src/access/address.ts'
import { authorize } from '#src/access/authorize.ts'
import { countRead } from '#src/access/limits/counts.ts'
import { LIMITS } from '#src/access/limits/limits.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { checked } from '#src/http/input.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { EndedLinkPage, UnsubscribedPage, UnsubscribePage } from '#views/reminders/unsubscribe.tsx'
import { RemindersForm, setReminders, subscriberOf, unsubscribe } from './switch.ts'

const TOASTS = {
  on: { title: 'Reminders On', text: 'You are told by e-mail of what waits on you.' },
  off: { title: 'Reminders Off', text: 'You are no longer told by e-mail of what waits on you.' },
}

const profile = new Elysia({ name: 'reminder-switch' })
  .use(signedIn)
  .post('/profile/reminders', async ({ user, request }) => {
    authorize(user, 'setReminders')
    const form = await sentForm(user, request)
    return handleForm(form, {
      back: '/profile',
      work: async () => {
        const on = checked(RemindersForm, form.typed).reminders === 'on'
        await setReminders(user, on)
        return seeOther(request, '/profile', TOASTS[on ? 'on' : 'off'])
      },
    })
  })

/** Mail readers post here for their users, so there is no sign-in: the address is the secret. */
const links = new Elysia({ name: 'unsubscribe-pages' })
  .onBeforeHandle(({ request, server, set }) => {
    countRead(`unsubscribing ${addressOf(request, server)}`, set, LIMITS.reads)
  })
  .get('/unsubscribe/:token', async ({ request, params: { token } }) => {
    const who = await subscriberOf(token)
    if (!who) return ended(request)
    const props = { frame: frameOf(request, null), email: who.email }
    return page(request, who.reminders ? <UnsubscribePage {...props} token={token} /> : <UnsubscribedPage {...props} />)
  })
  .post('/unsubscribe/:token', async ({ request, params: { token } }) => {
    const who: Actor | null = await unsubscribe(token)
    return who ? page(request, <UnsubscribedPage frame={frameOf(request, null)} email={who.email} />) : ended(request)
  })

const ended = (request: Request) => page(request, <EndedLinkPage frame={frameOf(request, null)} />, 410)

export const reminderPages = new Elysia({ name: 'reminder-pages' }).use(links).use(profile)
