import { Elysia } from 'elysia'
import { clientIpOf } from '#src/access/client-ip.ts'
import { NotFound } from '#src/http/errors.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { page } from '#src/http/respond/respond.tsx'
import {
  countLinkRequest,
  handleLinkForm,
  orEnded,
  orNotFound,
  requireShown,
  type SentByLink,
  sendNewLink,
} from '#src/links/answer-link.tsx'
import { landlordLinks } from '#src/links/landlords.ts'
import { shownSecret } from '#src/links/page-secret.ts'
import { showPhotoByLink } from '#src/photos/photo-response.ts'
import { LinkPage } from '#views/links/page.tsx'
import { DecideByLinkPage } from '#views/quotes/by-link.tsx'
import { DecisionByLink, decideByLink, decisionRule, isPhotoOf, quoteOfLink, sendQuoteAgain } from './actions.ts'

/** Opens without a sign-in: the address is the secret. Opening it changes nothing: programs that look for viruses do. */
export const quoteLinkPages = new Elysia({ name: 'quote-link-pages' })
  .onBeforeHandle(countLinkRequest)
  .get('/decide-quote/:token', ({ request, params }) => show(request, params.token))
  .post('/decide-quote/:token', ({ request, params: { token } }) =>
    handleLinkForm(
      { request, purpose: 'decide_quote', token },
      {
        show: (sent) => show(request, token, sent),
        work: async (typed) => {
          const opened = await quoteOfLink(token)
          requireShown(opened.linkId, typed)
          const text = await decideByLink(opened, checked(DecisionByLink, typed, decisionRule))
          return page(request, <LinkPage title="Your Answer Was Sent" text={text} />)
        },
      },
    ),
  )
  .post('/decide-quote/:token/again', ({ request, server, params: { token } }) =>
    sendNewLink({ request, purpose: 'decide_quote', token }, () => sendQuoteAgain(token, clientIpOf(request, server))),
  )
  .get('/decide-quote/:token/photos/:id', async ({ request, params: { token, id } }) => {
    const opened = await orNotFound(quoteOfLink(token))
    if (!isPhotoOf(opened, id)) throw new NotFound()
    return showPhotoByLink(opened.user, id, request)
  })

const show = (request: Request, token: string, sent?: SentByLink): Promise<Response> =>
  orEnded({ request, purpose: 'decide_quote', token }, async () => {
    const { linkId, quote } = await quoteOfLink(token)
    const landlords = await landlordLinks(quote.id)
    const props = {
      quote,
      landlords,
      token,
      shown: shownSecret(linkId),
      errors: sent?.errors,
      values: textsOf(sent?.typed ?? {}),
    }
    return page(request, <DecideByLinkPage {...props} />, sent?.status ?? 200)
  })
