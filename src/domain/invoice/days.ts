import { daysLater } from '../dates.ts'

/** HMRC's rule: an invoice made later than this after the work leaves the tax point at the work. */
const TAX_POINT_DAYS = 14

export const taxPointOf = (issuedOn: string, doneOn: string, vat: number): string =>
  vat > 0 && daysLater(doneOn, TAX_POINT_DAYS) < issuedOn ? doneOn : issuedOn
