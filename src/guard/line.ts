/** Longest that somebody waits for their turn, in milliseconds. */
const PATIENCE = 10_000

/** The end of each line: settled when everybody in it has gone. */
const lines = new Map<string, Promise<void>>()

/** Does `work` when all of this name that came before, in this process, is done. Throws `tooLong()` instead of waiting on. */
export async function inLine<T>(name: string, work: () => Promise<T>, tooLong: () => Error, ms = PATIENCE): Promise<T> {
  const { promise: done, resolve: leave } = Promise.withResolvers<void>()
  const before = lines.get(name)
  const end = before ? before.then(() => done) : done
  lines.set(name, end)
  try {
    if (before && !(await within(ms, before))) throw tooLong()
    return await work()
  } finally {
    leave()
    void end.then(() => lines.get(name) === end && lines.delete(name))
  }
}

function within(ms: number, promise: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    void promise.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
