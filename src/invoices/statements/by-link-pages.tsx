import { accountLink } from '#src/accounts/people/of-link.ts'
import { can } from '#src/domain/permissions.ts'
import { NotFound } from '#src/http/errors.ts'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { LinkEnded, refuseEndedLink, unexpired } from '#src/links/ended.ts'
import { linkPages } from '#src/links/link-pages.tsx'
import { StatementByLinkPage } from '#views/invoices/statement/by-link.tsx'
import { statementAsked, statementOf } from './queries.ts'
import { sendStatementAgain, statementIn } from './sending.ts'

async function opened(token: string) {
  const { link, user } = await accountLink('statement', token, ({ role }) => can(role, 'sendStatement'))
  refuseEndedLink(link)
  const { id, period } = statementIn(link.about)
  try {
    const of = statementAsked(user, id, { period })
    return { link, user, of, statement: await statementOf(user, of) }
  } catch (error) {
    throw error instanceof NotFound ? new LinkEnded() : error
  }
}

export const statementLinkPages = linkPages('statement', {
  open: async (token) => unexpired(await opened(token)),
  show: ({ statement }) => <StatementByLinkPage statement={statement} letterhead={letterhead()} />,
  sendAgain: async (token, ip) => sendStatementAgain(await opened(token), ip),
})
