export const PROGRAMS = ['xero', 'quickbooks', 'sage'] as const
export type Program = (typeof PROGRAMS)[number]

export const PROGRAM_LABELS: Record<Program, string> = {
  xero: 'Xero',
  quickbooks: 'QuickBooks',
  sage: 'Sage 50',
}

/** Whose books: what an agency has to pay, or what a contractor is owed. */
export const BOOKS = ['bills', 'sales'] as const
export type Books = (typeof BOOKS)[number]

export const BOOKS_LABELS: Record<Books, string> = {
  bills: "Bills, in the agency's books",
  sales: "Sales, in the contractor's books",
}

export type Codes = Readonly<Record<string, string>>
type CodeField = { name: string; label: string; hint?: string; most: number; usual: Record<Books, string> }

const same = (code: string): Record<Books, string> => ({ bills: code, sales: code })

/** `none` is for who charges no VAT, `zero` for a rate of 0 % of somebody who does. */
export const CODE_FIELDS: Record<Program, readonly CodeField[]> = {
  xero: [
    { name: 'account', label: 'Account code', most: 10, usual: { bills: '473', sales: '200' } },
    ...taxes('Tax type', 50, {
      standard: { bills: '20% (VAT on Expenses)', sales: '20% (VAT on Income)' },
      reduced: { bills: '5% (VAT on Expenses)', sales: '5% (VAT on Income)' },
      zero: { bills: 'Zero Rated Expenses', sales: 'Zero Rated Income' },
      none: same('No VAT'),
    }),
  ],
  quickbooks: [
    { name: 'item', label: 'Product or service', most: 100, usual: same('Property repairs') },
    ...taxes('Tax code', 20, {
      standard: same('20.0% S'),
      reduced: same('5.0% R'),
      zero: same('0.0% Z'),
      none: same('No VAT'),
    }),
  ],
  sage: [
    { name: 'nominal', label: 'Nominal code', most: 8, usual: { bills: '7800', sales: '4000' } },
    { name: 'department', label: 'Department', most: 3, usual: same('0') },
    ...taxes('Tax code', 3, { standard: same('T1'), reduced: same('T5'), zero: same('T0'), none: same('T9') }),
  ],
}

function taxes(
  label: string,
  most: number,
  usual: Record<'standard' | 'reduced' | 'zero' | 'none', CodeField['usual']>,
) {
  const field = (name: keyof typeof usual, rate: string) => ({
    name,
    label: `${label}, ${rate}`,
    most,
    usual: usual[name],
  })
  return [field('standard', '20 %'), field('reduced', '5 %'), field('zero', '0 %'), field('none', 'no VAT number')]
}

export const usualCodes = (program: Program, books: Books): Codes =>
  Object.fromEntries(CODE_FIELDS[program].map(({ name, usual }) => [name, usual[books]]))

const NO_LIMIT = Number.POSITIVE_INFINITY

/** How many invoices a program takes from one file, and how many rows, of which the heading is one. */
const MAX_IN_FILE: Record<Program, { count: number; rows: number }> = {
  xero: { count: 500, rows: NO_LIMIT },
  quickbooks: { count: 100, rows: 1000 },
  sage: { count: NO_LIMIT, rows: NO_LIMIT },
}

/** `rows` without the heading. */
export const fitsInFile = (program: Program, { count, rows }: { count: number; rows: number }): boolean =>
  count <= MAX_IN_FILE[program].count && rows < MAX_IN_FILE[program].rows

export const takesCreditNotes = (program: Program): boolean => program === 'sage'
