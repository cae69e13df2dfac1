/** Returns a queue that runs each `work` after all before it have ended, also by failing. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
}
