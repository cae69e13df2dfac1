import { Elysia } from 'elysia'
import type { ComponentProps, ReactElement } from 'react'
import { clientIpOf } from '#src/access/client-ip.ts'
import { LINKS, type LinkPurpose } from '#src/domain/link/link.ts'
import { Refused } from '#src/http/errors.ts'
import { type FieldErrors, readForm, type Typed, textsOf } from '#src/http/input.ts'
import { type FormProblem, handleForm } from '#src/http/respond/handle-form.tsx'
import { page } from '#src/http/respond/respond.tsx'
import { LinkPage } from '#views/links/page.tsx'
import { countLinkRequest, orEnded, sendNewLink } from './answer-link.tsx'
import { isShown, shownSecret } from './page-secret.ts'

type Shown = { token: string; shown: string; errors?: FieldErrors; values: Record<string, string> }

type LinkPages<Opened> = {
  open: (token: string) => Promise<Opened>
  show: (opened: Opened, form: Shown) => ReactElement | Promise<ReactElement>
  /** Without it the page is only read. */
  answer?: (
    opened: Opened,
    typed: Typed,
    asked: { token: string; ip: string },
  ) => Promise<ComponentProps<typeof LinkPage>>
  sendAgain: (token: string, ip: string) => Promise<unknown>
}

/** Opens without a sign-in: the address is the secret. Opening it changes nothing: programs that look for viruses do. */
export function linkPages<Opened extends { link: { id: string } }>(
  purpose: LinkPurpose,
  { open, show, answer, sendAgain }: LinkPages<Opened>,
) {
  const { path } = LINKS[purpose]
  const showPage = (request: Request, token: string, sent?: FormProblem & { typed: Typed }) =>
    orEnded({ request, purpose, token }, async () => {
      const opened = await open(token)
      const form = { shown: shownSecret(opened.link.id), errors: sent?.errors, values: textsOf(sent?.typed ?? {}) }
      return page(request, await show(opened, { token, ...form }), sent?.status ?? 200)
    })
  const routes = new Elysia({ name: `${purpose}-link-pages` })
    .onBeforeHandle(countLinkRequest)
    .get(`${path}/:token`, ({ request, params: { token } }) => showPage(request, token))
    .post(`${path}/:token/again`, ({ request, server, params: { token } }) =>
      sendNewLink({ request, purpose, token }, () => sendAgain(token, clientIpOf(request, server))),
    )
  if (answer)
    routes.post(`${path}/:token`, async ({ request, server, params: { token } }) => {
      const typed = await readForm(request)
      const again = (problem: FormProblem) => showPage(request, token, { typed, ...problem })
      const work = async () => {
        const opened = await open(token)
        if (!isShown(opened.link.id, String(typed.shown)))
          throw new Refused('Please send your answer from the page that the link opens.')
        return page(
          request,
          <LinkPage {...(await answer(opened, typed, { token, ip: clientIpOf(request, server) }))} />,
        )
      }
      return handleForm(
        { user: null, request, typed },
        { back: '/login', again, work: () => orEnded({ request, purpose, token }, work) },
      )
    })
  return routes
}
