export class Bell {
  #rung = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#rung = true
    this.#wake?.()
  }

  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#wake = undefined
    this.#rung = false
  }
}

/** A callback must neither throw nor take long. */
export class Listeners {
  readonly #callbacks = new Set<() => void>()

  readonly add = (callback: () => void): (() => void) => {
    this.#callbacks.add(callback)
    return () => {
      this.#callbacks.delete(callback)
    }
  }

  get areThere(): boolean {
    return this.#callbacks.size > 0
  }

  readonly notify = (): void => {
    for (const callback of this.#callbacks) callback()
  }
}
