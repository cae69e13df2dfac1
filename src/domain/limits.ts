/** A search counts what it finds no further: common words would be counted by the hundred thousand. */
export const MAX_COUNTED = 1000

export type Found = number | { atLeast: number }

export const MAX_AT_ONCE = 200

/** How long a request is known by its Idempotency-Key: phones sleep longer than a day. */
export const KEY_DAYS = 30
