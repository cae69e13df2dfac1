import type { Role } from '#src/domain/account/account.ts'
import { countedLinkDays } from '#src/domain/link/link.ts'
import type { SharedLink } from '#src/domain/link/shared.ts'
import { certificateLinksHref } from '#src/domain/property/certificate/shared.ts'
import { type Property, propertyHref } from '#src/domain/property/property.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { SHARE_FORM, SharedLinks, ShareForm } from '../../links/share.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/input/field.tsx'

type ShareCertificatesProps = {
  frame: PageFrame
  role: Role | null
  property: Property
  keepers: readonly { agency: string; agencyKey: string }[]
  links: readonly SharedLink[]
  made?: string
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}

export const ShareCertificatesPage = (props: ShareCertificatesProps) => {
  const { frame, role, property, keepers, links, made, values = {}, errors } = props
  const path = certificateLinksHref(property)
  return (
    <Page
      {...frame}
      title="Share with the Landlord"
      back={{ href: propertyHref(property.key, role), label: `Back to ${property.propertyName}` }}
      error={Boolean(errors)}
      width="narrow"
    >
      <Card title={property.propertyName}>
        <p className="field">
          They see each certificate with its days and reference, and download the documents. It works for{' '}
          {countedLinkDays('certificates')}, or until you end it.
        </p>
        <ShareForm action={path} label="The landlord’s e-mail" {...{ made, errors, email: values.email }}>
          {keepers.length > 1 && (
            <SelectField
              {...{ name: 'agency', form: SHARE_FORM, value: values.agency, error: errors?.agency }}
              label="Agency"
              options={keepers.map(({ agency, agencyKey }) => ({ value: agencyKey, label: agency }))}
            />
          )}
        </ShareForm>
      </Card>
      <SharedLinks links={links} end="/certificate-links" back={path} />
    </Page>
  )
}
