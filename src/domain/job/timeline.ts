import type { JobStatus } from './status.ts'
import type { TimelineEvent } from './transitions.ts'

export type JobEventEntry = {
  id: number
  actorId: string | null
  actorName: string
  event: TimelineEvent
  fromStatus: JobStatus | null
  toStatus: JobStatus | null
  detail: Record<string, string> | null
  /** When it was done, where that was sent later. */
  recordedAt: Date | null
  createdAt: Date
}

export const MAX_ENTRIES = 500

/** What somebody else did to a job before a change of it was refused. */
export type Meanwhile = {
  event: TimelineEvent
  label: string
  /** Null where the reader may not know, as `reason`. */
  by: string | null
  at: Date
  reason: string | null
}

/** A contractor does not learn of rivals, nor of what a landlord said. */
export const HIDDEN_FROM_CONTRACTORS: readonly TimelineEvent[] = ['rivalAsked', 'landlordAsked', 'landlordAnswered']

export const ANOTHER_CONTRACTOR = 'Another contractor'
