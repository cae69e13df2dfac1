import { type Static, type TObject, Type } from '@sinclair/typebox'
import { parsePounds } from '#src/domain/money.ts'
import { number, read } from './read-setting.ts'

/** In pence, without VAT. */
const fee = (usual?: string) => read(Type.String({ default: usual }), (text) => parsePounds(text) ?? 0)

/** Lines of an address or of bank details are parted by line breaks, or by `\n` where a file of settings takes none. */
const lines = (most: number) => read(upTo(most), (text) => text.replaceAll('\\n', '\n'))

const upTo = (maxLength: number) => Type.String({ maxLength, error: `must have at most ${maxLength} characters` })

export const INVOICE_SETTINGS = {
  VISIT_FEE: fee('60.00'),
  NO_ACCESS_FEE: Type.Optional(fee()),
  INVOICE_DAYS: number('^[0-9]{1,3}$', 'must be a number of days, 0 to 999', '14'),
  PHOTOS_AFTER_APPROVAL: Type.Union([Type.Literal('delete'), Type.Literal('keep')], {
    default: 'delete',
    error: 'must be delete or keep',
  }),
  INVOICE_REMINDERS: Type.Union([Type.Literal('off'), Type.Literal('weekly')], {
    default: 'off',
    error: 'must be off or weekly',
  }),
  LETTERHEAD_NAME: Type.Optional(upTo(100)),
  LETTERHEAD_ADDRESS: Type.Optional(lines(300)),
  LETTERHEAD_VAT_NUMBER: Type.Optional(upTo(30)),
  LETTERHEAD_BANK: Type.Optional(lines(300)),
  LETTERHEAD_FOOTER: Type.Optional(upTo(300)),
}

type Given = Static<TObject<typeof INVOICE_SETTINGS>>
const FEES = ['VISIT_FEE', 'NO_ACCESS_FEE'] as const

export function wrongFees(given: Given): [name: string, problem: string][] {
  return FEES.flatMap((name): [string, string][] =>
    given[name] !== undefined && parsePounds(given[name]) === null
      ? [[name, 'must be an amount in pounds such as 60.00']]
      : [],
  )
}
