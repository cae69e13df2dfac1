import type { SQL } from 'drizzle-orm'
import { holdsUntil, interval } from '#db/query/time-marks.ts'

export const SESSION_DAYS = 30

/** Whether a session has not ended, by the column that says when it does. */
export const isOpen = (expire: SQL): SQL => holdsUntil(expire, interval(`${SESSION_DAYS} days`))
