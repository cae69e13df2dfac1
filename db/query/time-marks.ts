import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

// Notes that something was done at a time, or holds until one. A clock that was wrong for a while leaves some that lie in
// the future, by years: those count as none. What a server's clock is ahead of another's is allowed for.

const AHEAD = sql.raw(`interval '5 minutes'`)

export const interval = (length: `${number} ${'ms' | 'seconds' | 'minutes' | 'hours' | 'days'}`): SQL =>
  sql.raw(`interval '${length}'`)

export const happenedWithin = (at: SQLWrapper, within: SQL): SQL =>
  sql`(${at} > now() - (${within}) and ${at} <= now() + ${AHEAD})`

export const holdsUntil = (until: SQLWrapper, longest: SQL): SQL =>
  sql`(${until} > now() and ${until} <= now() + (${longest}) + ${AHEAD})`

export const isAhead = (at: SQLWrapper, longest: SQL = interval('0 ms')): SQL =>
  sql`${at} > now() + (${longest}) + ${AHEAD}`
