import type { Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import {
  CERTIFICATE_EXCUSES,
  type Certificate,
  certificateTitle,
  type ExcusedCertificate,
} from '#src/domain/property/certificate/certificate.ts'
import { certificateLinksHref } from '#src/domain/property/certificate/shared.ts'
import { isCertificateCurrent, isCertificateLate, isCertificateSoon } from '#src/domain/property/certificate/state.ts'
import type { Property } from '#src/domain/property/property.ts'
import { Badge } from '../../status/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Day } from '../../ui/date.tsx'
import { oneLine } from '../../ui/text.ts'

type Reader = { role: Role | null }

export const CertificateBadges = ({ of }: { of: Certificate }) => (
  <>
    {isCertificateLate(of) && <Badge label="LATE" tone="red" />}
    {isCertificateSoon(of) && <Badge label="ENDS SOON" tone="amber" />}
    {of.unsatisfactory && <Badge label="UNSATISFACTORY" tone="red" />}
    {of.excuse && <Badge label={CERTIFICATE_EXCUSES[of.excuse].toUpperCase()} />}
  </>
)

export const whichCertificate = (of: Certificate): string => `${certificateTitle(of)}, ${oneLine(of.propertyAddress)}`

export const DocumentLink = ({ of, label, end }: { of: Certificate; label: string; end?: boolean }) => (
  <a
    className={end ? 'map-link push-end' : 'map-link'}
    href={`/certificates/${of.id}/document`}
    download=""
    aria-label={`${label}, ${whichCertificate(of)}`}
  >
    {label}
  </a>
)

const CertificateLine = ({ of, role }: { of: Certificate } & Reader) => (
  <li className="entry">
    <p className="row">
      <a className="map-link" href={`/certificates/${of.id}/edit`} data-dialog="">
        {certificateTitle(of)}
      </a>
      <CertificateBadges of={of} />
      {of.documentPath && <DocumentLink of={of} label="Document" end />}
    </p>
    <p>
      Ends <Day day={of.endsOn} />{' '}
      <span className="small-text muted">
        {'done '}
        <Day day={of.doneOn} />
        {[of.doneBy, of.reference, isAdmin({ role }) && of.agency].map((text) => text && ` · ${text}`)}
      </span>
    </p>
  </li>
)

type CardProps = {
  property: Property
  certificates: readonly Certificate[]
  excuses: readonly ExcusedCertificate[]
} & Reader

export const CertificatesCard = ({ property: { key }, certificates, excuses, role }: CardProps) => {
  const current = certificates.filter(({ replacedBy }) => replacedBy === null)
  const earlier = certificates.filter(({ replacedBy }) => replacedBy !== null)
  return (
    <Card
      title="Certificates"
      aside={
        <>
          {current.some((one) => isCertificateCurrent(one)) && (
            <LinkButton size="small" href={certificateLinksHref({ key })}>
              Share
            </LinkButton>
          )}
          <LinkButton size="small" href={`/properties/${encodeURIComponent(key)}/not-here`} data-dialog="">
            Not needed
          </LinkButton>
          <LinkButton size="small" href={`/properties/${encodeURIComponent(key)}/certificate`} data-dialog="">
            Add
          </LinkButton>
        </>
      }
    >
      {current.length > 0 && (
        <ul className="stack">
          {current.map((one) => (
            <CertificateLine key={one.id} of={one} role={role} />
          ))}
        </ul>
      )}
      {excuses.map((one) => (
        <p key={`${one.kind} ${one.name}`} className="small-text muted">
          {certificateTitle(one)}: {CERTIFICATE_EXCUSES[one.excuse]}
        </p>
      ))}
      {earlier.length > 0 && (
        <details className="more-detail">
          <summary>Earlier ones</summary>
          <ul className="stack">
            {earlier.map((one) => (
              <CertificateLine key={one.id} of={one} role={role} />
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}
