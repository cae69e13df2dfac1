const DAY = 86_400_000

export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

/** HMRC's rule: an invoice made later than this after the work leaves the tax point at the work. */
const TAX_POINT_DAYS = 14

export const taxPointOf = (issuedOn: string, doneOn: string, vat: number): string =>
  vat > 0 && daysLater(doneOn, TAX_POINT_DAYS) < issuedOn ? doneOn : issuedOn
