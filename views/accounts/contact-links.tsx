import type { Person } from '#src/domain/account/account.ts'
import { LinkButton } from '../ui/button.tsx'
import { mailLink, telLink } from './links.ts'

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
