import type { SQL } from 'drizzle-orm'
import { holdsUntil, interval } from '#db/query/time-marks.ts'

export const SESSION_DAYS = 30

export const isOpen = (expire: SQL): SQL => holdsUntil(expire, interval(`${SESSION_DAYS} days`))
