/** Makes a queue: it runs each `work` when all that was given before has ended, well or badly. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
}
