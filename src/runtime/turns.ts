type Limits = {
  places: number
  each?: number
  /** Longest wait, in milliseconds. */
  patience: number
}

/** People take turns: one piece waits behind one of everybody else's. */
export class Turns {
  #free: number
  readonly #each: number
  readonly #patience: number
  readonly #atWork = new Map<string, number>()
  readonly #queues = new Map<string, (() => void)[]>()

  constructor({ places, each = places, patience }: Limits) {
    this.#free = places
    this.#each = each
    this.#patience = patience
  }

  get waiting(): number {
    return this.#queues.values().reduce((sum, queue) => sum + queue.length, 0)
  }

  /** `own`: only the person's own work was in the way. */
  async run<T>(who: string, work: () => Promise<T>, tooLate: (own: boolean) => Error): Promise<T> {
    await this.#enter(who, tooLate)
    try {
      return await work()
    } finally {
      this.#leave(who)
    }
  }

  #isBusy(who: string): boolean {
    return (this.#atWork.get(who) ?? 0) >= this.#each
  }

  #begin(who: string): void {
    this.#free--
    this.#atWork.set(who, (this.#atWork.get(who) ?? 0) + 1)
  }

  #enter(who: string, tooLate: (own: boolean) => Error): Promise<void> | void {
    if (this.#free > 0 && !this.#isBusy(who)) return this.#begin(who)
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer)
        this.#begin(who)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#forget(who, admit)
        reject(tooLate(this.#isBusy(who)))
      }, this.#patience)
      const queue = this.#queues.get(who)
      if (queue) queue.push(admit)
      else this.#queues.set(who, [admit])
    })
  }

  #forget(who: string, admit: () => void): void {
    const left = (this.#queues.get(who) ?? []).filter((other) => other !== admit)
    if (left.length) this.#queues.set(who, left)
    else this.#queues.delete(who)
  }

  #leave(who: string): void {
    this.#free++
    const left = this.#atWork.get(who)! - 1
    if (left) this.#atWork.set(who, left)
    else this.#atWork.delete(who)
    this.#moveToEnd(who)
    for (const [next, queue] of this.#queues) {
      if (this.#free === 0) return
      if (this.#isBusy(next)) continue
      queue.shift()!()
      this.#moveToEnd(next)
    }
  }

  #moveToEnd(who: string): void {
    const queue = this.#queues.get(who)
    this.#queues.delete(who)
    if (queue?.length) this.#queues.set(who, queue)
  }
}
