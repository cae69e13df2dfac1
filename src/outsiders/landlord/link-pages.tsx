import { isPhotoOfQuote } from '#src/domain/quote/quote-with-job.ts'
import { NotFound } from '#src/http/errors.ts'
import { checked } from '#src/http/input.ts'
import { orNotFound } from '#src/links/answer-link.tsx'
import { linkPages } from '#src/links/link-pages.tsx'
import { showPhotoByLink } from '#src/photos/photo-response.ts'
import { LandlordPage } from '#views/links/landlord.tsx'
import { AnswerOfLandlord, answerAsLandlord, askLandlordAgain, openForLandlord } from './actions.ts'

export const landlordLinkPages = linkPages('landlord', {
  open: openForLandlord,
  show: ({ quote }, form) => <LandlordPage quote={quote} {...form} />,
  answer: async (opened, typed) => {
    await answerAsLandlord(opened, checked(AnswerOfLandlord, typed))
    const text = `${opened.quote.job.estateAgency} has your answer, and decides what happens next.`
    return { title: 'Thank You', text, opens: null }
  },
  sendAgain: askLandlordAgain,
}).get('/landlord/:token/photos/:id', async ({ request, params: { token, id } }) => {
  const opened = await orNotFound(openForLandlord(token))
  if (!isPhotoOfQuote(opened.quote, id)) throw new NotFound()
  return showPhotoByLink(opened.agent, id, request)
})
