/** Largest amount that numeric(10,2) holds, in pence. */
export const MAX_PENCE = 9_999_999_999

/**
 * Reads an amount in pounds, as typed ('1,234.5', '£60', 60), into integer pence.
 * Returns null when it is no amount, is negative, has more than two decimals or exceeds MAX_PENCE.
 */
export function parsePounds(typed: string | number): number | null {
  const text = String(typed).trim().replace(/^£\s*/, '')
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{1,2}))?$/.exec(text)
  if (!match || (match[1] === undefined && match[2] === undefined)) return null
  const pence = Number((match[1] ?? '0').replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return pence <= MAX_PENCE ? pence : null
}

/** 123450 → '1234.50': the form money has in JSON and in the database. */
export function decimal(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const inPounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const inWholePounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })

/** 123450 → '£1,234.50'. */
export const pounds = (pence: number): string => inPounds.format(pence / 100)

/** 123450 → '£1,235', for averages. */
export const wholePounds = (pence: number): string => inWholePounds.format(pence / 100)
