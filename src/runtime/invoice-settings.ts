import { type Static, type TObject, Type } from '@sinclair/typebox'
import { parsePounds } from '#src/domain/money.ts'

const upTo = (maxLength: number) =>
  Type.Optional(Type.String({ maxLength, error: `must have at most ${maxLength} characters` }))

export const INVOICE_SETTINGS = {
  VISIT_FEE: Type.String({ default: '60.00' }),
  NO_ACCESS_FEE: Type.Optional(Type.String()),
  INVOICE_DAYS: Type.String({ default: '14', pattern: '^[0-9]{1,3}$', error: 'must be a number of days, 0 to 999' }),
  PHOTOS_AFTER_APPROVAL: Type.Union([Type.Literal('delete'), Type.Literal('keep')], {
    default: 'delete',
    error: 'must be delete or keep',
  }),
  INVOICE_REMINDERS: Type.Union([Type.Literal('off'), Type.Literal('weekly')], {
    default: 'off',
    error: 'must be off or weekly',
  }),
  LETTERHEAD_NAME: upTo(100),
  LETTERHEAD_ADDRESS: upTo(300),
  LETTERHEAD_VAT_NUMBER: upTo(30),
  LETTERHEAD_BANK: upTo(300),
  LETTERHEAD_FOOTER: upTo(300),
}

type Given = Static<TObject<typeof INVOICE_SETTINGS>>
export type InvoiceSettings = Pick<
  Given,
  'PHOTOS_AFTER_APPROVAL' | 'INVOICE_REMINDERS' | Extract<keyof Given, `LETTERHEAD_${string}`>
> & {
  /** In pence, without VAT, as the other. */
  VISIT_FEE: number
  NO_ACCESS_FEE: number
  INVOICE_DAYS: number
}

const FEES = ['VISIT_FEE', 'NO_ACCESS_FEE'] as const

export function wrongFees(given: Given): [name: string, problem: string][] {
  return FEES.flatMap((name): [string, string][] =>
    given[name] !== undefined && parsePounds(given[name]) === null
      ? [[name, 'must be an amount in pounds such as 60.00']]
      : [],
  )
}

/** Lines of an address or of bank details are parted by line breaks, or by `\n` where a file of settings takes none. */
const withLines = (text: string | undefined) => text?.replaceAll('\\n', '\n')

export const invoiceSettings = (given: Given): InvoiceSettings => ({
  PHOTOS_AFTER_APPROVAL: given.PHOTOS_AFTER_APPROVAL,
  INVOICE_REMINDERS: given.INVOICE_REMINDERS,
  VISIT_FEE: parsePounds(given.VISIT_FEE) ?? 0,
  NO_ACCESS_FEE: parsePounds(given.NO_ACCESS_FEE ?? given.VISIT_FEE) ?? 0,
  INVOICE_DAYS: Number(given.INVOICE_DAYS),
  LETTERHEAD_NAME: given.LETTERHEAD_NAME,
  LETTERHEAD_ADDRESS: withLines(given.LETTERHEAD_ADDRESS),
  LETTERHEAD_VAT_NUMBER: given.LETTERHEAD_VAT_NUMBER,
  LETTERHEAD_BANK: withLines(given.LETTERHEAD_BANK),
  LETTERHEAD_FOOTER: withLines(given.LETTERHEAD_FOOTER),
})
