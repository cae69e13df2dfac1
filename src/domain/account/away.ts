import { dayInWords, noonOf, today, weekdayOf } from '../dates.ts'

type Absent = { awayUntil?: string | null }

/** `awayUntil` is the day on which they are back, 'YYYY-MM-DD' in London. */
export const isAway = ({ awayUntil }: Absent, day: string = today()): boolean => Boolean(awayUntil && awayUntil > day)

const WEEK = 7 * 86_400_000

/** 'Away until Friday', 'Away until Friday 4 January'; '' of who is here. */
export function awayWords(person: Absent, day: string = today()): string {
  const { awayUntil } = person
  if (!awayUntil || !isAway(person, day)) return ''
  const isSoon = Date.parse(awayUntil) - Date.parse(day) < WEEK
  return `Away until ${isSoon ? weekdayOf(noonOf(awayUntil)) : dayInWords(noonOf(awayUntil), 'long')}`
}
