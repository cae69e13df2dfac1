// A work that fails does not stop those after it.
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
}
