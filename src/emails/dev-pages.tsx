import { Elysia } from 'elysia'
import { maybeSignedIn } from '#src/access/signed-in.ts'
import { frameOf, page } from '#src/http/respond/respond.tsx'
import { env } from '#src/runtime/env.ts'
import { MailboxPage, MailPage } from '#views/emails/mailbox.tsx'
import { mail, mails } from './dev-queries.ts'

/** A message's HTML may only style itself; the sandbox gives it an origin of its own. */
const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** Open to everybody, and therefore absent in production. */
export const devMailPages = (production = env.production) => {
  const pages = new Elysia({ name: 'dev-mail-pages', seed: production })
  if (production) return pages
  return pages
    .use(maybeSignedIn)
    .get('/dev/mail', async ({ request, user }) =>
      page(request, <MailboxPage {...frameOf(request, user)} mails={await mails()} />),
    )
    .get('/dev/mail/:id', async ({ request, user, params }) =>
      page(request, <MailPage {...frameOf(request, user)} mail={await mail(params.id)} />),
    )
    .get('/dev/mail/:id/html', async ({ params }) => {
      const { html } = await mail(params.id)
      return new Response(html, {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': MESSAGE_POLICY,
          'cache-control': 'no-store',
        },
      })
    })
}
