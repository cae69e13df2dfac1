import { actorById } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAgent } from '#src/domain/account/roles.ts'
import type { LinkPurpose } from '#src/domain/link/link.ts'
import { agentIdOfJob } from '#src/jobs/of-account.ts'
import { LinkEnded } from '#src/links/ended.ts'
import { type LinkInAnyState, linkInAnyState } from '#src/links/links.ts'

/** The agent through whom whoever has no account reads. Null when they have gone. */
export async function agentOfJob(id: string | null): Promise<Actor | null> {
  const agentId = id && (await agentIdOfJob(id))
  const agent = agentId ? await actorById(agentId) : null
  return agent && isAgent(agent) ? agent : null
}

export async function outsiderLink(
  purpose: LinkPurpose,
  token: string,
): Promise<{ link: LinkInAnyState; agent: Actor }> {
  const link = await linkInAnyState(purpose, token)
  const agent = link && (await agentOfJob(link.jobId))
  if (!link || !agent) throw new LinkEnded()
  return { link, agent }
}
