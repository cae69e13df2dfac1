/** A search counts what it finds no further: common words would be counted by the hundred thousand. */
export const MOST_COUNTED = 1000
