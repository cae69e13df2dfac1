import { fullName, type Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { statementHref, usualPeriod } from '#src/domain/invoice/statement.ts'
import { pounds } from '#src/domain/money.ts'
import type { Certificate, ExcusedCertificate } from '#src/domain/property/certificate/certificate.ts'
import {
  type AgencyThere,
  PROPERTY_PARTS,
  type Property,
  type PropertyFigures,
  type PropertyPart,
  type Visitor,
} from '#src/domain/property/property.ts'
import { PersonLink } from '../accounts/person-link.tsx'
import { MapLink } from '../jobs/contacts.tsx'
import { Page, type PageFrame } from '../layout.tsx'
import { Card } from '../ui/card.tsx'
import { DateText } from '../ui/date.tsx'
import { Stats, StatTile } from '../ui/stat-tile.tsx'
import { oneLine, withCount } from '../ui/text.ts'
import { CertificatesCard } from './certificate/card.tsx'
import { PropertyLines, type PropertyLists } from './rows.tsx'

type PropertyPageProps = {
  frame: PageFrame
  role: Role | null
  path: string
  property: Property
  figures: PropertyFigures
  agencies: readonly AgencyThere[]
  visitors: readonly Visitor[]
  lists: PropertyLists
  certificates: readonly Certificate[]
  excuses: readonly ExcusedCertificate[]
}

const TITLES: Record<PropertyPart, string> = {
  open: 'Open jobs',
  closed: 'Earlier jobs',
  visits: 'Visits',
  quotes: 'Quotes',
  invoices: 'Invoices',
}

const Figures = ({ open, jobs, visits, photos, approved, fees, quoteWork }: PropertyFigures) => (
  <Stats>
    <StatTile label="Open jobs" value={open} note={`of ${jobs}`} />
    <StatTile label="Visits" value={visits} note={photos > 0 ? withCount(photos, 'photo') : undefined} />
    <StatTile label="Visit fees invoiced" value={pounds(fees.pence)} />
    <StatTile label="Quote work invoiced" value={pounds(quoteWork.pence)} />
    <StatTile label="Quotes approved" value={pounds(approved.pence)} note={withCount(approved.count, 'quote')} />
  </Stats>
)

const Agencies = ({ agencies }: { agencies: readonly AgencyThere[] }) =>
  agencies.length > 1 && (
    <p className="notice">
      {`${agencies.length} agencies raise jobs here: `}
      {agencies.map(({ agency, jobs }) => `${agency} (${withCount(jobs, 'job')})`).join(', ')}
    </p>
  )

const Visitors = ({ visitors, role }: Pick<PropertyPageProps, 'visitors' | 'role'>) =>
  visitors.length > 0 && (
    <Card title="Who has been there">
      <ul className="stack">
        {visitors.map((visitor) => (
          <li key={visitor.id}>
            {isAdmin({ role }) ? <PersonLink of={visitor} /> : fullName(visitor)}
            {visitor.company && `, ${visitor.company}`}{' '}
            <span className="small-text muted">
              {withCount(visitor.visits, 'visit')}, last on <DateText value={visitor.last} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )

const YearLink = ({ property: { key: subject } }: { property: Property }) => {
  const period = usualPeriod('property')
  return (
    <p>
      <a className="map-link" href={statementHref({ kind: 'property', subject, period })}>
        Statement of {period}
      </a>
    </p>
  )
}

export const PropertyPage = ({ frame, property, figures, agencies, visitors, ...rest }: PropertyPageProps) => {
  const { role, path, lists, certificates, excuses } = rest
  return (
    <Page
      {...frame}
      title={property.propertyName}
      back={
        isAdmin({ role })
          ? { href: '/admin/jobs', label: 'Back to All Jobs' }
          : { href: '/jobs', label: 'Back to My Jobs' }
      }
      subtitle={<MapLink address={oneLine(property.propertyAddress)} />}
      width="wide"
    >
      <Figures {...figures} />
      <Agencies agencies={agencies} />
      <div className="cards columns">
        <CertificatesCard property={property} {...{ certificates, excuses, role }} />
        {PROPERTY_PARTS.map(
          (part) =>
            lists[part].items.length > 0 && (
              <Card key={part} title={TITLES[part]}>
                {part === 'invoices' && <YearLink property={property} />}
                <ul className="stack">
                  <PropertyLines part={part} lists={lists} reader={{ role }} path={path} />
                </ul>
              </Card>
            ),
        )}
        <Visitors visitors={visitors} role={role} />
      </div>
    </Page>
  )
}
