/** Of numeric(10,2), in pence. */
export const MAX_PENCE = 9_999_999_999

/** Null when it is no amount, negative, with more than two decimals or above MAX_PENCE. */
export function parsePounds(typed: string | number): number | null {
  const pence = readAmount(typed, '')
  return typeof pence === 'number' ? pence : null
}

export function readAmount(typed: string | number, otherwise: string, least = 0): number | string {
  const text = (typeof typed === 'number' ? inDigits(typed) : typed).trim().replace(/^£\s*/, '')
  const [, whole, decimals] = /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined && decimals === undefined) return otherwise
  const pence = Number((whole ?? '0').replaceAll(',', '')) * 100 + Number((decimals ?? '').slice(0, 2).padEnd(2, '0'))
  if (pence > MAX_PENCE) return `At most ${pounds(MAX_PENCE)}`
  if (decimals && decimals.length > 2) return 'Amounts have at most two decimals'
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
const inWholePounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })

export const pounds = (pence: number): string => inPounds.format(pence / 100)

export const wholePounds = (pence: number): string => inWholePounds.format(pence / 100)
