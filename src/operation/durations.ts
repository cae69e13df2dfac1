const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export class Durations {
  readonly #labels: string
  readonly #counts: number[] = Array(BUCKETS.length + 1).fill(0)
  #sum = 0

  constructor(route: string, method: string) {
    this.#labels = `route="${route}",method="${method}"`
  }

  add(seconds: number): void {
    let place = 0
    while (place < BUCKETS.length && seconds > BUCKETS[place]!) place++
    this.#counts[place]!++
    this.#sum += seconds
  }

  /** As Prometheus reads a histogram: each bucket has what the smaller ones have, too. */
  lines(name: string): string[] {
    let count = 0
    const buckets = this.#counts.map((more, place) => {
      count += more
      return `${name}_bucket{le="${BUCKETS[place] ?? '+Inf'}",${this.#labels}} ${count}`
    })
    return [...buckets, `${name}_sum{${this.#labels}} ${this.#sum}`, `${name}_count{${this.#labels}} ${count}`]
  }
}
