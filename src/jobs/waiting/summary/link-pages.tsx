import { Elysia } from 'elysia'
import type { SentSummary } from '#src/domain/property/hazard/summary.ts'
import { HttpError } from '#src/http/errors.ts'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { page } from '#src/http/respond/respond.tsx'
import { ownJob } from '#src/jobs/queries.ts'
import { countLinkRequest, orEnded } from '#src/links/door.tsx'
import { LinkEnded, refuseEndedLink } from '#src/links/ended.ts'
import { outsiderLink } from '#src/outsiders/agent.ts'
import { SummaryByLinkPage } from '#views/properties/hazard/summary.tsx'
import { summaryById } from './summaries.ts'

async function opened(token: string): Promise<SentSummary> {
  const { link, agent } = await outsiderLink('hazard_summary', token)
  refuseEndedLink(link)
  if (link.state === 'expired') throw new LinkEnded('This link has expired: it worked for 90 days.')
  try {
    await ownJob(agent, link.jobId ?? '')
    return await summaryById(link.about ?? '')
  } catch (error) {
    throw error instanceof HttpError && error.status < 500 ? new LinkEnded() : error
  }
}

/** Opens without a sign-in: the address is the secret. */
export const hazardSummaryLinkPages = new Elysia({ name: 'hazard-summary-link-pages' })
  .onBeforeHandle(countLinkRequest)
  .get('/hazard-summary/:token', ({ request, params: { token } }) =>
    orEnded({ request, purpose: 'hazard_summary', token }, async () => {
      const summary = await opened(token)
      return page(request, <SummaryByLinkPage summary={summary} letterhead={letterhead()} />)
    }),
  )
