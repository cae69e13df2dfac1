import { useReducer } from 'react'
import { decimal, parsePounds, pounds } from '#src/domain/money.ts'
import {
  filledLines,
  type LineField,
  lineName,
  MORE_DETAIL,
  PLAIN_LINES,
  type QuoteDraft,
  typedLines,
} from '#src/domain/quote/draft.ts'
import { MAX_LINES, readLines, sumsOf } from '#src/domain/quote/lines.ts'
import { STANDARD_RATE, VAT_RATES } from '#src/domain/vat.ts'
import { Button } from '../ui/button.tsx'
import { FieldError, SelectField, TextArea, TextField } from '../ui/input/field.tsx'
import { errorId, fieldId } from '../ui/input/ids.ts'
import { MoneyField } from '../ui/input/special-fields.tsx'
import { sumRows } from './lines.tsx'

type Field = { name: string; form: string; value: string; error?: string }

type QuoteFieldsProps = {
  form: string
  values: QuoteDraft
  errors: Readonly<Record<string, string>>
  vat: boolean
  text(name: keyof QuoteDraft): Field
  live: boolean
}

export type QuoteFieldsIslandProps = Pick<QuoteFieldsProps, 'form' | 'values' | 'errors' | 'vat'>

export const textFieldOf =
  ({ form, values, errors }: QuoteFieldsIslandProps) =>
  (name: keyof QuoteDraft): Field => ({ name, form, value: values[name] ?? '', error: errors[name] })

const NO_LINES_NO_VAT = 'Without lines the invoice shows no VAT: itemise to charge it.'

export function QuoteFields(props: QuoteFieldsProps) {
  const { text, values, errors, live, vat } = props
  const sum = live ? sumOf(values) : undefined
  return (
    <>
      <MoneyField
        key={sum}
        {...text('quoteAmount')}
        {...(sum !== undefined && { value: sum, readOnly: true })}
        label="Quote Amount (£)"
        hint={vat && sum === undefined ? NO_LINES_NO_VAT : undefined}
      />
      <TextArea {...text('quoteDescription')} label="Quote Description" maxLength={10_000} />
      <Itemise {...props} />
      {live && <Sums values={values} />}
      <details className="more-detail" open={MORE_DETAIL.some((name) => values[name] || errors[name])}>
        <summary>More detail</summary>
        <MoneyField {...text('materialsCost')} label="Materials cost (£)" />
        <MoneyField {...text('laborCost')} label="Labour cost (£)" />
        <TextField {...text('estimatedDuration')} label="Estimated duration" placeholder="2 days" maxLength={200} />
        <TextField {...text('validUntil')} label="Valid until" type="date" />
        <TextArea {...text('notes')} label="Notes" rows={2} maxLength={5000} />
      </details>
    </>
  )
}

function Sums({ values }: { values: QuoteDraft }) {
  const typed = typedLines(values)
  const { lines, errors } = readLines(typed)
  const plain = parsePounds(values.quoteAmount)
  const sums = typed.length ? sumRows(sumsOf(lines)) : plain ? [['Amount', plain] as const] : []
  const isUncounted = (at: number) => lineName(at, 'quantity') in errors || lineName(at, 'unitPrice') in errors
  return (
    <output className={sums.length ? 'field' : undefined}>
      {sums.map(([label, pence]) => (
        <span key={label}>
          {label} <strong>{pounds(pence)}</strong>
        </span>
      ))}
      {filledLines(values).map(
        (index, at) => isUncounted(at) && <span key={index}>Line {index + 1} is not counted yet</span>,
      )}
    </output>
  )
}

/** '' while a line is not whole. Undefined without lines. */
function sumOf(values: QuoteDraft): string | undefined {
  const typed = typedLines(values)
  if (typed.length === 0) return undefined
  const { lines, errors } = readLines(typed)
  return Object.keys(errors).length ? '' : decimal(sumsOf(lines).amount)
}

function Itemise({ form, values, errors, vat, text, live }: QuoteFieldsProps) {
  const filled = filledLines(values)
  const least = (filled.at(-1) ?? -1) + 1
  const [added, add] = useReducer((before: number) => Math.max(before, least) + 1, 1)
  const shown = Math.min(MAX_LINES, live ? Math.max(added, least) : Math.max(PLAIN_LINES, least + 2))
  const id = fieldId('lines', form)
  return (
    <details className="more-detail" id={id} open={filled.length > 0 || Boolean(errors.lines)}>
      <summary>Itemise (optional)</summary>
      <p className="hint">
        {live ? 'The amount is then the sum of the lines.' : 'Leave the amount empty: it is then the sum of the lines.'}{' '}
        Prices are without VAT.
      </p>
      <FieldError id={errorId(id)} error={errors.lines} />
      {Array.from({ length: shown }, (_, index) => {
        const field = (name: LineField) => ({
          ...text(lineName(index, name)),
          // Empty lines are not sent, so that those after them count from less.
          error: errors[lineName(filled.indexOf(index), name)],
        })
        const rate = values[lineName(index, 'vatRate')] || String(STANDARD_RATE)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by where it is
          <fieldset key={index} className="quote-line">
            <legend className="hint">Line {index + 1}</legend>
            <TextField {...field('description')} label="Description" maxLength={200} />
            <div>
              <TextField {...field('quantity')} label="Qty" inputMode="decimal" autoComplete="off" />
              <TextField {...field('unitPrice')} label="Unit price (£)" inputMode="decimal" autoComplete="off" />
              {vat && <SelectField {...field('vatRate')} value={rate} label="VAT" options={RATES} />}
            </div>
          </fieldset>
        )
      })}
      {live && shown < MAX_LINES && (
        <Button type="button" icon="plus" onClick={add}>
          Add line
        </Button>
      )}
    </details>
  )
}

const RATES = VAT_RATES.map((rate) => ({ value: String(rate), label: `${rate}%` }))
