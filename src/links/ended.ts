import { dayAndTime } from '#src/domain/dates.ts'
import { countedLinkDays, LINKS } from '#src/domain/link/link.ts'
import { Gone } from '#src/http/errors.ts'
import type { LinkInAnyState } from './links.ts'

export class LinkEnded extends Gone {
  constructor(
    message = 'This link has expired, or no longer opens anything.',
    /** A new one may be sent to the address that had it. */
    readonly mayBeSentAgain = false,
  ) {
    super(message)
  }
}

export function refuseEndedLink({ state, usedAt }: LinkInAnyState): void {
  if (state === 'revoked') throw new LinkEnded('This link was ended by whoever made it.')
  if (state === 'used' && usedAt) throw new LinkEnded(`This link was used on ${dayAndTime(usedAt)}.`)
}

/** After what it is about has been judged: of a quote that was decided no new link is sent. */
export function refuseExpiredLink({ state, purpose, email }: LinkInAnyState): void {
  if (state !== 'expired') return
  const hasAddress = LINKS[purpose].told === 'account' || email !== null
  const expired = `This link has expired: it worked for ${countedLinkDays(purpose)}.`
  throw new LinkEnded(
    hasAddress ? expired : `${expired} It was sent to no e-mail address, nor can a new one be.`,
    hasAddress,
  )
}

export function unexpired<Opened extends { link: LinkInAnyState }>(opened: Opened): Opened {
  refuseExpiredLink(opened.link)
  return opened
}
