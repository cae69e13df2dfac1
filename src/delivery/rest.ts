/** Whether to go on with a kind of work, or to rest because its server is away. While it is, one try at a time is made. */
export class Rest {
  #tries = 0
  #until = 0
  #reason: string | null = null

  /** `after` gives the length of a rest in milliseconds, after so many tries in vain. */
  constructor(readonly after: (tries: number) => number) {}

  /** Milliseconds until the next try. */
  get left(): number {
    return Math.max(this.#until - performance.now(), 0)
  }

  /** Whether the last try was in vain. */
  get isProbing(): boolean {
    return this.#tries > 0
  }

  /** The server is away. Those that were in hand together count as one try. True when this is news: nobody knew, or why. */
  begin(reason: string): boolean {
    if (this.left === 0) this.#until = performance.now() + this.after(++this.#tries)
    const news = this.#reason !== reason
    this.#reason = reason
    return news
  }

  /** The server is there. True when it had been away. */
  end(): boolean {
    const was = this.isProbing
    this.#tries = 0
    this.#until = 0
    this.#reason = null
    return was
  }
}
