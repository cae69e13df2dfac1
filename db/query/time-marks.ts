import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

// Notes that something was done at a time, or holds until one. A clock that was wrong for a while leaves some that lie in
// the future, by years: those count as none. What a server's clock is ahead of another's is allowed for.

const AHEAD = sql.raw(`interval '5 minutes'`)

/** An interval of PostgreSQL's, in the statement's text: '30 days'. */
export const interval = (length: `${number} ${'ms' | 'seconds' | 'minutes' | 'hours' | 'days'}`): SQL =>
  sql.raw(`interval '${length}'`)

/** Whether `at` lies in the last `within`. */
export const happenedWithin = (at: SQLWrapper, within: SQL): SQL =>
  sql`(${at} > now() - (${within}) and ${at} <= now() + ${AHEAD})`

/** Whether `until` is yet to come, and no later than what may be written: `longest` from now. */
export const holdsUntil = (until: SQLWrapper, longest: SQL): SQL =>
  sql`(${until} > now() and ${until} <= now() + (${longest}) + ${AHEAD})`

/** Whether `at` is what only a wrong clock can have written. */
export const isAhead = (at: SQLWrapper, longest: SQL = interval('0 ms')): SQL =>
  sql`${at} > now() + (${longest}) + ${AHEAD}`
