/** The writes of a job's life, in the words of the load; each is done once in a life. */
export const STEPS = [
  ...['create', 'edit', 'assign', 'reassign', 'unassign', 'start', 'promise', 'upload', 'complete', 'quote'],
  ...['approve', 'decline', 'startWork', 'promiseReport', 'uploadReport', 'finishWork'],
  ...['invoiceVisit', 'invoiceQuote', 'deleteInvoice', 'cancel', 'hide', 'withdraw', 'erase'],
] as const
export type Step = (typeof STEPS)[number]

/**
 * What came of a request. `acknowledged`: 2xx. `refused`: an answer that says no (4xx), or not now (503, 507), or nobody who
 * listened. `unknown`: the connection ended, or nothing came in time; and 5xx that should not be.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'

/** One request that writes, and what the client was told. */
export type Write = {
  life: string
  step: Step
  /** Null without an answer. */
  status: number | null
  /** Without an answer: whether there was nobody to send it to. */
  unheard?: boolean
  retryAfter: string | null
  /** When it was sent, by performance.now(), and how long its answer took, in milliseconds. */
  sent: number
  took: number
  /** Of an acknowledged one: the id of the job or upload, and the invoice's number, where it has one. */
  id?: string
  invoiceNumber?: string
  /** What was said instead of yes. */
  message?: string
}

type Told = Pick<Write, 'status' | 'unheard'>

export function outcomeOf({ status, unheard }: Told): Outcome {
  if (status === null) return unheard ? 'refused' : 'unknown'
  if (status < 300) return 'acknowledged'
  return status < 500 || status === 503 || status === 507 ? 'refused' : 'unknown'
}

/** Whether this write may have been done although its sender was not told so: a 4xx is final, a 503 is not. */
export const mayHaveHappened = ({ status, unheard }: Told): boolean => !unheard && (status === null || status >= 500)

/** Every write of a load, in the order in which they ended. */
export class Ledger {
  readonly writes: Write[] = []
  readonly #acknowledged = new Set<string>()

  note(write: Write): void {
    this.writes.push(write)
    if (outcomeOf(write) === 'acknowledged') this.#acknowledged.add(`${write.life} ${write.step}`)
  }

  /** How many steps of lives are acknowledged, each counted once, however often it was said. */
  get acknowledged(): number {
    return this.#acknowledged.size
  }

  count(outcome: Outcome): number {
    return this.writes.filter((write) => outcomeOf(write) === outcome).length
  }

  /** The slowest answer, in milliseconds; requests that were cut off are none. */
  slowest(): number {
    return this.writes.reduce((most, { status, took }) => (status === null ? most : Math.max(most, took)), 0)
  }

  /**
   * From `since` (performance.now()) to the end of the first acknowledged write that was sent after it and is like
   * `shows` says, or null.
   */
  recovery(since: number, shows: (write: Write) => boolean = () => true): number | null {
    const ends = this.writes
      .filter((write) => write.sent >= since && outcomeOf(write) === 'acknowledged' && shows(write))
      .map(({ sent, took }) => sent + took)
    return ends.length ? Math.min(...ends) - since : null
  }
}
