import type { Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { CERTIFICATE_KINDS, type Certificate, certificateTitle } from '#src/domain/property/certificate/certificate.ts'
import {
  CERTIFICATE_STATES,
  type CertificateCounts,
  certificatesHref,
  DOCUMENT_STATES,
} from '#src/domain/property/certificate/found.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card, CardList } from '../../ui/card.tsx'
import { Day } from '../../ui/date.tsx'
import { optionsOrAll } from '../../ui/input/options.ts'
import { type ColumnOf, DataTable, ItemRows } from '../../ui/list/data-table.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { LoadMore } from '../../ui/list/load-more.tsx'
import { FilterSelect, SearchBox, TextFields } from '../../ui/list/search-box.tsx'
import { Searched } from '../../ui/list/searched.tsx'
import { Stats, StatTile } from '../../ui/stat-tile.tsx'
import { counted } from '../../ui/text.ts'
import { PropertyLink } from '../link.tsx'
import { CertificateBadges, DocumentLink, whichCertificate } from './card.tsx'
import { NEW_CERTIFICATE } from './form.tsx'
import { NO_AGENCY } from './no-agency.tsx'

type ListProps = {
  items: readonly Certificate[]
  filter: Readonly<Record<string, string>>
  instead?: string
  counts: CertificateCounts
  nextHref: string | null
  exportHref: string
  role: Role | null
  lacksAgency: boolean
}

const LIST = 'certificates'

const EditLink = ({ of, alone }: { of: Certificate; alone?: boolean }) => (
  <a
    className={alone ? 'map-link' : undefined}
    href={`/certificates/${of.id}/edit`}
    data-dialog=""
    aria-label={whichCertificate(of)}
  >
    {certificateTitle(of)}
  </a>
)

const COLUMNS: readonly ColumnOf<Certificate>[] = [
  {
    label: 'Ends',
    cell: (certificate) => (
      <span>
        <Day day={certificate.endsOn} /> <CertificateBadges of={certificate} />
      </span>
    ),
  },
  { label: 'Certificate', cell: (certificate) => <EditLink of={certificate} /> },
  {
    label: 'Done',
    cell: ({ doneOn, doneBy, reference }) => (
      <span>
        <Day day={doneOn} />
        <span className="hint cell">{[doneBy, reference].filter(Boolean).join(', ')}</span>
      </span>
    ),
  },
  { label: 'Property', cell: ({ propertyAddress }) => <PropertyLink address={propertyAddress} reader="admin" /> },
  { label: 'Agency', cell: ({ agency }) => agency },
  {
    label: 'Document',
    cell: (certificate) =>
      certificate.documentPath ? (
        <DocumentLink of={certificate} label="Download" />
      ) : (
        <span className="muted">None</span>
      ),
  },
]

const CertificateCard = ({ of, role }: { of: Certificate; role: Role | null }) => (
  <Card as="li" title={<EditLink of={of} />} aside={<CertificateBadges of={of} />}>
    <p>
      Ends <Day day={of.endsOn} />
    </p>
    <p>
      <PropertyLink address={of.propertyAddress} reader={role} alone />
    </p>
    <p className="small-text muted">
      Done <Day day={of.doneOn} />
      {[of.doneBy, of.reference].map((text) => text && `, ${text}`)}
      {of.documentPath ? ' · ' : ', no document'}
      {of.documentPath && <DocumentLink of={of} label="Download" />}
    </p>
  </Card>
)

export const CertificateItems = ({ items, nextHref, role }: ListProps) =>
  isAdmin({ role }) ? (
    <ItemRows columns={COLUMNS} items={items} rowId={(id) => `certificate-${id}`} nextHref={nextHref} />
  ) : (
    <>
      {items.map((one) => (
        <CertificateCard key={one.id} of={one} role={role} />
      ))}
      {nextHref && <LoadMore href={nextHref} />}
    </>
  )

const IMPORT = '/certificates/import'
const None = ({ filter, lacksAgency }: Pick<ListProps, 'filter' | 'lacksAgency'>) =>
  lacksAgency ? (
    <EmptyState icon="done" title="No certificates" text={NO_AGENCY} />
  ) : Object.keys(filter).length > 0 ? (
    <EmptyState icon="done" title="No certificates match" />
  ) : (
    <EmptyState icon="done" title="No certificates" text="Add one, or many at once from a spreadsheet.">
      <LinkButton href={NEW_CERTIFICATE} dialog variant="primary">
        Add
      </LinkButton>
      <LinkButton href={IMPORT}>Import</LinkButton>
    </EmptyState>
  )

export const CertificateList = (props: ListProps) => {
  const { items, filter, counts, exportHref, role, lacksAgency } = props
  const path = certificatesHref(role)
  return (
    <section id={LIST} aria-label="Certificates">
      {counts.late + counts.soon > 0 && (
        <Stats>
          <StatTile label="Late" value={counted(counts.late)} href={`${path}?state=late`} />
          <StatTile label={CERTIFICATE_STATES.soon} value={counted(counts.soon)} href={`${path}?state=soon`} />
        </Stats>
      )}
      <div className="list-head small-text row">
        <div className="row push-end">
          {!lacksAgency && (
            <LinkButton href={IMPORT} size="small">
              Import
            </LinkButton>
          )}
          <LinkButton href={exportHref} download="" size="small" icon="download">
            CSV
          </LinkButton>
        </div>
      </div>
      <Searched {...props} search={filter.search} shown={items.length} />
      {items.length === 0 ? (
        <None {...props} />
      ) : isAdmin({ role }) ? (
        <div className="dense work-table">
          <DataTable caption="Certificates, those that end first on top" columns={COLUMNS}>
            <CertificateItems {...props} />
          </DataTable>
        </div>
      ) : (
        <CardList>
          <CertificateItems {...props} />
        </CardList>
      )}
    </section>
  )
}

const STATES = optionsOrAll('All', CERTIFICATE_STATES)
const KINDS = optionsOrAll('All kinds', CERTIFICATE_KINDS)
const DOCUMENTS = optionsOrAll('With and without document', DOCUMENT_STATES)

export const CertificatesPage = ({ frame, ...list }: ListProps & { frame: PageFrame }) => {
  const { filter, role } = list
  return (
    <Page
      {...frame}
      title="Certificates"
      width={isAdmin({ role }) ? 'wide' : 'normal'}
      actions={
        !list.lacksAgency && (
          <LinkButton href={NEW_CERTIFICATE} dialog size="small">
            Add
          </LinkButton>
        )
      }
    >
      <SearchBox
        action={certificatesHref(role)}
        label="Search by property, reference or who did it..."
        value={filter.search}
        target={`#${LIST}`}
      >
        <FilterSelect name="state" label="State" value={filter.state} options={STATES} />
        <details className="filters" open={Boolean(filter.kind || filter.document || filter.agency)}>
          <summary className="button secondary">Filters</summary>
          <div className="filter-fields">
            <FilterSelect name="kind" label="Kind" value={filter.kind} options={KINDS} />
            <FilterSelect name="document" label="Document" value={filter.document} options={DOCUMENTS} />
            {(isAdmin({ role }) || filter.agency) && (
              <TextFields name="agency" label="Estate agency" form={LIST} value={filter.agency} />
            )}
          </div>
        </details>
      </SearchBox>
      <CertificateList {...list} />
    </Page>
  )
}
