import { Unavailable } from '#src/web/errors.ts'

export type Turn = <T>(who: string, work: () => Promise<T>) => Promise<T>

type Limits = {
  /** How much is done at once. */
  places: number
  /** How much of it may be one person's. */
  each: number
  /** How long one waits, in milliseconds. */
  patience: number
  /** What is thrown where only the person's own work was in the way. */
  own?: () => Error
}

/**
 * Lets `places` pieces of work run at once, `each` of one person. The others wait, and people take turns: one piece
 * waits behind one of everybody else's, however many somebody has sent. After `patience` it gets Unavailable instead.
 */
export function turns({ places, each, patience, own = () => new Unavailable() }: Limits): Turn {
  let free = places
  const atWork = new Map<string, number>()
  /** The person whose turn was longest ago comes first. */
  const waiting = new Map<string, (() => void)[]>()

  const isBusy = (who: string) => (atWork.get(who) ?? 0) >= each

  function begin(who: string): void {
    free--
    atWork.set(who, (atWork.get(who) ?? 0) + 1)
  }

  function enter(who: string): Promise<void> | void {
    if (free > 0 && !isBusy(who)) return begin(who)
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer)
        begin(who)
        resolve()
      }
      const timer = setTimeout(() => {
        forget(who, admit)
        reject(isBusy(who) ? own() : new Unavailable())
      }, patience)
      waiting.set(who, [...(waiting.get(who) ?? []), admit])
    })
  }

  function forget(who: string, admit: () => void): void {
    const left = (waiting.get(who) ?? []).filter((other) => other !== admit)
    if (left.length) waiting.set(who, left)
    else waiting.delete(who)
  }

  function leave(who: string): void {
    free++
    const left = atWork.get(who)! - 1
    if (left) atWork.set(who, left)
    else atWork.delete(who)
    toTheEnd(who)
    for (const [next, queue] of waiting) {
      if (free === 0) return
      if (isBusy(next)) continue
      queue.shift()!()
      toTheEnd(next)
    }
  }

  function toTheEnd(who: string): void {
    const queue = waiting.get(who)
    waiting.delete(who)
    if (queue?.length) waiting.set(who, queue)
  }

  return async (who, work) => {
    await enter(who)
    try {
      return await work()
    } finally {
      leave(who)
    }
  }
}
