import { Elysia } from 'elysia'
import type { Actor, Role } from '#src/accounts/account.ts'
import { refusal } from '#src/accounts/may.ts'
import { agentDashboard } from '#src/dashboards/agent.tsx'
import { maybeSignedIn } from '#src/guard/signed-in.ts'
import { adminDashboard } from '#src/invoices/pages.tsx'
import { contractorDashboard } from '#src/visits/pages.tsx'
import { Forbidden, Unauthorized } from '#src/web/errors.ts'
import { frameOf, isPartial, page } from '#src/web/respond.tsx'
import { CookiePolicy } from '#views/legal/cookie-policy.tsx'
import { PrivacyPolicy } from '#views/legal/privacy-policy.tsx'
import { TermsConditions } from '#views/legal/terms-conditions.tsx'
import { Landing } from '#views/site/landing.tsx'

type Dashboard = (at: { user: Actor; request: Request; query: Record<string, string | undefined> }) => Promise<Response>

const DASHBOARDS: Record<Role, Dashboard> = {
  estate_agent: agentDashboard,
  contractor: contractorDashboard,
  admin: adminDashboard,
}

/** Open to everybody. */
export const sitePages = new Elysia({ name: 'site-pages' })
  .get('/dashboard', () => new Response(null, { status: 302, headers: { location: '/' } }))
  .use(maybeSignedIn)
  .get('/', ({ user, request, query }) => {
    // A dashboard polls on after its session has ended.
    if (!user && isPartial(request)) throw new Unauthorized()
    if (!user) return page(request, <Landing frame={frameOf(request, null)} />)
    if (user.role === null) throw new Forbidden(refusal(null, 'readJobs'))
    return DASHBOARDS[user.role]({ user, request, query })
  })
  .get('/privacy-policy', ({ user, request }) => page(request, <PrivacyPolicy frame={frameOf(request, user)} />))
  .get('/terms-conditions', ({ user, request }) => page(request, <TermsConditions frame={frameOf(request, user)} />))
  .get('/cookie-policy', ({ user, request }) => page(request, <CookiePolicy frame={frameOf(request, user)} />))
