import { dayInWords, timeOf } from '../dates.ts'
import type { Job } from './job.ts'
import { CLOSED, OPEN } from './status.ts'

export const VISIT_TARGETS = ['met', 'due', 'late'] as const
type VisitTarget = (typeof VISIT_TARGETS)[number]

type Visited = Pick<Job, 'status' | 'visitBy' | 'firstVisitAt'>

/** Null without a target, and for a job that ended without a visit. A first visit after its time stays late. */
export function visitTarget(
  { visitBy, firstVisitAt, status }: Omit<Visited, 'status'> & Partial<Visited>,
  now: Date = new Date(),
): VisitTarget | null {
  if (!visitBy) return null
  if (firstVisitAt) return firstVisitAt <= visitBy ? 'met' : 'late'
  if (status && CLOSED.includes(status)) return null
  return now <= visitBy ? 'due' : 'late'
}

export type FirstVisited = Visited & Pick<Job, 'noAccessVisits'>

export const isLate = (job: Visited, now = new Date()): boolean =>
  OPEN.includes(job.status) && !job.firstVisitAt && visitTarget(job, now) === 'late'

export function firstVisitDue(job: FirstVisited, now = new Date()): string {
  if (!isToVisit(job) || !job.visitBy) return ''
  const target = `First visit ${isLate(job, now) ? 'late since' : 'due by'} ${due(job.visitBy)}`
  return [target, triesToVisit(job)].filter(Boolean).join('. ')
}

export const isToVisit = ({ status, visitBy, firstVisitAt }: Visited): boolean =>
  OPEN.includes(status) && visitBy !== null && !firstVisitAt

/** 'Tried twice, nobody in' of a job whose first visit is still to be made; '' else. */
export function triesToVisit(job: FirstVisited): string {
  const { noAccessVisits: tries } = job
  if (!isToVisit(job) || tries === 0) return ''
  return `Tried ${tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`}, nobody in`
}

export function firstVisit(job: FirstVisited, now = new Date()): string {
  if (!job.firstVisitAt || !job.visitBy) return firstVisitDue(job, now)
  return visitTarget(job, now) === 'met'
    ? 'First visit made in time'
    : `First visit made late, after ${due(job.visitBy)}`
}

/** A target in working days ends with its day. */
const due = (at: Date): string => `${dayInWords(at, 'long')}${timeOf(at) === '23:59' ? '' : `, ${timeOf(at)}`}`
