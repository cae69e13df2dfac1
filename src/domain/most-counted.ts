/** A search counts what it finds no further: common words would be counted by the hundred thousand. */
export const MOST_COUNTED = 1000

/** What a search finds; of common words, in a long list, at least so many. */
export type Found = number | { atLeast: number }

/** Changed by one request. */
export const MOST_AT_ONCE = 200
