import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAgent } from '#src/domain/account/roles.ts'
import { freshUntil } from '#src/domain/cache-until.ts'
import type { Unchanged } from '#src/http/api-description.ts'
import { isStillFresh, timedVersion } from '#src/http/cache/timed-version.ts'
import { fragment, frameOf, isPartial, page, unchangedPart } from '#src/http/respond/respond.tsx'
import { listRecentJobs } from '#src/jobs/queries.ts'
import { longestPending } from '#src/quotes/queries.ts'
import { sideBySide } from '#src/quotes/side-by-side.ts'
import { AgentDashboardPage, Dashboard, dashboardTag } from '#views/dashboards/agent.tsx'
import { KnownRows } from '#views/ui/known-rows.ts'
import { agentFigures } from './agent-figures.ts'

export async function dashboardOf(user: Actor) {
  const [recent, figures] = await Promise.all([listRecentJobs(user), agentFigures(user)])
  const pendingQuotes = figures.pendingQuotes ? await sideBySide(user, await longestPending(user)) : []
  const shown = { recent, figures, pendingQuotes }
  return { ...shown, version: timedVersion(versionOf(user), freshUntil(shown)) }
}

// The user's id is part of it: somebody else may have signed in with the same browser since.
const versionOf = (user: Actor) => `${user.id.slice(-8)}.${user.activityVersion}`

const MARKS = 3

export const unchangedDashboard: Unchanged = (user, request) => {
  if (!isAgent(user) || !isPartial(request)) return null
  const tag = request.headers.get('hx-ptag') ?? ''
  return isStillFresh(tag, versionOf(user)) ? unchangedPart(tag) : null
}

export async function agentDashboard({ user, request }: { user: Actor; request: Request }): Promise<Response> {
  authorize(user, 'createJob')
  if (!isPartial(request)) {
    const live = await dashboardOf(user)
    return page(request, <AgentDashboardPage frame={frameOf(request, user)} user={user} {...live} />)
  }
  const unchanged = unchangedDashboard(user, request)
  if (unchanged) return unchanged
  const tag = request.headers.get('hx-ptag') ?? ''
  // A page of an earlier version would empty the cards whose places it gets.
  const known = new KnownRows(request.headers.has('hx-ptags') ? tag.split('.').slice(MARKS) : [])
  const dashboard = await dashboardOf(user)
  const response = fragment(request, <Dashboard {...dashboard} known={known} />)
  response.headers.set('hx-ptag', dashboardTag(dashboard.version, known))
  return response
}
