export const countedJobs = (count: number, kind = ''): string => `${count} ${kind}job${count === 1 ? '' : 's'}`

export const openAndLate = (open: number, late: number): string =>
  `${countedJobs(open, 'open ')}${late ? `, ${late} late` : ''}`

/** `week` is its Monday, 'YYYY-MM-DD'; `days` the median from raised to first visit; `unvisited` wait for theirs. */
export type WeekOfWork = { week: string; raised: number; unvisited: number; finished: number; days: number | null }

/** Completed Jobs that Delete All takes; that wait for a decision on a quote; whose quote work is not finished. */
export type CompletedCounts = { going: number; toDecide: number; unfinished: number }

export type JobCounters = { total: number; pending: number; inProgress: number; completed: number; active: number }
