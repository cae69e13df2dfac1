import { Elysia } from 'elysia'
import { clientIpOf } from '#src/access/client-ip.ts'
import { HttpError } from '#src/http/errors.ts'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { page } from '#src/http/respond/respond.tsx'
import { ownJob } from '#src/jobs/queries.ts'
import { countLinkRequest, orEnded, sendNewLink } from '#src/links/answer-link.tsx'
import { LinkEnded, refuseEndedLink, refuseExpiredLink } from '#src/links/ended.ts'
import { outsiderLink } from '#src/outsiders/agent.ts'
import { SummaryByLinkPage } from '#views/properties/hazard/summary.tsx'
import { sendSummaryAgain } from './sending.ts'
import { summaryById } from './summaries.ts'

async function opened(token: string) {
  const { link, agent } = await outsiderLink('hazard_summary', token)
  refuseEndedLink(link)
  try {
    await ownJob(agent, link.jobId ?? '')
    return { link, agent, summary: await summaryById(link.about ?? '') }
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
      const { link, agent, summary } = await opened(token)
      await sendSummaryAgain({ link, agent, summary }, clientIpOf(request, server))
    }),
  )
