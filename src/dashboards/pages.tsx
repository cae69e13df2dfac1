import { Elysia } from 'elysia'
import { maybeSignedIn } from '#src/access/signed-in.ts'
import type { Actor, Role } from '#src/domain/account/account.ts'
import { refusal } from '#src/domain/permissions.ts'
import { polled } from '#src/http/api-description.ts'
import { Forbidden, PasskeyNeeded, Unauthorized } from '#src/http/errors.ts'
import type { Query } from '#src/http/query.ts'
import { frameOf, isPartial, page } from '#src/http/respond/respond.tsx'
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
    ({ user, half, request, query }) => {
      if (half) throw new PasskeyNeeded()
      // A poll after the session has ended gets 401, not the landing page.
      if (!user && isPartial(request)) throw new Unauthorized()
      if (!user) return page(request, <Landing frame={frameOf(request, null)} />)
      if (user.role === null) throw new Forbidden(refusal(null, 'readJobs'))
      return DASHBOARDS[user.role]({ user, request, query })
    },
    polled(unchangedDashboard),
  )
