import { ROLE_NOUNS } from '#src/domain/account/account.ts'
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportRole,
  isWrong,
  type JudgedRow,
  MAX_ROWS,
} from '#src/domain/account/import-row.ts'
import { contractorTypeLabel, TRADES } from '#src/domain/job/contractor-type.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { HiddenFields } from '../../ui/confirm.tsx'
import { ErrorSummary } from '../../ui/input/error-summary.tsx'
import { FieldError, SelectField } from '../../ui/input/field.tsx'
import { FormKey } from '../../ui/input/form-key.tsx'
import { TableForm } from '../../ui/input/table-form.tsx'
import { DataTable, Row } from '../../ui/list/data-table.tsx'
import { withCount } from '../../ui/text.ts'
import { accountListPath } from '../rows.tsx'

const PATH = '/admin/accounts/import'

export type ImportProps = {
  role: ImportRole
  text: string
  rows?: readonly JudgedRow[]
  errors?: Readonly<Record<string, string>>
}

const counted = (count: number, role: ImportRole): string => withCount(count, ROLE_NOUNS[role])

export const ImportPage = ({ frame, role, text, rows, errors }: { frame: PageFrame } & ImportProps) => (
  <Page
    {...frame}
    title="Import Accounts"
    subtitle="Many at once, from a spreadsheet"
    back={{ href: '/admin/accounts', label: 'Back to Account Management' }}
    error={Boolean(errors) || rows?.some(isWrong)}
    width="wide"
  >
    <ErrorSummary errors={errors} />
    {rows && <Looked role={role} text={text} rows={rows} />}
    <TableForm
      action={PATH}
      hint={`Copied from a spreadsheet. Its first row names the columns: ${columnNames(role)}. At most ${MAX_ROWS} rows.`}
      text={text}
      error={errors?.table}
      looked={Boolean(rows)}
      before={
        <SelectField
          name="role"
          label="Kind of account"
          value={role}
          options={[
            { value: 'contractor', label: 'Contractors' },
            { value: 'estate_agent', label: 'Estate agents' },
          ]}
        />
      }
      after={
        role === 'contractor' && (
          <p className="hint form-note">{`Trades: ${TRADES.map(contractorTypeLabel).join(', ')}. Several go in one cell, as do areas.`}</p>
        )
      }
    />
  </Page>
)

const ONLY: Partial<Record<ImportField, ImportRole>> = {
  ...{ username: 'estate_agent', vatNumber: 'contractor', contractorTypes: 'contractor', areas: 'contractor' },
}
const columnNames = (role: ImportRole): string =>
  Object.entries(IMPORT_FIELDS)
    .filter(([field]) => (ONLY[field as ImportField] ?? role) === role)
    .map(([, label]) => label)
    .join(', ')

const Looked = ({ role, text, rows }: Required<Pick<ImportProps, 'role' | 'text' | 'rows'>>) => {
  const wrong = rows.filter(isWrong)
  const right = rows.length - wrong.length
  return (
    <section aria-label="What was found">
      {/* biome-ignore lint/a11y/noAutofocus: whoever just sent the table must land on what was found */}
      <p className={wrong.length ? 'error-summary' : 'notice'} role="status" tabIndex={-1} autoFocus>
        {wrong.length === 0
          ? `All ${rows.length} rows are right. Nothing has been made yet.`
          : `${wrong.length} of ${rows.length} rows ${wrong.length === 1 ? 'is' : 'are'} wrong. Nothing has been made yet.`}
      </p>
      {right > 0 && (
        <form method="post" action={PATH} encType="multipart/form-data" className="row import-create">
          <FormKey />
          <HiddenFields values={{ role, create: wrong.length ? 'right' : 'all' }} />
          <textarea name="table" defaultValue={text} hidden readOnly />
          <Button variant="primary" busyLabel="Creating...">
            {wrong.length
              ? `Leave Out ${wrong.length} and Create ${counted(right, role)}`
              : `Create ${counted(right, role)}`}
          </Button>
          <span className="hint">Each with an e-mail address gets a link to set a password.</span>
        </form>
      )}
      <RowTable rows={[...wrong, ...rows.filter((row) => !isWrong(row))]} />
    </section>
  )
}

function RowTable({ rows }: { rows: readonly JudgedRow[] }) {
  const fields = (Object.keys(IMPORT_FIELDS) as ImportField[]).filter((field) =>
    rows.some(({ typed, errors }) => field in typed || field in errors),
  )
  const columns = [{ label: 'Line' }, ...fields.map((field) => ({ label: IMPORT_FIELDS[field] }))]
  return (
    <div className="dense import-table">
      <DataTable caption="The rows, wrong ones first" columns={columns}>
        {rows.map(({ line, typed, errors }) => (
          <Row
            key={line}
            columns={columns}
            cells={[
              line,
              ...fields.map((field) => (
                <div key={field}>
                  {[typed[field] ?? []].flat().join(', ')}
                  <FieldError id={`line-${line}-${field}`} error={errors[field]} />
                </div>
              )),
            ]}
          />
        ))}
      </DataTable>
    </div>
  )
}

type ImportedProps = { frame: PageFrame; role: ImportRole; count: number; unreached: readonly string[] }

export const ImportedPage = ({ frame, role, count, unreached }: ImportedProps) => (
  <Page
    {...frame}
    title={`${counted(count, role)} created`}
    back={{ href: accountListPath(role), label: 'Back to the list' }}
    width="narrow"
  >
    <Card>
      {count > unreached.length && <p>{`${count - unreached.length} get an e-mail with a link to set a password.`}</p>}
      {unreached.length > 0 && (
        <>
          <p>These have no password yet. Reset Password in the list shows one to hand out.</p>
          <ul className="stack">
            {unreached.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <div className="row end">
        <LinkButton href={accountListPath(role)} variant="primary">
          See the List
        </LinkButton>
      </div>
    </Card>
  </Page>
)
