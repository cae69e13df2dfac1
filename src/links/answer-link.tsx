import { clientIpOf } from '#src/access/client-ip.ts'
import { countRead, countUnsafe } from '#src/access/limits/counts.ts'
import { LIMITS } from '#src/access/limits/limits.ts'
import { LINKS, type LinkPurpose } from '#src/domain/link/link.ts'
import { NotFound } from '#src/http/errors.ts'
import { page } from '#src/http/respond/respond.tsx'
import { LinkPage } from '#views/links/page.tsx'
import { LinkEnded } from './ended.ts'

const NEW_LINK_SENT = {
  title: 'A New Link Was Sent',
  text: 'A new link is on its way to the address that had this one.',
}

type Asked = Parameters<typeof countUnsafe>[0]

export async function countLinkRequest({ request, server, set }: Asked): Promise<void> {
  countRead(`links ${clientIpOf(request, server)}`, set, LIMITS.reads)
  await countUnsafe({ request, server, set }, null)
}

/** Whoever has no account is led to no sign-in. */
const NOWHERE = { opens: null }

type Opened = { request: Request; purpose: LinkPurpose; token: string }

export async function orEnded({ request, purpose, token }: Opened, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof LinkEnded)) throw error
    const { path, told } = LINKS[purpose]
    const again = error.mayBeSentAgain ? `${path}/${token}/again` : undefined
    const outside = told === 'address' && NOWHERE
    const text = outside && !again ? `${error.message} If you need a new one, please ask the agency.` : error.message
    return page(request, <LinkPage title="This Link No Longer Works" {...{ text, again, ...outside }} />, 410)
  }
}

export const orNotFound = <Opened,>(opened: Promise<Opened>): Promise<Opened> =>
  opened.catch((error: unknown) => {
    throw error instanceof LinkEnded ? new NotFound() : error
  })

export const sendNewLink = (opened: Opened, send: () => Promise<unknown>): Promise<Response> =>
  orEnded(opened, async () => {
    await send()
    const outside = LINKS[opened.purpose].told === 'address' && NOWHERE
    return page(opened.request, <LinkPage {...NEW_LINK_SENT} {...outside} />)
  })
