import { HttpError } from '#src/http/errors.ts'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { LinkEnded, refuseEndedLink, unexpired } from '#src/links/ended.ts'
import { linkPages } from '#src/links/link-pages.tsx'
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

export const hazardSummaryLinkPages = linkPages('hazard_summary', {
  open: async (token) => unexpired(await opened(token)),
  show: ({ summary }) => <SummaryByLinkPage summary={summary} letterhead={letterhead()} />,
  sendAgain: async (token, ip) => sendSummaryAgain(await opened(token), ip),
})
