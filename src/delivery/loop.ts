import { reasonOf } from '#src/web/reason.ts'
import { Bell } from './bell.ts'
import { type Handlers, PermanentFailure } from './handler.ts'
import { standardHandlers } from './handlers.ts'
import { PACE, type Pace } from './pace.ts'
import { type Claim, claim, finish, postpone } from './queue.ts'
import { schedule, standardTasks, type Task } from './tasks.ts'

export type Delivery = {
  /** Waits for the work in hand, then ends. */
  stop(): Promise<void>
  /** Looks at the outbox now instead of within a second. Call it after a commit. */
  wake(): void
}

export type DeliveryOptions = { pace?: Partial<Pace>; tasks?: Task[] }

/**
 * Works off the outbox and runs the periodic tasks until stopped. Any number of processes may do so at once.
 * A database that is away only pauses it.
 */
export function startDelivery(
  handlers: Handlers = standardHandlers(),
  { pace: given = {}, tasks = standardTasks() }: DeliveryOptions = {},
): Delivery {
  const pace = { ...PACE, ...given }
  const bell = new Bell()
  const inHand = new Map<number, Promise<void>>()
  const stopping = new AbortController()
  /** Whether the last look at the outbox filled both hands, and so may have left something behind. */
  let moreWaits = false

  async function run() {
    let pause = pace.poll
    while (!stopping.signal.aborted) {
      const free = pace.parallel - inHand.size
      if (free === 0) {
        await bell.wait(pace.poll)
        continue
      }
      try {
        const claims = await claim(free, pace.lease, [...inHand.keys()])
        if (pause > pace.poll) console.log('Delivery goes on: the database is back.')
        pause = pace.poll
        moreWaits = claims.length === free
        for (const claimed of claims) take(claimed)
      } catch (error) {
        if (pause === pace.poll) console.error(`Delivery pauses: ${reasonOf(error)}`)
        pause = Math.min(Math.max(pause * 2, pace.poll + 1), pace.longestPause)
      }
      if (!stopping.signal.aborted) await bell.wait(pause)
    }
  }

  function take(claimed: Claim) {
    const work = workOff(claimed, handlers, pace, stopping.signal).finally(() => {
      inHand.delete(claimed.id)
      if (moreWaits) bell.ring()
    })
    inHand.set(claimed.id, work)
  }

  const running = run()
  const scheduled = tasks.map((task) => schedule(task))
  let stopped: Promise<void> | undefined
  return {
    wake: () => bell.ring(),
    stop: () => {
      stopped ??= (async () => {
        stopping.abort()
        bell.ring()
        await Promise.all([running, ...scheduled.map((task) => task.stop())])
        await Promise.all(inHand.values())
        for (const handler of Object.values(handlers)) handler.close?.()
      })()
      return stopped
    },
  }
}

async function workOff(claimed: Claim, handlers: Handlers, pace: Pace, stopping: AbortSignal): Promise<void> {
  const { subject } = claimed
  const handler = handlers[claimed.kind]
  const outcome = await attempt((signal) => handler.work(subject, signal), pace.work)
  const write = () => {
    if (!outcome) return finish(claimed, (tx) => handler.done?.(tx, subject) ?? Promise.resolve())
    const { reason, permanent } = outcome
    const tooLate = claimed.age >= pace.giveUp && claimed.attempts >= pace.fewestTries
    if (handler.failed && (permanent || tooLate)) {
      return finish(claimed, (tx) => handler.failed!(tx, subject, reason))
    }
    const wait = pace.retryAfter(claimed.attempts)
    return postpone(claimed, wait, reason, (tx) => handler.postponed?.(tx, subject, reason) ?? Promise.resolve())
  }
  await writeDown(claimed, write, pace, stopping)
}

/** Null when it was done, else why not. */
async function attempt(work: (signal: AbortSignal) => Promise<void>, timeout: number) {
  const signal = AbortSignal.timeout(timeout)
  try {
    await Promise.race([
      work(signal),
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('It took too long')))),
    ])
    return null
  } catch (error) {
    return { reason: reasonOf(error), permanent: error instanceof PermanentFailure }
  }
}

/**
 * What has been done must be known, or it is done twice: while the database is away this is tried again and again,
 * with the row kept from other claims of this process. A stopping process tries for two more seconds.
 */
async function writeDown(claimed: Claim, write: () => Promise<boolean>, pace: Pace, stopping: AbortSignal) {
  let last = 4
  for (let pause = 100; ; pause = Math.min(pause * 2, pace.longestPause)) {
    try {
      if (!(await write())) console.error(`Outbox row ${claimed.id} was taken over by another worker.`)
      return
    } catch (error) {
      if (stopping.aborted && last-- === 0) {
        console.error(`Outbox row ${claimed.id} could not be settled: ${reasonOf(error)}`)
        return
      }
      await Bun.sleep(stopping.aborted ? 500 : pause)
    }
  }
}
