import type { SQL } from 'drizzle-orm'
import { holdsUntil, span } from '#db/query/time-marks.ts'

export const SESSION_DAYS = 30

/** Whether a session has not ended, by the column that says when it does. */
export const isOpen = (expire: SQL): SQL => holdsUntil(expire, span(`${SESSION_DAYS} days`))
