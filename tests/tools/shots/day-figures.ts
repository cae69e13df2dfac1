// What stands in the world of tests/tools/shots/day.ts, for those who walk through it.

export const DAY = { pending: 24, atOneProperty: 6, ofTheIll: 12, started: 30, quoted: 6, assigned: 382 }

/** Every job that is not finished. */
export const OPEN = Object.values(DAY).reduce((sum, number) => sum + number, 0)

/** Of the pending. */
export const URGENT = 4

export const FINISHED = 24

/** A quoted job's visit is invoiced as well. */
export const VISITS = FINISHED + DAY.quoted

export const ILL = { firstName: 'Ivor', lastName: 'Kelly' }
