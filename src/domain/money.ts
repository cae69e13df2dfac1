/** Of numeric(10,2), in pence. */
export const MAX_PENCE = 9_999_999_999

/** '45,50' may be meant as £45.50 or as £4,550: neither is guessed. */
export const AMBIGUOUS_AMOUNT = 'Use a full stop for pence and commas only between thousands, as in 1,250.50'

const AMOUNT = /^£?\s*(?=.)(\d{1,3}(,\d{3})+|\d*)(\.\d\d?)?$/

/** Of '£1,250' or '1250.5'; NaN where it can be read in no way or in two. */
export const typedPence = (text: string): number =>
  AMOUNT.test(text.trim()) ? Math.round(Number(text.replace(/[£,\s]/g, '')) * 100) : Number.NaN

/** Null when it is no amount, negative, with more than two decimals or above MAX_PENCE. */
export function parsePounds(typed: string | number): number | null {
  const pence = readAmount(typed, '')
  return typeof pence === 'number' ? pence : null
}

export function readAmount(typed: string | number, otherwise: string, least = 0): number | string {
  const text = (typeof typed === 'number' ? inDigits(typed) : typed).trim()
  const rounded = text.replace(/(\.\d\d)\d+$/, '$1')
  const pence = typedPence(rounded)
  if (Number.isNaN(pence)) return /^(£\s*)?\d[\d.]*,[\d.,]*$/.test(text) ? AMBIGUOUS_AMOUNT : otherwise
  if (pence > MAX_PENCE) return `At most ${pounds(MAX_PENCE)}`
  if (rounded !== text) return 'Amounts have at most two decimals'
  return pence < least ? otherwise : pence
}

const inDigits = (value: number): string =>
  Number.isFinite(value) && /e/.test(String(value))
    ? value < 1
      ? value.toFixed(20)
      : BigInt(value).toString()
    : String(value)

export function decimal(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const inPounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const inWholePounds = /* @__PURE__ */ new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  maximumFractionDigits: 0,
})

export const pounds = (pence: number): string => inPounds.format(pence / 100)

export const wholePounds = (pence: number): string => inWholePounds.format(pence / 100)
