import type { Actor } from '#src/accounts/account.ts'
import { may } from '#src/guard/may.ts'
import { listRecentJobs, stats } from '#src/jobs/queries.ts'
import { longestPending } from '#src/quotes/queries.ts'
import { sideBySide } from '#src/quotes/side-by-side.ts'
import type { Unchanged } from '#src/web/described.ts'
import { fragment, frameOf, isPartial, page, unchangedPart } from '#src/web/respond.tsx'
import { AgentDashboardPage, Dashboard, tagOf } from '#views/dashboards/agent.tsx'
import { Sent } from '#views/ui/sent.ts'

export async function dashboardOf(user: Actor) {
  const [recent, figures] = await Promise.all([listRecentJobs(user), stats(user)])
  // Mostly none waits, and then none is looked for.
  const pendingQuotes = figures.pendingQuotes ? await sideBySide(user, await longestPending(user)) : []
  return { recent, figures, pendingQuotes, version: versionOf(user) }
}

// The user's id is part of it: somebody else may have signed in with the same browser since.
const versionOf = (user: Actor) => `${user.id.slice(-8)}.${user.activityVersion}`

/** Polled every five seconds: whether something changed is known from the sender alone. */
export const unchangedDashboard: Unchanged = (user, request) => {
  if (user.role !== 'estate_agent' || !isPartial(request)) return null
  const version = versionOf(user)
  const tag = request.headers.get('hx-ptag') ?? ''
  if (tag !== version && !tag.startsWith(`${version}.`)) return null
  return unchangedPart(tag)
}

export async function agentDashboard({ user, request }: { user: Actor; request: Request }): Promise<Response> {
  may(user, 'createJob')
  if (!isPartial(request)) {
    return page(
      request,
      <AgentDashboardPage frame={frameOf(request, user)} user={user} {...(await dashboardOf(user))} />,
    )
  }
  const unchanged = unchangedDashboard(user, request)
  if (unchanged) return unchanged
  const tag = request.headers.get('hx-ptag') ?? ''
  // A page of an earlier version would empty the cards whose places it gets.
  const sent = new Sent(request.headers.has('hx-ptags') ? tag.split('.').slice(2) : [])
  const response = fragment(request, <Dashboard {...(await dashboardOf(user))} sent={sent} />)
  response.headers.set('hx-ptag', tagOf(versionOf(user), sent))
  return response
}
