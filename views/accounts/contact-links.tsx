import { LinkButton } from '../ui/button.tsx'

export const ContactLinks = ({ of }: { of: { email: string | null; phone: string | null } | null }) =>
  of?.email || of?.phone ? (
    <div className="row contact">
      {of.email && (
        <LinkButton href={`mailto:${encodeURIComponent(of.email).replace('%40', '@')}`} size="small" icon="mail">
          {of.email}
        </LinkButton>
      )}
      {of.phone && (
        <LinkButton href={`tel:${of.phone.replace(/[^\d+]/g, '')}`} size="small" icon="phone">
          {of.phone}
        </LinkButton>
      )}
    </div>
  ) : null
