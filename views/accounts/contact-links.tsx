import type { Person } from '#src/accounts/account.ts'
import { LinkButton } from '../ui/button.tsx'

export const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** The first number of what was typed: '07700 900123 (after 6)' has another. */
export function telLink(phone: string): string {
  const number = /\+?[\d(][\d\s().-]{4,}/.exec(phone)?.[0] ?? phone
  return `tel:${number.replace(/^(\+.*?)\(0\)/, '$1').replace(/[^\d+]/g, '')}`
}

type Reachable = Pick<Person, 'email' | 'phone' | 'deletedAt'>

export const ContactLinks = ({ of }: { of: Reachable | null }) =>
  (of?.email || of?.phone) && !of.deletedAt ? (
    <div className="row contact">
      {of.email && (
        <LinkButton href={mailLink(of.email)} size="small" icon="mail">
          {of.email}
        </LinkButton>
      )}
      {of.phone && (
        <LinkButton href={telLink(of.phone)} size="small" icon="phone">
          {of.phone}
        </LinkButton>
      )}
    </div>
  ) : null
