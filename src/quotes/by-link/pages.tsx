import { Elysia } from 'elysia'
import { addressOf } from '#src/access/address.ts'
import { LINKS } from '#src/domain/link/link.ts'
import { Gone, NotFound, Refused } from '#src/http/errors.ts'
import { checked, type FieldErrors, readForm, type Typed, textsOf } from '#src/http/input.ts'
import { handleForm } from '#src/http/respond/handle-form.tsx'
import { page } from '#src/http/respond/respond.tsx'
import { countLinkRequest, orEnded } from '#src/links/door.tsx'
import { isShown, shownSecret } from '#src/links/shown.ts'
import { showPhoto } from '#src/photos/shown.ts'
import { LinkPage } from '#views/links/page.tsx'
import { DecideByLinkPage } from '#views/quotes/by-link.tsx'
import { DecisionByLink, decideByLink, decisionRule, isPhotoOf, quoteOfLink, sendQuoteAgain } from './actions.ts'

const pathOf = (token: string) => `${LINKS.decide_quote.path}/${token}`

const NOT_SHOWN = 'Please send your answer from the page that the link opens.'

/** Opens without a sign-in: the address is the secret. Opening it changes nothing: programs that look for viruses do. */
export const quoteLinkPages = new Elysia({ name: 'quote-link-pages' })
  .onBeforeHandle(countLinkRequest)
  .get('/decide-quote/:token', ({ request, params }) => show(request, params.token))
  .post('/decide-quote/:token', async ({ request, params: { token } }) => {
    const typed = await readForm(request)
    const again = ({ status, errors }: { status: number; errors: FieldErrors }) =>
      show(request, token, { typed, errors, status })
    return handleForm(
      { user: null, request, typed },
      {
        back: '/login',
        invalid: again,
        refused: again,
        work: () =>
          orEnded(request, pathOf(token), async () => {
            const opened = await quoteOfLink(token)
            if (!isShown(opened.linkId, String(typed.shown))) throw new Refused(NOT_SHOWN)
            const text = await decideByLink(opened, checked(DecisionByLink, typed, decisionRule))
            return page(request, <LinkPage title="Your Answer Was Sent" text={text} />)
          }),
      },
    )
  })
  .post('/decide-quote/:token/again', ({ request, server, params: { token } }) =>
    orEnded(request, pathOf(token), async () => {
      await sendQuoteAgain(token, addressOf(request, server))
      const text = 'A new link is on its way to the address that had this one.'
      return page(request, <LinkPage title="A New Link Was Sent" text={text} />)
    }),
  )
  .get('/decide-quote/:token/photos/:id', async ({ request, params: { token, id } }) => {
    const opened = await quoteOfLink(token).catch((error: unknown) => {
      throw error instanceof Gone ? new NotFound() : error
    })
    if (!isPhotoOf(opened, id)) throw new NotFound()
    const photo = await showPhoto(opened.user, id, request)
    photo.headers.set('cache-control', 'no-store')
    return photo
  })

type Sent = { typed: Typed; errors: FieldErrors; status: number }

const show = (request: Request, token: string, sent?: Sent): Promise<Response> =>
  orEnded(request, pathOf(token), async () => {
    const { linkId, quote } = await quoteOfLink(token)
    const props = { quote, token, shown: shownSecret(linkId), errors: sent?.errors, values: textsOf(sent?.typed ?? {}) }
    return page(request, <DecideByLinkPage {...props} />, sent?.status ?? 200)
  })
