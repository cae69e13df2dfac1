import { addressOf } from '#src/access/address.ts'
import { countRead, countUnsafe } from '#src/access/limits/counts.ts'
import { LIMITS } from '#src/access/limits/limits.ts'
import { page } from '#src/http/respond/respond.tsx'
import { LinkPage } from '#views/links/page.tsx'
import { LinkEnded } from './ended.ts'

type Asked = Parameters<typeof countUnsafe>[0]

export async function countLinkRequest({ request, server, set }: Asked): Promise<void> {
  countRead(`links ${addressOf(request, server)}`, set, LIMITS.reads)
  await countUnsafe({ request, server, set }, null)
}

/** `path` is the link's address, below which `/again` sends a new one. */
export async function orEnded(request: Request, path: string, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof LinkEnded)) throw error
    const again = error.mayBeSentAgain ? `${path}/again` : undefined
    return page(request, <LinkPage title="This Link No Longer Works" text={error.message} again={again} />, 410)
  }
}
