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
import { shownSecret } from '#src/links/page-secret.ts'
import { showPhotoByLink } from '#src/photos/photo-response.ts'
import { LandlordPage } from '#views/links/landlord.tsx'
import { LinkPage } from '#views/links/page.tsx'
import { AnswerOfLandlord, answerAsLandlord, askLandlordAgain, isPhotoForLandlord, openForLandlord } from './actions.ts'

export const landlordLinkPages = new Elysia({ name: 'landlord-link-pages' })
  .onBeforeHandle(countLinkRequest)
  .get('/landlord/:token', ({ request, params }) => show(request, params.token))
  .post('/landlord/:token', ({ request, params: { token } }) =>
    handleLinkForm(
      { request, purpose: 'landlord', token },
      {
        show: (sent) => show(request, token, sent),
        work: async (typed) => {
          const opened = await openForLandlord(token)
          requireShown(opened.link.id, typed)
          await answerAsLandlord(opened, checked(AnswerOfLandlord, typed))
          const text = `${opened.quote.job.estateAgency} has your answer, and decides what happens next.`
          return page(request, <LinkPage title="Thank You" text={text} opens={null} />)
        },
      },
    ),
  )
  .post('/landlord/:token/again', ({ request, server, params: { token } }) =>
    sendNewLink({ request, purpose: 'landlord', token }, () => askLandlordAgain(token, clientIpOf(request, server))),
  )
  .get('/landlord/:token/photos/:id', async ({ request, params: { token, id } }) => {
    const opened = await orNotFound(openForLandlord(token))
    if (!isPhotoForLandlord(opened, id)) throw new NotFound()
    return showPhotoByLink(opened.agent, id, request)
  })

const show = (request: Request, token: string, sent?: SentByLink): Promise<Response> =>
  orEnded({ request, purpose: 'landlord', token }, async () => {
    const { link, quote } = await openForLandlord(token)
    const props = {
      quote,
      token,
      shown: shownSecret(link.id),
      errors: sent?.errors,
      values: textsOf(sent?.typed ?? {}),
    }
    return page(request, <LandlordPage {...props} />, sent?.status ?? 200)
  })
