import { dayOf, isDay, londonTime, today } from '../dates.ts'
import type { Invoice } from './invoice.ts'
import { isPaid, isVoid } from './state.ts'

export const STATEMENT_KINDS = ['contractor', 'agency', 'property'] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

/** `subject` is an account's id, an agency's name in lower case or a property's key; `period` '2026-11' or '2026'. */
export type StatementOf = { kind: StatementKind; subject: string; period: string }

/** In pence, of invoices in force. */
export type StatementSums = { count: number; net: number; vat: number; amount: number; paid: number }

/** Lines of `more` may be none. */
export type Party = { name: string; more: readonly (string | null)[]; vatNumber: string | null }

export type StatementLine = StatementOf & StatementSums & { name: string }

export type Statement = StatementOf & {
  party: Party
  /** The first so many, oldest first, also the void ones. */
  invoices: readonly Invoice[]
  sums: StatementSums
  /** Voided within the period, and of an earlier one: no part of the sums. */
  voidedSince: readonly Invoice[]
  isWhole: boolean
}

const isMonthOrYear = (text: string): boolean => isDay(text.length === 4 ? `${text}-01-01` : `${text}-01`)

export const isPeriod = (text: string): boolean => /^\d{4}(-\d{2})?$/.test(text) && isMonthOrYear(text)

export const usualPeriod = (kind: StatementKind, day = today()): string => day.slice(0, kind === 'property' ? 4 : 7)

/** Of its shape, so many later. */
export function periodAfter(period: string, steps: number): string {
  const [year = 0, month] = period.split('-').map(Number)
  if (month === undefined) return String(year + steps).padStart(4, '0')
  const at = year * 12 + month - 1 + steps
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}

const beginOf = (period: string): Date => londonTime(period.length === 4 ? `${period}-01-01` : `${period}-01`, '00:00')

/** London's: `until` is the next period's first moment. */
export const momentsOf = (period: string): { from: Date; until: Date } => ({
  from: beginOf(period),
  until: beginOf(periodAfter(period, 1)),
})

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
]

/** 'November 2026', or '2026'. */
export function periodInWords(period: string): string {
  const [year, month] = period.split('-')
  return month ? `${MONTHS[Number(month) - 1]} ${year}` : year!
}

/** Such as 'agency.rightway lettings'. */
export const statementId = ({ kind, subject }: Pick<StatementOf, 'kind' | 'subject'>): string => `${kind}.${subject}`

export const statementHref = (of: StatementOf, file = ''): string =>
  `/statements/${encodeURIComponent(statementId(of))}${file}?period=${of.period}`

/** 'Void', 'Paid 12/11/2026' or 'Due 26/11/2026'. */
export function standingInWords(invoice: Pick<Invoice, 'voidedAt' | 'paidOn' | 'dueOn'>): string {
  if (isVoid(invoice)) return 'Void'
  if (isPaid(invoice)) return `Paid ${dayOf(invoice.paidOn!)}`
  return invoice.dueOn ? `Due ${dayOf(invoice.dueOn)}` : ''
}
