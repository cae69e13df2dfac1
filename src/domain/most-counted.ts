/** A search counts what it finds no further: common words would be counted by the hundred thousand. */
export const MOST_COUNTED = 1000

export type Found = number | { atLeast: number }

export const MOST_AT_ONCE = 200
