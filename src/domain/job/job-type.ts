export const JOB_TYPES = ['visit', 'quote_work'] as const
export type JobType = (typeof JOB_TYPES)[number]

export const JOB_TYPE_BADGES: Record<JobType, string> = { visit: 'VISIT', quote_work: 'QUOTE WORK' }
