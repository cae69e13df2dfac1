import { actorById } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { LinkPurpose } from '#src/domain/link/link.ts'
import { LinkEnded } from '#src/links/ended.ts'
import { type LinkInAnyState, linkInAnyState } from '#src/links/links.ts'

/** Throws LinkEnded also for an account that has gone, or has another role by now. */
export async function accountLink(
  purpose: LinkPurpose,
  token: string,
  isWhose: (user: Actor) => boolean,
): Promise<{ link: LinkInAnyState; user: Actor }> {
  const link = await linkInAnyState(purpose, token)
  const user = link?.userId ? await actorById(link.userId) : null
  if (!link || !user || !isWhose(user)) throw new LinkEnded()
  return { link, user }
}
