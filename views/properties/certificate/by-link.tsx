import { LINKS } from '#src/domain/link/link.ts'
import { type Certificate, certificateTitle } from '#src/domain/property/certificate/certificate.ts'
import { remedyDay } from '#src/domain/property/certificate/renewal.ts'
import { certificateStanding, isCertificateLate, isCertificateSoon } from '#src/domain/property/certificate/state.ts'
import { LinkFrame } from '../../links/page.tsx'
import { Badge } from '../../status/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card, CardList } from '../../ui/card.tsx'
import { Day } from '../../ui/date.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { oneLine } from '../../ui/text.ts'

type ByLinkProps = { certificates: readonly [Certificate, ...Certificate[]]; token: string }

/** For the landlord: who did it and which job it came of stays with the agency. */
export const CertificatesByLinkPage = ({ certificates, token }: ByLinkProps) => {
  const [{ propertyName, propertyAddress, agency }] = certificates
  return (
    <LinkFrame title={propertyName}>
      <p className="field">
        {oneLine(propertyAddress)}
        <br />
        <span className="muted">Certificates kept by {agency}</span>
      </p>
      <CardList>
        {certificates.map((one) => (
          <CertificateItem key={one.id} of={one} path={`${LINKS.certificates.path}/${token}/document/${one.id}`} />
        ))}
      </CardList>
    </LinkFrame>
  )
}

const toneOf = (of: Certificate) =>
  isCertificateLate(of) ? ('red' as const) : isCertificateSoon(of) ? ('amber' as const) : ('green' as const)

const Standing = ({ of }: { of: Certificate }) => (
  <>
    <Badge label={certificateStanding(of)} tone={toneOf(of)} />
    {of.unsatisfactory && <Badge label="Unsatisfactory" tone="red" />}
  </>
)

const CertificateItem = ({ of, path }: { of: Certificate; path: string }) => (
  <Card as="li" title={certificateTitle(of)} aside={<Standing of={of} />}>
    <DescriptionList
      facts={[
        { term: isCertificateLate(of) ? 'Ended' : 'Ends', detail: <Day day={of.endsOn} /> },
        { term: 'Done', detail: <Day day={of.doneOn} /> },
        { term: 'Reference', detail: of.reference },
        { term: 'To be put right by', detail: of.unsatisfactory ? <Day day={remedyDay(of)} /> : null },
      ]}
    />
    {of.documentPath && (
      <LinkButton href={path} download="" icon="download" aria-label={`Download ${certificateTitle(of)}`}>
        Download
      </LinkButton>
    )}
  </Card>
)
