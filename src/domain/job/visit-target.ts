import { CLOSED, type Job } from './job.ts'

export const VISIT_TARGETS = ['met', 'due', 'late'] as const
export type VisitTarget = (typeof VISIT_TARGETS)[number]

type Visited = Pick<Job, 'visitBy' | 'firstVisitAt'> & Partial<Pick<Job, 'status'>>

/** Null without a target, and for a job that ended without a visit. A first visit after its time stays late. */
export function visitTarget({ visitBy, firstVisitAt, status }: Visited, now: Date = new Date()): VisitTarget | null {
  if (!visitBy) return null
  if (firstVisitAt) return firstVisitAt <= visitBy ? 'met' : 'late'
  if (status && CLOSED.includes(status)) return null
  return now <= visitBy ? 'due' : 'late'
}
