/** Days of London, both included. */
export type Period = { from: string; to: string }

const dayIn = (text: string) => Temporal.PlainDate.from(text)
const lastOf = (day: Temporal.PlainDate) => day.with({ day: day.daysInMonth })

/** `month` is 'YYYY-MM'. */
export function monthOf(month: string): Period {
  const first = dayIn(`${month}-01`)
  return { from: first.toString(), to: lastOf(first).toString() }
}

/** The whole month before that of `day`. */
export const monthBefore = (day: string): Period => before(monthOf(day.slice(0, 7)))

const isWholeMonths = ({ from, to }: Period): boolean => dayIn(from).day === 1 && lastOf(dayIn(to)).toString() === to

/** A period that has not ended goes up to `today`, so that it is compared with as many days. */
export const untilToday = ({ from, to }: Period, today: string): Period => ({
  from,
  to: to > today && from <= today ? today : to,
})

function earlier({ from, to }: Period, by: Temporal.DurationLike): Period {
  const [first, last] = [dayIn(from).subtract(by), dayIn(to).subtract(by)]
  return { from: first.toString(), to: (isWholeMonths({ from, to }) ? lastOf(last) : last).toString() }
}

/** Of whole months as many before them, of the first days of a month those of the month before; else as many days. */
export function before({ from, to }: Period): Period {
  const [first, last] = [dayIn(from), dayIn(to)]
  const months = (last.year - first.year) * 12 + last.month - first.month + 1
  if (isWholeMonths({ from, to }) || (first.day === 1 && months === 1)) return earlier({ from, to }, { months })
  return earlier({ from, to }, { days: first.until(last).days + 1 })
}

export const yearBefore = (period: Period): Period => earlier(period, { years: 1 })

const inWords = (day: Temporal.PlainDate, words: Intl.DateTimeFormatOptions) => day.toLocaleString('en-GB', words)
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** 'November 2026', '1 to 25 Nov 2026', or '28 Oct 2026 to 25 Nov 2026'. */
export function daysInWords({ from, to }: Period): string {
  const [first, last] = [dayIn(from), dayIn(to)]
  const isInOneMonth = from.slice(0, 7) === to.slice(0, 7)
  if (isInOneMonth && isWholeMonths({ from, to })) return inWords(first, { month: 'long', year: 'numeric' })
  if (from === to) return inWords(first, DAY)
  return `${isInOneMonth ? first.day : inWords(first, DAY)} to ${inWords(last, DAY)}`
}

/** 'Nov 2026', in which the period begins. */
export const shortMonth = ({ from }: Period): string => inWords(dayIn(from), { month: 'short', year: 'numeric' })

export function boundsInWords({ from, to }: Partial<Period>): string[] {
  if (from && to) return [daysInWords({ from, to })]
  if (from) return [`from ${inWords(dayIn(from), DAY)}`]
  return to ? [`to ${inWords(dayIn(to), DAY)}`] : []
}
