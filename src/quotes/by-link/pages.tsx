import { isPhotoOfQuote } from '#src/domain/quote/quote-with-job.ts'
import { NotFound } from '#src/http/errors.ts'
import { checked } from '#src/http/input.ts'
import { orNotFound } from '#src/links/answer-link.tsx'
import { landlordLinks } from '#src/links/landlords.ts'
import { linkPages } from '#src/links/link-pages.tsx'
import { showPhotoByLink } from '#src/photos/photo-response.ts'
import { DecideByLinkPage } from '#views/quotes/by-link.tsx'
import { DecisionByLink, decideByLink, decisionRule, quoteOfLink, sendQuoteAgain } from './actions.ts'

export const quoteLinkPages = linkPages('decide_quote', {
  open: quoteOfLink,
  show: async ({ quote }, form) => (
    <DecideByLinkPage quote={quote} landlords={await landlordLinks(quote.id)} {...form} />
  ),
  answer: async (opened, typed) => ({
    title: 'Your Answer Was Sent',
    text: await decideByLink(opened, checked(DecisionByLink, typed, decisionRule)),
  }),
  sendAgain: sendQuoteAgain,
}).get('/decide-quote/:token/photos/:id', async ({ request, params: { token, id } }) => {
  const opened = await orNotFound(quoteOfLink(token))
  if (!isPhotoOfQuote(opened.quote, id)) throw new NotFound()
  return showPhotoByLink(opened.user, id, request)
})
