import { Elysia } from 'elysia'
import { clientIpOf } from '#src/access/client-ip.ts'
import { accountLink } from '#src/accounts/people/of-link.ts'
import { can } from '#src/domain/permissions.ts'
import { NotFound } from '#src/http/errors.ts'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { page } from '#src/http/respond/respond.tsx'
import { countLinkRequest, orEnded, sendNewLink } from '#src/links/answer-link.tsx'
import { LinkEnded, refuseEndedLink, refuseExpiredLink } from '#src/links/ended.ts'
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

export const statementLinkPages = new Elysia({ name: 'statement-link-pages' })
  .onBeforeHandle(countLinkRequest)
  .get('/statement/:token', ({ request, params: { token } }) =>
    orEnded({ request, purpose: 'statement', token }, async () => {
      const { link, statement } = await opened(token)
      refuseExpiredLink(link)
      return page(request, <StatementByLinkPage statement={statement} letterhead={letterhead()} />)
    }),
  )
  .post('/statement/:token/again', ({ request, server, params: { token } }) =>
    sendNewLink({ request, purpose: 'statement', token }, async () => {
      const { link, user, of } = await opened(token)
      await sendStatementAgain({ link, user, of }, clientIpOf(request, server))
    }),
  )
