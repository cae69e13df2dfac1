import { Elysia } from 'elysia'
import { fragment, isPartial, seeOther } from '#src/web/respond.tsx'
import { signedIn } from '#src/web/session.ts'
import { UnsentEmails } from '#views/admin/unsent-emails.tsx'
import { resendEmail } from './outbox.ts'
import { unsentCounts, unsentEmails } from './queries.ts'

/** The administrator has an e-mail that failed sent again. */
export const unsentEmailsPages = new Elysia({ name: 'unsent-emails-pages' })
  .use(signedIn)
  .post('/admin/emails/:id/resend', async ({ user, request, params }) => {
    await resendEmail(user, params.id)
    const toast = { title: 'E-mail Queued', text: 'The e-mail will be sent again.' }
    if (!isPartial(request)) return seeOther(request, '/', toast)
    const [emails, counts] = await Promise.all([unsentEmails(), unsentCounts()])
    return fragment(request, <UnsentEmails emails={emails} counts={counts} />, { toast })
  })
