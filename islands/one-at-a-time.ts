/** A work's turn ends when it says `over`, else with the work. One that fails does not stop those after it. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return function enqueue<T>(work: (over: () => void) => Promise<T>): Promise<T> {
    const before = last
    return new Promise((resolve, reject) => {
      last = new Promise<void>((over) => {
        before
          .then(() => work(over))
          .then(resolve, reject)
          .finally(over)
      })
    })
  }
}
