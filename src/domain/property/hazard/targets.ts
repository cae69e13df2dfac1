import { endOfDay, today } from '../../dates.ts'
import type { HazardState, HazardTargets, HazardTime, HazardTimes } from './hazard.ts'

const UNITS = { h: 'hours', d: 'working days', w: 'weeks' } as const
type Period = { count: number; unit: keyof typeof UNITS }
const PERIODS = ['investigate', 'summary', 'safe', 'prevent', 'emergency'] as const
export type HazardPeriods = Record<(typeof PERIODS)[number], Period>
type EndOfWorkingDay = (from: Date, nth: number) => Date

/** 'investigate:10d,…': hours, working days or weeks. Null unless each period is there once. */
export function hazardPeriodsOf(text: string): HazardPeriods | null {
  const found = text.split(',').flatMap((part): [string, Period][] => {
    const [, name, count, unit] = /^(\w+):([1-9]\d{0,2})([hdw])$/.exec(part.trim()) ?? []
    return name ? [[name, { count: Number(count), unit: unit as Period['unit'] }]] : []
  })
  const periods = Object.fromEntries(found)
  const isWhole = found.length === PERIODS.length && PERIODS.every((name) => periods[name])
  return isWhole ? (periods as HazardPeriods) : null
}

/** By when each of the four times is to be, as far as that is known; a day's target ends with it. */
export function hazardTargets(
  { level, awareAt, investigatedAt }: Pick<HazardState, 'level' | 'awareAt' | 'investigatedAt'>,
  periods: HazardPeriods,
  endOfWorkingDay: EndOfWorkingDay,
): HazardTargets {
  const after = (from: Date, { count, unit }: Period): Date => {
    if (unit === 'h') return new Date(from.getTime() + count * 3_600_000)
    if (unit === 'd') return endOfWorkingDay(from, count)
    return endOfDay(String(Temporal.PlainDate.from(today(from)).add({ weeks: count })))
  }
  if (level === 'emergency') {
    const by = after(awareAt, periods.emergency)
    return { investigatedAt: by, safeAt: by }
  }
  return {
    investigatedAt: after(awareAt, periods.investigate),
    ...(investigatedAt && {
      summarySentAt: after(investigatedAt, periods.summary),
      safeAt: after(investigatedAt, periods.safe),
      workBegunAt: after(investigatedAt, periods.prevent),
    }),
  }
}

/** Not of what was made safe before it was due. */
export const needsSummary = ({ safeAt }: Pick<HazardState, 'safeAt'>, by: Date): boolean => !safeAt || safeAt > by

export function hazardDue(hazard: HazardState, targets: HazardTargets): Date | null {
  if (hazard.ending) return null
  const open = (Object.entries(targets) as [HazardTime, Date][])
    .filter(([name, by]) => !hazard[name] && (name !== 'summarySentAt' || needsSummary(hazard, by)))
    .map(([, by]) => by.getTime())
  return open.length ? new Date(Math.min(...open)) : null
}

const FOLLOWS = {
  investigatedAt: ['awareAt', 'It was looked at before it was known of'],
  summarySentAt: ['investigatedAt', 'The summary was sent before it was looked at'],
  safeAt: ['awareAt', 'It was made safe before it was known of'],
  workBegunAt: ['awareAt', 'The work was begun before it was known of'],
} as const

/** What is wrong with which time. It may be known of before the job was raised. */
export function wrongHazardTimes(times: HazardTimes, now: Date): Partial<Record<HazardTime, string>> {
  const wrong: Partial<Record<HazardTime, string>> = {}
  if (times.awareAt > now) wrong.awareAt = 'This must not be in the future'
  for (const [name, [earlier, words]] of Object.entries(FOLLOWS) as [
    keyof typeof FOLLOWS,
    (typeof FOLLOWS)[keyof typeof FOLLOWS],
  ][]) {
    const [at, before] = [times[name], times[earlier]]
    if (at && at > now) wrong[name] = 'This must not be in the future'
    else if (at && before && at < before) wrong[name] = words
  }
  return wrong
}
