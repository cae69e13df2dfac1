import { dayOf } from '#src/domain/dates.ts'
import { accountReference } from '#src/domain/invoice/files/columns.ts'
import type { LeftByHand, ShownFile } from '#src/domain/invoice/files/preview.ts'
import {
  BOOKS_LABELS,
  CODE_FIELDS,
  PROGRAM_LABELS,
  PROGRAMS,
  takesCreditNotes,
} from '#src/domain/invoice/files/program.ts'
import { valuesIn } from '#src/domain/list-view/with-query.ts'
import { pounds } from '#src/domain/money.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button, FormEnd, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { SelectField, TextField } from '../ui/input/field.tsx'
import { withSeveral } from '../ui/input/options.ts'
import { Checkbox } from '../ui/input/special-fields.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { TextFields } from '../ui/list/search-box.tsx'
import { Stats, StatTile } from '../ui/stat-tile.tsx'
import { withCount } from '../ui/text.ts'
import { INVOICE_STATE_OPTIONS } from './found.tsx'

type Errors = { errors?: Readonly<Record<string, string>> }

const ACTION = '/invoices/files'

const Chosen = ({ program, books, mayBe, filter, sinceLast, last }: ShownFile) => {
  const { number } = filter
  const { from, to, state, agency, ...others } = filter
  return (
    <Card title="What is in it">
      <form action={ACTION} noValidate className="stack">
        <HiddenFields values={number ? filter : others} />
        <div className="field-pair">
          <SelectField
            name="for"
            label="Program"
            value={program}
            options={PROGRAMS.map((value) => ({ value, label: PROGRAM_LABELS[value] }))}
          />
          {mayBe.length > 1 && (
            <SelectField
              name="as"
              label="As"
              value={books}
              options={mayBe.map((value) => ({ value, label: BOOKS_LABELS[value] }))}
            />
          )}
        </div>
        {number ? (
          <p className="form-note">{`Of the ${withCount(valuesIn(number).length, 'invoice')} that you selected.`}</p>
        ) : (
          <>
            <div className="field-pair">
              <TextField type="date" name="from" label="From" value={from} />
              <TextField type="date" name="to" label="To" value={to} />
            </div>
            <SelectField name="state" label="State" value={state} options={withSeveral(INVOICE_STATE_OPTIONS, state)} />
            {(mayBe.length > 1 || agency) && (
              <TextFields name="agency" label="Estate agency (Optional)" form="file" value={agency} />
            )}
          </>
        )}
        {last && (
          <Checkbox
            name="since"
            value="last"
            label={`Only what no file has had since the last, of ${dayOf(last)}`}
            checked={sinceLast}
          />
        )}
        <FormEnd>Show</FormEnd>
      </form>
    </Card>
  )
}

const namedOf = ({ numbers, count }: LeftByHand): string =>
  numbers.join(', ') + (count > numbers.length ? ` and ${count - numbers.length} more` : '')

const Notes = ({ program, isZip, byHand }: ShownFile) => (
  <>
    {isZip && (
      <p className="notice">{`A ZIP of numbered files, as ${PROGRAM_LABELS[program]} takes no more in one.`}</p>
    )}
    {byHand.count > 0 && (
      <p className="notice">
        {`${PROGRAM_LABELS[program]} had ${namedOf(byHand)} before, voided since: please void ${
          byHand.count > 1 ? 'them' : 'it'
        } there by hand${takesCreditNotes(program) ? '' : ', as this file has no credit notes'}.`}
      </p>
    )}
  </>
)

const FirstRows = ({ headings, rows }: ShownFile) => (
  <ol className="stack">
    {rows.map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name
      <li key={index}>
        <DescriptionList
          facts={headings.flatMap((term, at) => (row[at] ? [{ term: term.replace('*', ''), detail: row[at] }] : []))}
        />
      </li>
    ))}
  </ol>
)

const CodesForm = ({ program, books, filter, sinceLast, codes, contacts, errors }: ShownFile & Errors) => (
  <form action={ACTION} noValidate className="stack">
    <ErrorSummary errors={errors} />
    <HiddenFields values={{ for: program, as: books, ...filter, ...(sinceLast && { since: 'last' }) }} />
    <div className="field-pair">
      {CODE_FIELDS[program].map(({ name, label }) => (
        <TextField key={name} name={name} label={label} value={codes[name]} error={errors?.[name]} />
      ))}
    </div>
    {contacts.map((contact, at) => (
      <div key={contact}>
        <HiddenFields values={{ [`contact.${at}`]: contact }} />
        <TextField
          name={`account.${at}`}
          label={`Account reference of ${contact}`}
          value={codes[`account.${at}`] ?? accountReference(codes, contact)}
          error={errors?.[`account.${at}`]}
        />
      </div>
    ))}
    <div className="row end">
      {/* Of a form that is sent by POST the script would disable the button until the page goes, which stays here. */}
      <Button variant="primary" formMethod="post">
        Download
      </Button>
    </div>
  </form>
)

export const AccountingFilePage = ({ frame, ...shown }: { frame: PageFrame } & ShownFile & Errors) => {
  const { sums, program, errors } = shown
  return (
    <Page
      {...frame}
      title="Accounting File"
      error={Boolean(errors)}
      subtitle="Invoices as your accounting program imports them"
      back={
        shown.mayBe.length > 1
          ? { href: '/?tab=invoiced', label: 'Back to Invoiced Items' }
          : { href: '/', label: 'Back to Dashboard' }
      }
      actions={
        shown.mayBe.length > 1 && (
          <LinkButton href="/admin/statements" size="small">
            Statements
          </LinkButton>
        )
      }
      width="wide"
    >
      <div className="stack">
        <Chosen {...shown} />
        <Notes {...shown} />
        {shown.rows.length === 0 ? (
          <EmptyState title="No invoices to export" />
        ) : (
          <>
            <Stats>
              <StatTile label="Invoices" value={sums.count} note={shown.isZip ? 'In several files' : undefined} />
              <StatTile label="Net" value={pounds(sums.net)} />
              <StatTile label="VAT" value={pounds(sums.vat)} />
              <StatTile label="Total" value={pounds(sums.amount)} />
            </Stats>
            <Card title={`Codes of ${PROGRAM_LABELS[program]}`}>
              <CodesForm {...shown} />
            </Card>
            <Card title="The first rows">
              <FirstRows {...shown} />
            </Card>
          </>
        )}
      </div>
    </Page>
  )
}
