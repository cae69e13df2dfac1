import { DatabaseOverdue } from './failure.ts'

/** Lets `places` in at a time, and the others in the order in which they came. */
export class Turns {
  #free: number
  readonly #queue = new Set<() => void>()

  constructor(
    places: number,
    /** How long one may wait for a turn, in milliseconds. */
    readonly patience: number,
  ) {
    this.#free = places
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** Resolves when it is one's turn, to what ends it. Throws DatabaseOverdue when it does not come in time. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await this.#wait()
    let ended = false
    return () => {
      if (ended) return
      ended = true
      const [next] = this.#queue
      if (next) next()
      else this.#free++
    }
  }

  #wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#queue.delete(come)
      reject(new DatabaseOverdue('Too many changes at once.'))
    }, this.patience)
    const come = () => {
      clearTimeout(timer)
      this.#queue.delete(come)
      resolve()
    }
    this.#queue.add(come)
    return promise
  }
}
