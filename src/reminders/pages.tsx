import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { clientIpOf } from '#src/access/client-ip.ts'
import { countRead } from '#src/access/limits/counts.ts'
import { LIMITS } from '#src/access/limits/limits.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { checked } from '#src/http/input.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { EndedLinkPage, UnsubscribedPage, UnsubscribePage } from '#views/reminders/unsubscribe.tsx'
import { FiguresForm, RemindersForm, setReminders, subscriberOf, unsubscribe } from './switch.ts'

const TOASTS = {
  on: { title: 'Reminders On', text: 'You are told by e-mail of what waits on you.' },
  off: { title: 'Reminders Off', text: 'You are no longer told by e-mail of what waits on you.' },
}
const FIGURES_TOASTS = {
  on: { title: 'Figures On', text: 'Those of each month are sent by e-mail when it has ended.' },
  off: { title: 'Figures Off', text: 'They are no longer sent by e-mail.' },
}

const profile = new Elysia({ name: 'reminder-switch' })
  .use(signedIn)
  .post('/profile/reminders', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'setReminders'), request)
    return handleForm(form, {
      back: '/profile',
      work: async () => {
        if ('figures' in form.typed) {
          const { figures } = checked(FiguresForm, form.typed)
          await setReminders(user, { figures: figures === 'on' })
          return seeOther(request, '/profile', FIGURES_TOASTS[figures])
        }
        const { reminders } = checked(RemindersForm, form.typed)
        await setReminders(user, { byEmail: reminders === 'on' })
        return seeOther(request, '/profile', TOASTS[reminders])
      },
    })
  })

/** Mail readers post here for their users, so there is no sign-in: the address is the secret. */
const links = new Elysia({ name: 'unsubscribe-pages' })
  .onBeforeHandle(({ request, server, set }) => {
    countRead(`unsubscribing ${clientIpOf(request, server)}`, set, LIMITS.reads)
  })
  .get('/unsubscribe/:token', async ({ request, params: { token } }) => {
    const who = await subscriberOf(token)
    if (!who) return ended(request)
    const ofFigures = isOfFigures(request)
    const props = { frame: frameOf(request, null), email: who.email, ofFigures }
    const isOn = ofFigures ? who.figuresTold !== null : who.reminders
    return page(request, isOn ? <UnsubscribePage {...props} token={token} /> : <UnsubscribedPage {...props} />)
  })
  .post('/unsubscribe/:token', async ({ request, params: { token } }) => {
    const ofFigures = isOfFigures(request)
    const who: Actor | null = await unsubscribe(token, ofFigures)
    const props = { frame: frameOf(request, null), ofFigures }
    return who ? page(request, <UnsubscribedPage {...props} email={who.email} />) : ended(request)
  })

const isOfFigures = (request: Request) => new URL(request.url).searchParams.get('of') === 'figures'

const ended = (request: Request) => page(request, <EndedLinkPage frame={frameOf(request, null)} />, 410)

export const reminderPages = new Elysia({ name: 'reminder-pages' }).use(links).use(profile)
