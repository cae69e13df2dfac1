import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { cursorOf } from '#src/http/cursor.ts'
import { readPart } from '#src/http/list/listing.ts'
import type { Query } from '#src/http/query.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { fragment, fragmentOrPage, isPartial, seeOther } from '#src/http/respond/respond.tsx'
import { EmailQueue, EmailQueuePage, EmailRows, resendingAll } from '#views/emails/queue.tsx'
import type { EmailTab } from '#views/emails/queue-rows.tsx'
import type { PageFrame } from '#views/layout.tsx'
import { resendAllEmails, resendEmail } from './actions.ts'
import { emailFigures, failedEmails, sentInLastDay, waitingEmails } from './admin-queries.ts'

const PATH = '/admin/emails'
const FAILED = withQuery(PATH, { tab: 'failed' })

async function listOf(query: Query) {
  const tab: EmailTab = query.tab === 'failed' ? 'failed' : 'waiting'
  const cursor = cursorOf(query)
  const { items, next } = await (tab === 'failed' ? readPart(failedEmails, cursor) : readPart(waitingEmails, cursor))
  return { tab, emails: items, nextHref: next && withQuery(PATH, { tab, cursor: next }) }
}

async function queueOf(query: Query) {
  const [list, figures, sent] = await Promise.all([listOf(query), emailFigures(), sentInLastDay()])
  return { ...list, figures, sent }
}

async function resendAll(user: Actor, request: Request): Promise<Response> {
  return handleForm(await sentForm(authorize(user, 'resendEmail'), request), {
    back: FAILED,
    confirm: async () => resendingAll((await emailFigures()).failed),
    work: async () => {
      const count = await resendAllEmails(user)
      if (count === 0)
        return seeOther(request, PATH, { title: 'Nothing to Resend', text: 'No e-mail had failed any more.' })
      const text = count === 1 ? 'One e-mail will be sent again.' : `${count} e-mails will be sent again.`
      const toast = { title: 'E-mails Queued', text }
      if (!isPartial(request)) return seeOther(request, PATH, toast)
      return fragment(request, <EmailQueue {...(await queueOf({ tab: 'failed' }))} />, { toast })
    },
  })
}

export const emailPages = new Elysia({ name: 'email-pages' })
  .use(signedIn)
  .get(PATH, async ({ user, request, query }) => {
    authorize(user, 'openAdminScreens')
    if (isPartial(request) && query.cursor) return fragment(request, <EmailRows {...(await listOf(query))} />)
    const queue = await queueOf(query)
    const asPage = (frame: PageFrame) => <EmailQueuePage frame={frame} {...queue} />
    return fragmentOrPage({ user, request }, <EmailQueue {...queue} />, asPage)
  })
  .post('/admin/emails/resend', ({ user, request }) => resendAll(user, request))
  .post('/admin/emails/:id/resend', async ({ user, request, params }) => {
    return handleForm(
      { user, request, typed: {} },
      {
        back: FAILED,
        work: async () => {
          await resendEmail(user, params.id)
          const toast = { title: 'E-mail Queued', text: 'The e-mail will be sent again.' }
          if (!isPartial(request)) return seeOther(request, FAILED, toast)
          return fragment(request, <EmailQueue {...(await queueOf({ tab: 'failed' }))} />, { toast })
        },
      },
    )
  })
