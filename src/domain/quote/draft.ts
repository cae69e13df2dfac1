import { isBlank } from '#src/domain/blank.ts'
import { STANDARD_RATE } from '../vat.ts'
import { MAX_LINES, type TypedLine } from './lines.ts'

const LINE_FIELDS = ['description', 'quantity', 'unitPrice', 'vatRate'] as const
export type LineField = (typeof LINE_FIELDS)[number]
type LineName = `lines.${number}.${LineField}`

/** What is typed into the fields of a quote; a line's fields have names such as 'lines.0.unitPrice'. */
export type QuoteDraft = {
  quoteAmount: string
  quoteDescription: string
  materialsCost: string
  laborCost: string
  estimatedDuration: string
  validUntil: string
  notes: string
  [line: LineName]: string | undefined
}

export const PLAIN_LINES = 5

export const lineName = (index: number, field: LineField): LineName => `lines.${index}.${field}`

const emptyLines = Object.fromEntries(
  Array.from({ length: PLAIN_LINES }, (_, index) => LINE_FIELDS.map((field) => [lineName(index, field), ''])).flat(),
)

export const EMPTY_QUOTE: QuoteDraft = {
  quoteAmount: '',
  quoteDescription: '',
  materialsCost: '',
  laborCost: '',
  estimatedDuration: '',
  validUntil: '',
  notes: '',
  ...emptyLines,
}

export const MORE_DETAIL = ['materialsCost', 'laborCost', 'estimatedDuration', 'validUntil', 'notes'] as const

/** Where in `typed` each line is that has anything but a VAT rate. */
export const filledLines = (typed: Readonly<Record<string, unknown>>): number[] =>
  Array.from({ length: MAX_LINES + 1 }, (_, index) => index).filter((index) =>
    (['description', 'quantity', 'unitPrice'] as const).some((field) => textAt(typed, index, field) !== ''),
  )

export const typedLines = (typed: Readonly<Record<string, unknown>>): TypedLine[] =>
  filledLines(typed).map((index) => ({
    description: textAt(typed, index, 'description'),
    quantity: textAt(typed, index, 'quantity'),
    unitPrice: textAt(typed, index, 'unitPrice'),
    vatRate: textAt(typed, index, 'vatRate') || '0',
  }))

/** As the form shows them: who charges VAT is offered the standard rate at first. */
export function withRates<Draft extends QuoteDraft>(draft: Draft, vat: boolean): Draft {
  const unrated = vat ? filledLines(draft).filter((index) => !textAt(draft, index, 'vatRate')) : []
  const rates = unrated.map((index) => [lineName(index, 'vatRate'), String(STANDARD_RATE)])
  return { ...draft, ...Object.fromEntries(rates) }
}

function textAt(typed: Readonly<Record<string, unknown>>, index: number, field: LineField): string {
  const value = typed[lineName(index, field)]
  return typeof value === 'string' && !isBlank(value) ? value.trim() : ''
}

export const draftLines = (lines: readonly TypedLine[]): Record<LineName, string> =>
  Object.fromEntries(
    lines.flatMap((line, index) => LINE_FIELDS.map((field) => [lineName(index, field), String(line[field] ?? '')])),
  )

export function quoteTyped(typed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lines = typedLines(typed)
  return lines.length ? { ...typed, lines } : { ...typed }
}

export function quoteBody(draft: QuoteDraft): Record<string, unknown> {
  const lines = typedLines(draft)
  const filled = Object.entries(draft).filter(([name, text]) => !name.startsWith('lines.') && text && !isBlank(text))
  if (lines.length === 0) return Object.fromEntries(filled)
  return { ...Object.fromEntries(filled.filter(([name]) => name !== 'quoteAmount')), lines }
}
