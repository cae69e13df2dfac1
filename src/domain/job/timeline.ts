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
  createdAt: Date
}

export const ANOTHER_CONTRACTOR = 'Another contractor'
