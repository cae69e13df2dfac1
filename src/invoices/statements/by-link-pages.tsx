import { Elysia } from 'elysia'
import { accountLink } from '#src/accounts/people/of-link.ts'
import { can } from '#src/domain/permissions.ts'
import { NotFound } from '#src/http/errors.ts'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { page } from '#src/http/respond/respond.tsx'
import { countLinkRequest, orEnded } from '#src/links/door.tsx'
import { LinkEnded, refuseEndedLink } from '#src/links/ended.ts'
import { StatementByLinkPage } from '#views/invoices/statement/by-link.tsx'
import { statementAsked, statementOf } from './queries.ts'
import { statementIn } from './sending.ts'

const EXPIRED = 'This link has expired: it worked for 30 days. Please ask whoever sent it for another.'

async function opened(token: string) {
  const { link, user } = await accountLink('statement', token, ({ role }) => can(role, 'sendStatement'))
  refuseEndedLink(link)
  if (link.state === 'expired') throw new LinkEnded(EXPIRED)
  const { id, period } = statementIn(link.about)
  try {
    return await statementOf(user, statementAsked(user, id, { period }))
  } catch (error) {
    throw error instanceof NotFound ? new LinkEnded() : error
  }
}

/** Opens without a sign-in: the address is the secret. */
export const statementLinkPages = new Elysia({ name: 'statement-link-pages' })
  .onBeforeHandle(countLinkRequest)
  .get('/statement/:token', ({ request, params: { token } }) =>
    orEnded({ request, purpose: 'statement', token }, async () => {
      const statement = await opened(token)
      return page(request, <StatementByLinkPage statement={statement} letterhead={letterhead()} />)
    }),
  )
