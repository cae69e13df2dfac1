export class CircuitBreaker {
  #tries = 0
  #until = 0
  #reason: string | null = null

  constructor(readonly after: (tries: number) => number) {}

  get left(): number {
    return Math.max(this.#until - performance.now(), 0)
  }

  get isProbing(): boolean {
    return this.#tries > 0
  }

  /** Tries that failed together count as one. True when the absence or its reason is new. */
  begin(reason: string): boolean {
    if (this.left === 0) this.#until = performance.now() + this.after(++this.#tries)
    const news = this.#reason !== reason
    this.#reason = reason
    return news
  }

  end(): boolean {
    const was = this.isProbing
    this.#tries = 0
    this.#until = 0
    this.#reason = null
    return was
  }
}
