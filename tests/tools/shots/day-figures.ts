// What stands in the world of tests/tools/shots/day.ts, for those who walk through it.

export const DAY = { pending: 24, atOneProperty: 6, ofTheIll: 12, started: 30, quoted: 36, assigned: 352 }

/** Every job that is not finished. */
export const OPEN = Object.values(DAY).reduce((sum, number) => sum + number, 0)

export const MONTH_END = { visits: 30 }

export const ILL = { firstName: 'Ivor', lastName: 'Kelly' }
