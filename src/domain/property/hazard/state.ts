import { dayInWords, shortDayInWords, timeOf } from '#src/domain/dates.ts'
import { isLate } from '#src/domain/job/first-visit.ts'
import type { Job } from '#src/domain/job/job.ts'
import { isCancelled, isQuoteWork } from '#src/domain/job/state.ts'
import { LOST, OPEN, type ShownStatus } from '#src/domain/job/status.ts'
import { HAZARD_LABELS, type HazardLevel, type HazardState } from './hazard.ts'

export type HazardShown = { status: ShownStatus; hazardLevel: HazardLevel | null; hazardDue: Date | null }

/** What lists of a job that say nothing of hazards may pass on. */
export type Hazardous = Pick<HazardShown, 'status'> & Partial<HazardShown>

export const hasOpenHazard = (job: Hazardous): boolean => Boolean(job.hazardLevel) && OPEN.includes(job.status)

export const isHazardLate = (job: Hazardous, now = new Date()): boolean =>
  hasOpenHazard(job) && Boolean(job.hazardDue && job.hazardDue < now)

export const isPastTarget = (job: Hazardous & Parameters<typeof isLate>[0], now = new Date()): boolean =>
  isLate(job, now) || isHazardLate(job, now)

type Due = Pick<Job, 'status' | 'visitBy' | 'firstVisitAt' | 'hazardDue'>

/** The strictest of the first visit's target and the hazard's, of an open job; null when nothing is due. */
export function dueBy({ status, visitBy, firstVisitAt, hazardDue }: Due): Date | null {
  if (!OPEN.some((open) => open === status)) return null
  const dates = [firstVisitAt ? null : visitBy, hazardDue].filter((date) => date !== null)
  return dates.length ? new Date(Math.min(...dates.map((date) => date.getTime()))) : null
}
export const isDue = (job: Due): boolean => dueBy(job) !== null

/** '27 Nov'; '' when nothing is due. */
export function dueDay(job: Due): string {
  const at = dueBy(job)
  return at ? shortDayInWords(at) : ''
}

/** 'Emergency hazard, due by Friday 27 November, 14:00'; '' without one. */
export function hazardText(job: Hazardous, now = new Date()): string {
  const { hazardLevel, hazardDue } = job
  if (!hazardLevel || !hasOpenHazard(job)) return ''
  if (!hazardDue) return HAZARD_LABELS[hazardLevel]
  return `${HAZARD_LABELS[hazardLevel]}, ${isHazardLate(job, now) ? 'late since' : 'due by'} ${targetDay(hazardDue)}`
}

/** A target in working days ends with its day. */
export const targetDay = (at: Date): string =>
  `${dayInWords(at, 'long')}${timeOf(at) === '23:59' ? '' : `, ${timeOf(at)}`}`

export const isEmergency = ({ level, ending, safeAt }: Pick<HazardState, 'level' | 'ending' | 'safeAt'>): boolean =>
  level === 'emergency' && !ending && !safeAt

export const mayMarkHazard = (job: Pick<Job, 'jobType' | 'status'>): boolean =>
  !isQuoteWork(job) && !isCancelled(job) && job.status !== LOST
