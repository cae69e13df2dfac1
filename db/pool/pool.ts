import type { SQL, TransactionSQL } from 'bun'
import { Turns } from '#src/runtime/turns.ts'
import { DatabaseOverdue, hasTimedOut, isReadOnlyServer, isUnreachable } from './failure.ts'
import { Pending } from './pending.ts'
import { Prepared } from './prepared.ts'
import { type Condition, Timelines } from './server-state.ts'

export interface PoolOptions {
  open(): SQL
  /** By a connection of its own, so that it tells where the address leads now. */
  ask(): Promise<Condition>
  /** Whether the address may lead to another server one day. */
  watched?: boolean
  replaced?(): void
  deposed?(): void
  renewed?(): void
  transactions: number
  statementSeconds: number
  mostPrepared?: number
}

/** In milliseconds. After such a silence `ask` tells whether the server works at all. */
const SILENCE = 3000
const ROUND_TRIP = 3000
const TURN = 5000
const DRAIN = 1000
const TICK = 500
/** Some 130 MB of PostgreSQL's memory: lists with other filters are other statements, of which there are millions. */
const MAX_PREPARED = 1_000_000
const LONGEST_RETIREMENT = 3600_000
/** Another server may have been promoted, which the old primary does not know. */
const PROMOTION_CHECK = 5000
const DEPOSED = 'The address of the database leads to a primary that was replaced.'

interface Generation {
  sql: SQL
  pending: Pending
  prepared: Prepared
  transactions: number
}

/** Replaces the driver's connections when their server is silent or no longer the primary, or has prepared too much. */
export class Pool {
  #current: Generation
  readonly #retiring = new Set<Generation>()
  readonly #turns: Turns
  readonly #timelines = new Timelines()
  /** Then nothing is sent: what such a server confirms would be lost. */
  #isDeposed = false
  #doubt: 'read-only' | 'unreachable' | undefined
  #timer: Timer | undefined
  #asking = false
  #checked = 0
  #closed = false

  constructor(readonly options: PoolOptions) {
    this.#current = this.#open()
    this.#turns = new Turns({ places: options.transactions, patience: TURN })
  }

  get load(): { pending: number; oldest: number; waiting: number } {
    const { pending } = this.#current
    return { pending: pending.size, oldest: pending.oldest(), waiting: this.#turns.waiting }
  }

  /** As with the driver, a statement is sent when its answer is awaited. */
  unsafe = (text: string, values?: unknown[]): SQL.Query<unknown> => {
    const generation = this.#current
    this.#note(generation, text, values)
    return this.#watch(generation, generation.sql.unsafe(text, values))
  }

  tagged = (strings: TemplateStringsArray, ...values: unknown[]): SQL.Query<unknown> =>
    this.#watch(this.#current, this.#current.sql(strings, ...values))

  begin = <T>(work: (transaction: TransactionSQL) => Promise<T>): Promise<T> =>
    this.#turns.run(
      'everybody',
      () => this.#begin(work),
      () => new DatabaseOverdue('Too many changes at once.'),
    )

  #begin<T>(work: (transaction: TransactionSQL) => Promise<T>): Promise<T> {
    const generation = this.#current
    if (this.#isDeposed) {
      this.#wake()
      return Promise.reject(new DatabaseOverdue(DEPOSED))
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let givenUp: Error | undefined
    const giveUp = (error: Error) => {
      givenUp = error
      reject(error)
    }
    // An answer is due before the work and after it, not while it runs.
    let answered = this.#enter(generation, giveUp)
    let ended = false
    generation.transactions++
    generation.sql
      .begin(async (transaction) => {
        answered()
        if (givenUp) throw givenUp
        try {
          return await work(this.#within(generation, transaction))
        } catch (error) {
          // On a silent connection a rollback would not be answered either.
          if (hasTimedOut(error)) reject(error)
          throw error
        } finally {
          // A connection that dies ends the transaction at once, the work later.
          if (!ended) answered = this.#enter(generation, giveUp)
        }
      })
      .then(
        (result) => resolve(result as T),
        (error: unknown) => {
          this.#notice(error)
          reject(error)
        },
      )
      .finally(() => {
        ended = true
        generation.transactions--
        answered()
      })
    return promise
  }

  close = async ({ timeout }: { timeout: number }): Promise<void> => {
    this.#closed = true
    clearInterval(this.#timer)
    await Promise.all(this.#all.map(({ sql }) => sql.close({ timeout })))
  }

  /** Asks the server, and makes the connections anew where they are dead or lead to another one. */
  async check(): Promise<Condition> {
    const asked = this.#current
    this.#checked = performance.now()
    const condition = await this.options.ask()
    if (asked !== this.#current || this.#closed) return condition
    const isSilent = asked.pending.oldest() > SILENCE
    if ('error' in condition) {
      if (isSilent && isUnreachable(condition.error)) this.#replace(0)
      return condition
    }
    const judged = this.#timelines.judge(condition)
    const wasDeposed = this.#isDeposed
    this.#isDeposed = judged === 'deposed'
    if (this.#isDeposed && !wasDeposed) this.options.deposed?.()
    const isWritable = !condition.readOnly && !this.#isDeposed
    const isPrimaryAgain = this.#doubt === 'read-only' && isWritable
    if (isWritable) this.#doubt = undefined
    if (judged !== 'same') {
      if (!wasDeposed) this.#replace(0)
    } else if (isPrimaryAgain || (isSilent && condition.busy === 0)) this.#replace(DRAIN)
    return condition
  }

  get #all(): Generation[] {
    return [this.#current, ...this.#retiring]
  }

  #open(): Generation {
    const prepared = new Prepared(this.options.mostPrepared ?? MAX_PREPARED)
    return { sql: this.options.open(), pending: new Pending(), prepared, transactions: 0 }
  }

  #note(generation: Generation, text: string, values: unknown[] | undefined): void {
    if (!values?.length || !generation.prepared.add(text) || generation !== this.#current || this.#closed) return
    this.#current = this.#open()
    this.options.renewed?.()
    void this.#retire(generation)
  }

  async #retire(generation: Generation): Promise<void> {
    const { sql, pending } = generation
    this.#retiring.add(generation)
    const until = performance.now() + LONGEST_RETIREMENT
    do {
      await Bun.sleep(TICK)
      pending.expire(this.#statementTime)
    } while ((pending.size > 0 || generation.transactions > 0) && !this.#closed && performance.now() < until)
    this.#retiring.delete(generation)
    if (!this.#closed) await sql.close({ timeout: 0 }).catch(() => {})
  }

  get #statementTime(): number {
    return this.options.statementSeconds * 1000 + ROUND_TRIP
  }

  #replace(patience: number): void {
    const before = this.#all
    this.#current = this.#open()
    this.options.replaced?.()
    for (const { sql, pending } of before) {
      sql.close({ timeout: patience / 1000 }).catch(() => {})
      // The driver may never end statements on dead connections.
      setTimeout(() => pending.expire(0), patience + TICK)
    }
  }

  #within(generation: Generation, transaction: TransactionSQL): TransactionSQL {
    const within = {
      unsafe: (text: string, values?: unknown[]) => {
        this.#note(generation, text, values)
        return this.#watch(generation, transaction.unsafe(text, values))
      },
      savepoint: <T>(work: (inner: TransactionSQL) => Promise<T>) =>
        transaction.savepoint((inner) => work(this.#within(generation, inner))),
    }
    return within as unknown as TransactionSQL
  }

  /** Every statement passes here: it may cost a microsecond. */
  #watch<Q extends SQL.Query<unknown>>(generation: Generation, query: Q): Q {
    const send = query.then
    let answer: Promise<unknown> | undefined
    // biome-ignore lint/suspicious/noThenProperty: a query has one, which sends it
    query.then = ((done, failed) => {
      answer ??= this.#answerOf(generation, query, send)
      return answer.then(done as never, failed)
    }) as Q['then']
    return query
  }

  #answerOf({ pending }: Generation, query: SQL.Query<unknown>, send: SQL.Query<unknown>['then']): Promise<unknown> {
    this.#wake()
    if (this.#isDeposed) return Promise.reject(new DatabaseOverdue(DEPOSED))
    return new Promise((resolve, reject) => {
      const entry = pending.enter(reject)
      send.call(
        query,
        (rows) => {
          pending.leave(entry)
          resolve(rows)
        },
        (error) => {
          pending.leave(entry)
          this.#notice(error)
          reject(error)
        },
      )
    })
  }

  #enter({ pending }: Generation, giveUp: (error: Error) => void): () => void {
    this.#wake()
    const entry = pending.enter(giveUp)
    return () => pending.leave(entry)
  }

  #notice(error: unknown): void {
    if (isReadOnlyServer(error)) this.#doubt = 'read-only'
    else if (this.options.watched && isUnreachable(error)) this.#doubt ??= 'unreachable'
    if (this.#doubt) this.#wake()
  }

  #wake(): void {
    if (this.#closed) return
    this.#timer ??= setInterval(this.#tick, TICK).unref()
  }

  #tick = (): void => {
    const { pending } = this.#current
    pending.expire(this.#statementTime)
    const isTime = this.options.watched && performance.now() - this.#checked > PROMOTION_CHECK
    if (!this.#asking && (this.#doubt || this.#isDeposed || isTime || pending.oldest() > SILENCE)) {
      this.#asking = true
      this.check().finally(() => {
        this.#asking = false
      })
    } else if (!this.#doubt && !this.#isDeposed && pending.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }
}
