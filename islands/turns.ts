/** A queue of one: `turn(work)` runs `work` when all that was given before it has ended, well or badly. */
export function turns() {
  let last: Promise<unknown> = Promise.resolve()
  return function turn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
}
