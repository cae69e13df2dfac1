import { Unavailable } from '#src/web/errors.ts'

/**
 * Lets at most `places` pieces of work run at once; the others wait in the order they came.
 * Whoever has waited `patience` milliseconds gets Unavailable instead, so that a stuck part
 * behind it does not hold the whole queue for ever.
 */
export function turns(places: number, patience: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places
  const waiting: (() => void)[] = []

  function enter(): Promise<void> | void {
    if (free > 0) {
      free--
      return
    }
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(admit), 1)
        reject(new Unavailable())
      }, patience)
      waiting.push(admit)
    })
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
