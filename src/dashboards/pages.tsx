import { Elysia } from 'elysia'
import type { Actor, Role } from '#src/accounts/account.ts'
import { refusal } from '#src/guard/permissions.ts'
import { maybeSignedIn } from '#src/guard/signed-in.ts'
import { polled } from '#src/web/described.ts'
import { Forbidden, Unauthorized } from '#src/web/errors.ts'
import type { Query } from '#src/web/query.ts'
import { frameOf, isPartial, page } from '#src/web/respond.tsx'
import { Landing } from '#views/site/landing.tsx'
import { adminDashboard } from './admin.tsx'
import { agentDashboard, unchangedDashboard } from './agent.tsx'
import { contractorDashboard } from './contractor.tsx'

type Dashboard = (at: { user: Actor; request: Request; query: Query }) => Promise<Response>

const DASHBOARDS: Record<Role, Dashboard> = {
  estate_agent: agentDashboard,
  contractor: contractorDashboard,
  admin: adminDashboard,
}

export const dashboardPages = new Elysia({ name: 'dashboard-pages' })
  .get('/dashboard', () => new Response(null, { status: 302, headers: { location: '/' } }))
  .use(maybeSignedIn)
  .get(
    '/',
    ({ user, request, query }) => {
      // A poll after the session has ended gets 401, not the landing page.
      if (!user && isPartial(request)) throw new Unauthorized()
      if (!user) return page(request, <Landing frame={frameOf(request, null)} />)
      if (user.role === null) throw new Forbidden(refusal(null, 'readJobs'))
      return DASHBOARDS[user.role]({ user, request, query })
    },
    polled(unchangedDashboard),
  )
