/** The same numbers for the same seed (mulberry32). */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below = (end: number): number => Math.floor(this.next() * end)
  often = (share: number): boolean => this.next() < share
  one = <Of>(list: readonly Of[]): Of => list[this.below(list.length)]!
  /** At most so many of a list, in its order. */
  some = <Of>(list: readonly Of[], most: number): Of[] => {
    const kept = new Set(list.map((_, index) => index))
    while (kept.size > most) kept.delete(this.one([...kept]))
    return list.filter((_, index) => kept.has(index))
  }

  text(length: number): string {
    return (
      Array.from({ length }, () => this.one([...'aeiounrstl mdcp—é£😀']))
        .join('')
        .trim() || 'x'
    )
  }
}
