import { Elysia } from 'elysia'
import { clientIpOf } from '#src/access/client-ip.ts'
import { HttpError } from '#src/http/errors.ts'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { page } from '#src/http/respond/respond.tsx'
import { countLinkRequest, orEnded, sendNewLink } from '#src/links/answer-link.tsx'
import { LinkEnded, refuseEndedLink, refuseExpiredLink } from '#src/links/ended.ts'
import { linkInAnyState } from '#src/links/links.ts'
import { SummaryByLinkPage } from '#views/properties/hazard/summary.tsx'
import { sendSummaryAgain } from './sending.ts'
import { summaryByLink } from './summaries.ts'

async function opened(token: string) {
  const link = await linkInAnyState('hazard_summary', token)
  if (!link) throw new LinkEnded()
  refuseEndedLink(link)
  try {
    return { link, summary: await summaryByLink(link) }
  } catch (error) {
    throw error instanceof HttpError && error.status < 500 ? new LinkEnded() : error
  }
}

export const hazardSummaryLinkPages = new Elysia({ name: 'hazard-summary-link-pages' })
  .onBeforeHandle(countLinkRequest)
  .get('/hazard-summary/:token', ({ request, params: { token } }) =>
    orEnded({ request, purpose: 'hazard_summary', token }, async () => {
      const { link, summary } = await opened(token)
      refuseExpiredLink(link)
      return page(request, <SummaryByLinkPage summary={summary} letterhead={letterhead()} />)
    }),
  )
  .post('/hazard-summary/:token/again', ({ request, server, params: { token } }) =>
    sendNewLink({ request, purpose: 'hazard_summary', token }, async () => {
      await sendSummaryAgain(await opened(token), clientIpOf(request, server))
    }),
  )
