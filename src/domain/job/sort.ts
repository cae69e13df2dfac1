export const JOB_SORT_LABELS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  waiting: 'Waiting longest first',
  visitBy: 'Due soonest first',
  urgent: 'Most urgent first',
} as const
export type JobSort = keyof typeof JOB_SORT_LABELS

export const JOB_SORT_NAMES = Object.keys(JOB_SORT_LABELS) as JobSort[]
