import type { Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { dayOf, isDay } from '#src/domain/dates.ts'
import { certificatesHref } from '#src/domain/property/certificate/found.ts'
import {
  CERTIFICATE_IMPORT,
  type CertificateImportField,
  isNewRow,
  isWrongRow,
  type JudgedCertificateRow,
  MAX_IMPORTED_CERTIFICATES,
} from '#src/domain/property/certificate/import-row.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardList } from '../../ui/card.tsx'
import { HiddenFields } from '../../ui/confirm.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { ErrorSummary } from '../../ui/input/error-summary.tsx'
import { FieldError } from '../../ui/input/field.tsx'
import { FormKey } from '../../ui/input/form-key.tsx'
import { TableForm } from '../../ui/input/table-form.tsx'
import { DataTable, Row } from '../../ui/list/data-table.tsx'
import { withCount } from '../../ui/text.ts'

const PATH = '/certificates/import'
export const IMPORT_CERTIFICATES = 'Import Certificates'
/** More would be a page that nobody reads. */
const MOST_SHOWN = 200

export type CertificateImportProps = {
  role: Role | null
  text: string
  rows?: readonly JudgedCertificateRow[]
  errors?: Readonly<Record<string, string>>
}

const FIELDS = Object.keys(CERTIFICATE_IMPORT) as CertificateImportField[]

export const CertificateImportPage = ({
  frame,
  role,
  text,
  rows,
  errors,
}: { frame: PageFrame } & CertificateImportProps) => {
  const columns = FIELDS.filter((field) => field !== 'agency' || isAdmin({ role })).map(
    (field) => CERTIFICATE_IMPORT[field],
  )
  return (
    <Page
      {...frame}
      title={IMPORT_CERTIFICATES}
      subtitle="Many at once, from a spreadsheet"
      back={{ href: certificatesHref(role), label: 'Back to Certificates' }}
      error={Boolean(errors) || rows?.some(isWrongRow)}
      width="wide"
    >
      <ErrorSummary errors={errors} />
      <div className="stack">
        {rows && <Looked role={role} text={text} rows={rows} />}
        <TableForm
          action={PATH}
          hint={`Copied from a spreadsheet. Its first row names the columns: ${columns.join(', ')}. At most ${MAX_IMPORTED_CERTIFICATES} rows.`}
          text={text}
          error={errors?.table}
          looked={Boolean(rows)}
        />
      </div>
    </Page>
  )
}

const summary = (all: number, wrong: number, there: number, made: number): string => {
  if (wrong)
    return `${wrong} of ${withCount(all, 'row')} ${wrong === 1 ? 'is' : 'are'} wrong. Nothing has been added yet.`
  if (made === 0) return `All ${withCount(all, 'row')} are there already. There is nothing to add.`
  return `All ${withCount(all, 'row')} are right${there ? `, ${there} there already` : ''}. Nothing has been added yet.`
}

const Looked = ({ role, text, rows }: Required<Pick<CertificateImportProps, 'role' | 'text' | 'rows'>>) => {
  const wrong = rows.filter(isWrongRow)
  const made = rows.filter(isNewRow)
  const there = rows.length - wrong.length - made.length
  const shown = [...wrong, ...rows.filter((row) => !isWrongRow(row))].slice(0, MOST_SHOWN)
  return (
    <section className="stack" aria-label="What was found">
      {/* biome-ignore lint/a11y/noAutofocus: whoever just sent the table must land on what was found */}
      <p className={wrong.length ? 'error-summary' : 'notice'} role="status" tabIndex={-1} autoFocus>
        {summary(rows.length, wrong.length, there, made.length)}
      </p>
      {made.length > 0 && (
        <form method="post" action={PATH} encType="multipart/form-data" className="row import-create">
          <FormKey />
          <HiddenFields values={{ create: wrong.length ? 'right' : 'all' }} />
          <textarea name="table" defaultValue={text} hidden readOnly />
          <Button variant="primary" busyLabel="Adding...">
            {wrong.length
              ? `Leave Out ${wrong.length} and Add ${withCount(made.length, 'Certificate')}`
              : `Add ${withCount(made.length, 'Certificate')}`}
          </Button>
        </form>
      )}
      {isAdmin({ role }) ? <RowTable rows={shown} /> : <RowCards rows={shown} />}
      {shown.length < rows.length && <p className="hint">{`And ${rows.length - shown.length} more.`}</p>}
    </section>
  )
}

const CellOf = ({ field, row }: { field: CertificateImportField; row: JudgedCertificateRow }) => (
  <div>
    {field === 'endsOn' && row.endsOn && isDay(row.endsOn) ? dayOf(row.endsOn) : row.typed[field]}
    {field === 'doneOn' && row.isThere && <span className="hint cell">There already</span>}
    <FieldError id={`line-${row.line}-${field}`} error={row.errors[field]} />
  </div>
)

const isSaid =
  ({ typed, errors, endsOn }: JudgedCertificateRow) =>
  (field: CertificateImportField) =>
    field in typed || field in errors || (field === 'endsOn' && Boolean(endsOn))

const RowCards = ({ rows }: { rows: readonly JudgedCertificateRow[] }) => (
  <CardList>
    {rows.map((row) => (
      <Card key={row.line} as="li" title={`Line ${row.line}`}>
        <DescriptionList
          facts={FIELDS.filter(isSaid(row)).map((field) => ({
            term: CERTIFICATE_IMPORT[field],
            detail: <CellOf field={field} row={row} />,
          }))}
        />
      </Card>
    ))}
  </CardList>
)

function RowTable({ rows }: { rows: readonly JudgedCertificateRow[] }) {
  const fields = FIELDS.filter((field) => field === 'endsOn' || rows.some((row) => isSaid(row)(field)))
  const columns = [{ label: 'Line' }, ...fields.map((field) => ({ label: CERTIFICATE_IMPORT[field] }))]
  return (
    <div className="dense import-table">
      <DataTable caption="The rows, wrong ones first" columns={columns}>
        {rows.map((row) => (
          <Row
            key={row.line}
            columns={columns}
            cells={[row.line, ...fields.map((field) => <CellOf key={field} field={field} row={row} />)]}
          />
        ))}
      </DataTable>
    </div>
  )
}
